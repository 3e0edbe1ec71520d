#include <treefix/io/mjcf/shape.hpp>

#include <cmath>
#include <numbers>

namespace treefix::io::mjcf {

namespace {

constexpr double pi = std::numbers::pi;

constexpr double square(double x) { return x * x; }

/// (y² + z², x² + z², x² + y²)
constexpr Vec3<double> crosswise(const Vec3<double>& s) {
  return {square(s.y) + square(s.z), square(s.x) + square(s.z), square(s.x) + square(s.y)};
}

/// Two shapes with the same centre, joined to one.
constexpr Extent joined(const Extent& a, const Extent& b) {
  const double sum = a.measure + b.measure;
  return {sum, (a.measure / sum) * a.moments + (b.measure / sum) * b.moments};
}

/// A shape with rotational symmetry about z.
constexpr Extent round(double measure, double across, double along) { return {measure, {across, across, along}}; }

Extent solid_ellipsoid(const Vec3<double>& s) { return {4.0 / 3 * pi * s.x * s.y * s.z, 0.2 * crosswise(s)}; }

/// As in MuJoCo: the area by Thomsen's formula, which is accurate to 1.1 %, and the moments of a layer that is one
/// micrometre thick.
Extent surface_ellipsoid(const Vec3<double>& s) {
  constexpr double p = 1.6075, layer = 1e-6;
  const double mean = (std::pow(s.x * s.y, p) + std::pow(s.x * s.z, p) + std::pow(s.y * s.z, p)) / 3;
  const Extent inner = solid_ellipsoid(s), outer = solid_ellipsoid(s + Vec3<double>{layer, layer, layer});
  const double thin = outer.measure - inner.measure;
  return {4 * pi * std::pow(mean, 1 / p), (1 / thin) * (outer.measure * outer.moments - inner.measure * inner.moments)};
}

/// The two faces of a box at ±s.x, as plates.
Extent faces(double area, double x, double y, double z) {
  return {area, {(square(y) + square(z)) / 3, square(x) + square(z) / 3, square(x) + square(y) / 3}};
}

Extent surface_box(const Vec3<double>& s) {
  const Extent x = faces(8 * s.y * s.z, s.x, s.y, s.z), y = faces(8 * s.x * s.z, s.y, s.z, s.x),
               z = faces(8 * s.x * s.y, s.z, s.x, s.y);
  // faces() orders the axes from the normal of the faces on
  const Extent turned_y{y.measure, {y.moments.z, y.moments.x, y.moments.y}};
  const Extent turned_z{z.measure, {z.moments.y, z.moments.z, z.moments.x}};
  return joined(joined(x, turned_y), turned_z);
}

}  // namespace

Extent solid(Shape shape, const Vec3<double>& size) {
  const double r = size.x, h = size.y, rr = square(r), hh = square(h);
  const Extent rod = round(2 * pi * rr * h, rr / 4 + hh / 3, rr / 2);
  switch (shape) {
    case Shape::sphere: return round(4.0 / 3 * pi * r * rr, 0.4 * rr, 0.4 * rr);
    case Shape::capsule: return joined(rod, round(4.0 / 3 * pi * r * rr, 0.4 * rr + hh + 0.75 * h * r, 0.4 * rr));
    case Shape::cylinder: return rod;
    case Shape::ellipsoid: return solid_ellipsoid(size);
    case Shape::box: return {8 * size.x * size.y * size.z, 1.0 / 3 * crosswise(size)};
    default: return {};
  }
}

Extent surface(Shape shape, const Vec3<double>& size) {
  const double r = size.x, h = size.y, rr = square(r), hh = square(h);
  const Extent tube = round(4 * pi * r * h, rr / 2 + hh / 3, rr);
  switch (shape) {
    case Shape::sphere: return round(4 * pi * rr, 2 * rr / 3, 2 * rr / 3);
    case Shape::capsule: return joined(tube, round(4 * pi * rr, 2 * rr / 3 + hh + h * r, 2 * rr / 3));
    case Shape::cylinder: return joined(tube, round(2 * pi * rr, rr / 4 + hh, rr / 2));  // with the two ends
    case Shape::ellipsoid: return surface_ellipsoid(size);
    case Shape::box: return surface_box(size);
    default: return {};
  }
}

}  // namespace treefix::io::mjcf
