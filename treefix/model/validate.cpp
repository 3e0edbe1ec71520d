#include <treefix/model/validate.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

/// Rotations may be off by this much, as those read from text are. They are made orthonormal then.
constexpr double rotation_tolerance = 1e-6;
/// Moments of inertia may break the triangle inequality by this share of the largest, as rounded ones do.
constexpr double triangle_tolerance = 1e-9;

using treefix::to_text;
std::string to_text(const Vec3<double>& v) { return concat("(", v.x, ", ", v.y, ", ", v.z, ")"); }

std::string to_text(const Mat3<double>& a) { return concat(to_text(a.x), ", ", to_text(a.y), ", ", to_text(a.z)); }

std::string to_text(const Sym3<double>& a) {
  return concat("xx ", a.xx, ", xy ", a.xy, ", yy ", a.yy, ", xz ", a.xz, ", yz ", a.yz, ", zz ", a.zz);
}

bool is_finite(double x) { return std::isfinite(x); }
using treefix::is_finite;
bool is_finite(const Sym3<double>& a) {
  return is_finite(Vec3<double>{a.xx, a.yy, a.zz}) && is_finite(Vec3<double>{a.xy, a.xz, a.yz});
}

bool is_zero(const Sym3<double>& a) {
  return a.xx == 0 && a.xy == 0 && a.yy == 0 && a.xz == 0 && a.yz == 0 && a.zz == 0;
}

/// By the signs of the leading minors of a / trace + margin·1; divided, so that small bodies do not underflow.
bool is_positive_definite(const Sym3<double>& inertia, double margin) {
  if (!(trace(inertia) > 0)) return false;
  const Sym3<double> a = (1 / trace(inertia)) * inertia;
  const double xx = a.xx + margin, yy = a.yy + margin, zz = a.zz + margin;
  const double minor = xx * yy - a.xy * a.xy;
  const double det = zz * minor - a.yz * (xx * a.yz - a.xy * a.xz) - a.xz * (a.xz * yy - a.xy * a.yz);
  return xx > 0 && minor > 0 && det > 0;
}

void check_inertia(const BodySpec& body, Problems& problems) {
  bool finite = true;
  const auto problem = [&](const auto&... parts) { problems.push_back(concat("body '", body.name, "': ", parts...)); };
  const auto require_finite = [&](const char* what, const auto& value) {
    if (!is_finite(value)) problem(what, " is ", to_text(value), ", expected finite numbers"), finite = false;
  };
  require_finite("mass", body.mass);
  require_finite("centre of mass", body.com);
  require_finite("inertia", body.inertia);
  if (!finite) return;
  if (body.mass < 0) {
    problem("mass is ", body.mass, ", expected zero or more");
  } else if (body.mass == 0) {
    if (!is_zero(body.inertia))
      problem("mass is zero but its inertia is not (", to_text(body.inertia),
              "); give it a mass, or use armature for a rotor");
  } else if (!is_positive_definite(body.inertia, 0)) {
    problem("inertia about the centre of mass is not positive definite (", to_text(body.inertia), ")");
  } else {
    // Ixx + Iyy ≥ Izz in every basis: the second moments Σ = ½ tr(I) 1 − I are positive semidefinite
    const Sym3<double> moments = 0.5 * trace(body.inertia) * Sym3<double>::identity() - body.inertia;
    if (!is_positive_definite(moments, triangle_tolerance))
      problem("principal moments of inertia break the triangle inequality (", to_text(body.inertia),
              "): no body has these");
  }
}

void check_joint(const BodySpec& body, Problems& problems) {
  const JointSpec& joint = body.joint;
  const int nq = position_count(joint.kind), nv = velocity_count(joint.kind);
  const auto problem = [&](const auto&... parts) {
    problems.push_back(concat("joint '", joint.name.empty() ? body.name : joint.name, "': ", parts...));
  };
  if (nv == 1) {
    const double squared = dot(joint.axis, joint.axis);
    if (!is_finite(joint.axis))
      problem("axis is ", to_text(joint.axis), ", expected finite numbers");
    else if (joint.axis.x == 0 && joint.axis.y == 0 && joint.axis.z == 0)
      problem("axis is zero, expected a direction");
    else if (!std::isnormal(squared))
      problem("axis is ", to_text(joint.axis), ", too large or too small to be a direction");
  }
  if (joint.kind == JointKind::helical && !std::isfinite(joint.pitch))
    problem("pitch is ", joint.pitch, ", expected a finite number");

  const auto check_list = [&](const char* what, const std::vector<double>& values, int count, bool is_limit,
                              bool may_be_negative) {
    if (values.empty()) return;
    if (ssize(values) != count) problem(what, " has ", values.size(), " numbers, expected ", count);
    for (const double x : values) {
      if (std::isnan(x) || (!is_limit && std::isinf(x)))
        problem(what, " is ", x, ", expected a ", is_limit ? "number" : "finite number");
      else if (x < 0 && !may_be_negative)
        problem(what, " is ", x, ", expected zero or more");
    }
  };
  check_list("armature", joint.armature, nv, false, false);
  check_list("velocity limit", joint.velocity_limit, nv, true, false);
  check_list("effort limit", joint.effort_limit, nv, true, false);
  check_list("lower limit", joint.lower, nq, true, true);
  check_list("upper limit", joint.upper, nq, true, true);
  for (std::size_t k = 0; k < std::min(joint.lower.size(), joint.upper.size()); ++k)
    if (joint.lower[k] > joint.upper[k])
      problem("lower limit ", joint.lower[k], " is above the upper limit ", joint.upper[k]);
}

}  // namespace

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_placement(std::string_view kind, std::string_view name, const Transform<double>& placement,
                     Problems& problems) {
  const auto& [E, r] = placement;
  const auto problem = [&](const auto&... parts) { problems.push_back(concat(kind, " '", name, "': ", parts...)); };
  if (!is_finite(r)) problem("position is ", to_text(r), ", expected finite numbers");
  if (!is_finite(E.x) || !is_finite(E.y) || !is_finite(E.z)) {
    problem("rotation has rows ", to_text(E), ", expected finite numbers");
    return;
  }
  const Mat3<double> off = E * transpose(E) - Mat3<double>::identity();
  const double error = std::max({std::abs(off.x.x), std::abs(off.y.y), std::abs(off.z.z), std::abs(off.x.y),
                                 std::abs(off.x.z), std::abs(off.y.z)});
  if (!(error <= rotation_tolerance) || dot(cross(E.x, E.y), E.z) < 0)
    problem("rotation has rows ", to_text(E), ", expected a right-handed orthonormal matrix");
}

void check_body(const BodySpec& body, Problems& problems) {
  check_inertia(body, problems);
  check_placement("body", body.name, body.placement, problems);
  check_joint(body, problems);
}

}  // namespace treefix
