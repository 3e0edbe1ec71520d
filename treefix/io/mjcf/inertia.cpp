#include <treefix/io/mjcf/inertia.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/io/attributes.hpp>
#include <treefix/io/mjcf/orientation.hpp>
#include <treefix/io/numbers.hpp>
#include <treefix/model/validate.hpp>
#include <treefix/spatial/inertia.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// Rotates rows p and q of E so that entry (p, q) of a vanishes.  [Golub 2013, §8.5]
void annihilate(Mat3<double>& a, Mat3<double>& E, Vec3<double> Mat3<double>::* p, double Vec3<double>::* at_p,
                Vec3<double> Mat3<double>::* q, double Vec3<double>::* at_q) {
  const double off = (a.*p).*at_q;
  if (off == 0) return;
  const double ratio = ((a.*q).*at_q - (a.*p).*at_p) / (2 * off);
  const double tangent = std::copysign(1.0, ratio) / (std::abs(ratio) + std::hypot(1.0, ratio));
  const double c = 1 / std::hypot(1.0, tangent), s = tangent * c;
  const auto rotate_rows = [&](Mat3<double>& m) {
    const Vec3<double> u = m.*p, v = m.*q;
    m.*p = c * u - s * v;
    m.*q = s * u + c * v;
  };
  rotate_rows(a);
  a = transpose(a);
  rotate_rows(a);  // symmetric again
  rotate_rows(E);
  (a.*p).*at_q = (a.*q).*at_p = 0;
}

}  // namespace

Principal principal(const Sym3<double>& inertia) {
  using M = Mat3<double>;
  using V = Vec3<double>;
  M a = full(inertia), E = M::identity();
  constexpr int sweeps = 20;  // converges quadratically, so five suffice
  for (int k = 0; k < sweeps && (a.x.y != 0 || a.x.z != 0 || a.y.z != 0); ++k) {
    annihilate(a, E, &M::x, &V::x, &M::y, &V::y);
    annihilate(a, E, &M::x, &V::x, &M::z, &V::z);
    annihilate(a, E, &M::y, &V::y, &M::z, &V::z);
  }
  return {E, {a.x.x, a.y.y, a.z.z}};
}

std::optional<Massive> read_inertial(const Element& element, const Transform<double>& X, const Compiler& compiler,
                                     Report& report) {
  check_attributes(element, Kind::inertial, report);
  require_attribute(element, "pos", "the centre of mass", report);
  require_attribute(element, "mass", "the mass in kg", report);
  const auto pos = read_position(element, "pos", report);
  const auto mass = read_number(element, "mass", report);
  const char* turned_by = orientation_attribute(element);
  const Mat3<double> E = read_orientation(element, compiler, report).value_or(Mat3<double>::identity());
  double diagonal[3], entries[6];
  const bool has_diagonal = read_exactly(element, "diaginertia", diagonal, 3, report);
  const bool has_full = read_exactly(element, "fullinertia", entries, 6, report);
  const auto refuse = [&](const char* attribute, std::string seen, const char* expected) {
    report.error(element.where(attribute), {.topic = structure, .seen = std::move(seen), .expected = expected});
    return std::nullopt;
  };
  if (has_diagonal && has_full) return refuse("fullinertia", "it has both diaginertia and fullinertia", "one of them");
  if (element.has("fullinertia") && turned_by != nullptr)
    return refuse(turned_by, concat("it has both fullinertia and ", turned_by),
                  "no orientation, because fullinertia uses the axes of the body");
  const bool given = element.has("fullinertia") || element.has("diaginertia");
  if (!pos || !mass || (given && !has_diagonal && !has_full)) return {};
  if (*mass < 0) return refuse("mass", concat("mass is ", *mass), "zero or more");
  Massive body{.mass = *mass, .com = X.point_back(*pos), .E = E * X.E};
  if (has_full)  // xx yy zz xy xz yz
    body.inertia = {entries[0], entries[3], entries[1], entries[4], entries[5], entries[2]};
  else if (has_diagonal)
    body.inertia = Sym3<double>::diagonal(diagonal[0], diagonal[1], diagonal[2]);
  if (has_full && compiler.boundinertia > 0 && doubt(*mass, body.inertia) == Doubt::negative)
    return refuse("fullinertia", "fullinertia is not positive definite",
                  "a positive definite matrix, even with boundinertia");
  return body;
}

Inertial sum(View<const Inertial> parts) {
  Inertial total;
  for (const Inertial& part : parts) {
    total.mass += part.mass;
    total.com += part.mass * part.com;
  }
  if (total.mass == 0) return {};
  total.com = (1 / total.mass) * total.com;
  for (const Inertial& part : parts)
    total.inertia += Inertia<double>::from_com(part.mass, part.com - total.com, part.inertia).I;
  return total;
}

Inertial bounded(const Massive& body, const Compiler& compiler) {
  Massive result = body;
  result.mass = std::max(result.mass, compiler.boundmass);
  if (compiler.boundinertia > 0 || compiler.balanceinertia) {
    const auto& I = result.inertia;
    if (I.xy != 0 || I.xz != 0 || I.yz != 0) {
      const Principal axes = principal(I);
      result.E = axes.E * result.E;
      result.inertia = Sym3<double>::diagonal(axes.moments.x, axes.moments.y, axes.moments.z);
    }
    double a = std::max(I.xx, compiler.boundinertia), b = std::max(I.yy, compiler.boundinertia),
           c = std::max(I.zz, compiler.boundinertia);
    if (compiler.balanceinertia && (a + b < c || a + c < b || b + c < a)) a = b = c = (a + b + c) / 3;
    result.inertia = Sym3<double>::diagonal(a, b, c);
  }
  return {result.mass, result.mass > 0 ? result.com : Vec3<double>{}, rotate(transpose(result.E), result.inertia)};
}

}  // namespace treefix::io::mjcf
