#include <treefix/io/mjcf/geom.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

constexpr double too_close = 1e-14;

bool is_elongated(Shape type) {
  return type == Shape::capsule || type == Shape::cylinder || type == Shape::box || type == Shape::ellipsoid;
}

/// The number of sizes of the shape. With fromto the length is not among them.
int size_count(const GeomAttributes& geom) {
  switch (geom.type) {
    case Shape::sphere: return 1;
    case Shape::capsule:
    case Shape::cylinder: return geom.has_ends ? 1 : 2;
    case Shape::ellipsoid:
    case Shape::box: return geom.has_ends ? 1 : 3;
    default: return 0;
  }
}

bool check_sizes(const Element& element, const GeomAttributes& geom, Report& report) {
  const auto refuse = [&](int k, const char* expected) {
    report.error(element.where("size"),
                 {.topic = physics,
                  .seen = element.has("size") ? concat("number ", k + 1, " of size is ", geom.size[k])
                                              : concat("number ", k + 1, " of size is missing"),
                  .expected = expected,
                  .hint = "spheres have 1 size, capsules and cylinders 2, boxes and ellipsoids 3; 1 with fromto"});
    return false;
  };
  if (geom.type == Shape::plane && !(geom.size[2] > 0)) return refuse(2, "a positive grid spacing");
  for (int k = 0; k < size_count(geom); ++k)
    if (!(geom.size[k] > 0))
      return refuse(k, "a positive length");
    else if (geom.size[k] > longest)
      return refuse(k, "at most 1e9 m");
  return true;
}

bool check_ends(const Element& element, const GeomAttributes& geom, Report& report) {
  if (!geom.has_ends) return true;
  const auto refuse = [&](Diagnostic::Topic topic, std::string seen, const char* expected) {
    report.error(element.where("fromto"), {.topic = topic, .seen = std::move(seen), .expected = expected});
    return false;
  };
  if (!is_elongated(geom.type))
    return refuse(structure, "fromto is given for a shape that has no length", "capsule, cylinder, box or ellipsoid");
  if (geom.pos) return refuse(structure, "it has both pos and fromto", "one of them");
  for (const Vec3<double>& end : {geom.from, geom.to})
    if (!(std::max({std::abs(end.x), std::abs(end.y), std::abs(end.z)}) <= longest))
      return check_position(element.where("fromto"), "fromto", end, report);
  const Vec3<double> d = geom.to - geom.from;
  if (std::sqrt(dot(d, d)) < too_close) return refuse(physics, "the ends of fromto coincide", "two different points");
  return true;
}

bool check_mass(const Element& element, const GeomAttributes& geom, Report& report) {
  const bool by_mass = geom.mass.has_value();
  const double value = geom.mass.value_or(geom.density);
  if (value >= 0) return true;
  report.error(
      element.where(by_mass ? "mass" : "density"),
      {.topic = physics, .seen = concat(by_mass ? "mass" : "density", " is ", value), .expected = "zero or more"});
  return false;
}

bool check_mesh(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report) {
  if (geom.mesh.empty()) {
    report.error(
        element.where("type"),
        {.topic = structure, .seen = "a geom of type mesh has no attribute 'mesh'", .expected = "the name of a mesh"});
    return false;
  }
  if (!assets.has_mesh(element, geom.mesh, report)) return false;
  if (!geom.hollow) return true;
  report.error(element.where("shellinertia"), {.topic = structure,
                                               .seen = "shellinertia is given for a mesh",
                                               .expected = "inertia=\"shell\" in the <mesh> of <asset>"});
  return false;
}

/// Mass and inertia of a geom with this shape.
std::optional<Inertial> weigh(const GeomAttributes& geom, const Extent& extent, const Transform<double>& X) {
  const double mass = geom.mass.value_or(geom.density * extent.measure);
  if (mass == 0) return {};
  const Vec3<double> moments = mass * extent.moments;
  return Inertial{mass, X.r, rotate(transpose(X.E), Sym3<double>::diagonal(moments.x, moments.y, moments.z))};
}

std::optional<Inertial> weigh_mesh(const GeomAttributes& geom, const Moments& mesh, const Transform<double>& X) {
  const double mass = geom.mass.value_or(geom.density * mesh.measure);
  if (mass == 0) return {};
  return Inertial{mass, X.point_back(mesh.centre), (mass / mesh.measure) * rotate(transpose(X.E), mesh.inertia)};
}

}  // namespace

bool check_geom(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report) {
  if (!check_mass(element, geom, report)) return false;
  if (geom.type == Shape::mesh || geom.type == Shape::sdf) return check_mesh(element, geom, assets, report);
  if (!geom.mesh.empty()) return assets.has_mesh(element, geom.mesh, report);  // a shape fitted to a mesh has no sizes
  return check_ends(element, geom, report) && check_sizes(element, geom, report);
}

std::optional<Inertial> inertial_of(const Element& element, const GeomAttributes& geom, Assets& assets,
                                    Report& report) {
  if (geom.type == Shape::plane || geom.mass == 0.0 || (!geom.mass && geom.density == 0)) return {};
  Transform<double> X = placed(geom.pos.value_or(Vec3<double>{}), geom.E);
  if (geom.type == Shape::mesh || geom.type == Shape::sdf) {
    const Moments* moments = assets.moments(element, geom.mesh, report);
    return moments != nullptr ? weigh_mesh(geom, *moments, X) : std::nullopt;
  }
  if (!geom.mesh.empty()) {
    report.error(element.where("mesh"), {.topic = structure,
                                         .seen = concat("a shape fitted to mesh '", geom.mesh, "'"),
                                         .expected = "sizes, or type=\"mesh\"",
                                         .hint = "fitting is not supported; give the body an <inertial>"});
    return {};
  }
  Vec3<double> size{geom.size[0], geom.size[1], geom.size[2]};
  Shape shape = geom.type;
  if (geom.has_ends) {
    const Vec3<double> d = geom.to - geom.from;
    const double length = std::sqrt(dot(d, d));
    X = placed(0.5 * (geom.from + geom.to), turned_z((1 / length) * d));
    const bool round = shape == Shape::capsule || shape == Shape::cylinder;
    size = round ? Vec3<double>{size.x, length / 2, 0} : Vec3<double>{size.x, size.x, length / 2};
  }
  if (shape == Shape::hfield) {  // MuJoCo treats it as a box with half of its maximum height above its base
    const auto field = assets.hfield_size(element, geom.hfield, report);
    if (!field) return {};
    const auto& [x, y, top, base] = *field;
    size = {x, y, top / 4 + base / 2};
    shape = Shape::box;
    if (!(std::min({x, y, top, base}) > 0) || std::max({x, y, top, base}) > longest) {
      report.error(element.where("hfield"),
                   {.topic = physics,
                    .seen = concat("height field '", geom.hfield, "' has size ", x, " ", y, " ", top, " ", base),
                    .expected = "four positive lengths"});
      return {};
    }
  }
  return weigh(geom, geom.hollow ? surface(shape, size) : solid(shape, size), X);
}

}  // namespace treefix::io::mjcf
