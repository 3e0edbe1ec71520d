#include <treefix/model/validate.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

/// Accepted error of rotations, since those read from text are rounded. They are orthonormalised afterwards.
constexpr double rotation_tolerance = 1e-6;
/// Moments of inertia may be negative or violate the triangle inequality by this fraction of their sum, due to
/// rounding.
constexpr double inertia_tolerance = 1e-9;
/// Inertias smaller than this times the mass, in m², count as zeros that a program has written inexactly.
constexpr double noise = 1e-15;
/// Rounding error of a sum of inertias, relative to its largest terms.
constexpr double rounding = 16 * epsilon<double>();

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

/// The same matrix as an array, with margin·1 added and divided by its trace, so that small bodies do not underflow.
struct Shifted {
  double rows[3][3];

  Shifted(const Sym3<double>& a, double margin) {
    const double s = 1 / trace(a);
    const double values[3][3] = {{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) rows[i][j] = s * values[i][j] + (i == j ? margin : 0);
  }
};

/// By elimination with the largest pivot first, which is accurate even if the matrix is nearly singular.
template <int size>
bool is_positive_definite(double (&a)[size][size], int n = size) {
  bool done[size] = {};
  for (int step = 0; step < n; ++step) {
    int p = -1;
    for (int i = 0; i < n; ++i)
      if (!done[i] && (p < 0 || a[i][i] > a[p][p])) p = i;
    if (a[p][p] <= 0) return false;
    done[p] = true;
    for (int i = 0; i < n; ++i) {
      if (done[i]) continue;
      const double factor = a[i][p] / a[p][p];
      for (int j = 0; j < n; ++j)
        if (!done[j]) a[i][j] -= factor * a[p][j];
    }
  }
  return true;
}

/// Whether all eigenvalues are above −margin·trace.
bool is_positive_definite(const Sym3<double>& a, double margin) {
  Shifted shifted(a, margin);
  return trace(a) > 0 && is_positive_definite(shifted.rows);
}

void check_inertia(const BodySpec& body, bool tolerant, Problems& problems) {
  bool finite = true;
  const auto problem = [&](const auto&... parts) {
    problems.push_back({body.name, concat("body '", body.name, "': ", parts...)});
  };
  const auto require_finite = [&](const char* what, const auto& value) {
    if (is_finite(value)) return;
    problem(what, " is ", to_text(value), ", expected finite numbers");
    finite = false;
  };
  require_finite("mass", body.mass);
  require_finite("centre of mass", body.com);
  require_finite("inertia", body.inertia);
  if (!finite) return;
  if (body.mass < 0) {
    problem("mass is ", body.mass, ", expected zero or more");
    return;
  }
  const Doubt found = doubt(body.mass, body.inertia);
  // a fixed body only has to be valid together with the body that carries it
  if (tolerant && (found != Doubt::negative || body.joint.kind == JointKind::fixed)) return;
  switch (found) {
    case Doubt::none: break;
    case Doubt::no_mass:
      problem("mass is zero but its inertia is not (", to_text(body.inertia),
              "); give it a mass, or give its joint an armature");
      break;
    case Doubt::negative:
    case Doubt::singular:
      problem("inertia about the centre of mass is not positive definite (", to_text(body.inertia), ")");
      break;
    case Doubt::triangle:
      problem("principal moments of inertia violate the triangle inequality (", to_text(body.inertia),
              "); no rigid body has such moments");
      break;
  }
}

void check_joint(const BodySpec& body, Problems& problems) {
  const JointSpec& joint = body.joint;
  const int nq = position_count(joint.kind), nv = velocity_count(joint.kind);
  const auto problem = [&](const auto&... parts) {
    const std::string& name = joint.name.empty() ? body.name : joint.name;
    problems.push_back({name, concat("joint '", name, "': ", parts...)});
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
  check_list("damping", joint.damping, nv, false, false);
  check_list("friction", joint.friction, nv, false, false);
  check_list("velocity limit", joint.velocity_limit, nv, true, false);
  check_list("effort limit", joint.effort_limit, nv, true, false);
  check_list("lower limit", joint.lower, nq, true, true);
  check_list("upper limit", joint.upper, nq, true, true);
  for (std::size_t k = 0; k < std::min(joint.lower.size(), joint.upper.size()); ++k)
    if (joint.lower[k] > joint.upper[k])
      problem("lower limit ", joint.lower[k], " is above the upper limit ", joint.upper[k]);
}

}  // namespace

bool is_zero(const Sym3<double>& a) {
  return a.xx == 0 && a.xy == 0 && a.yy == 0 && a.xz == 0 && a.yz == 0 && a.zz == 0;
}

double largest_entry(const Sym3<double>& a) {
  return std::max({std::abs(a.xx), std::abs(a.xy), std::abs(a.xz), std::abs(a.yy), std::abs(a.yz), std::abs(a.zz)});
}

bool is_identity(const Transform<double>& X) {
  const auto is = [](const Vec3<double>& a, double x, double y, double z) { return a.x == x && a.y == y && a.z == z; };
  return is(X.E.x, 1, 0, 0) && is(X.E.y, 0, 1, 0) && is(X.E.z, 0, 0, 1) && is(X.r, 0, 0, 0);
}

Transform<double> cleaned(const Transform<double>& X) { return {orthonormalized(orthonormalized(X.E)), X.r}; }

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_placement(std::string_view kind, std::string_view name, const Transform<double>& placement,
                     Problems& problems) {
  const auto& [E, r] = placement;
  const auto problem = [&](const auto&... parts) {
    problems.push_back({std::string(name), concat(kind, " '", name, "': ", parts...)});
  };
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

void check_body(const BodySpec& body, bool tolerant, Problems& problems) {
  check_inertia(body, tolerant, problems);
  check_placement("body", body.name, body.placement, problems);
  if (!is_identity(body.offset)) check_placement("offset of body", body.name, body.offset, problems);
  check_joint(body, problems);
}

bool is_clearly_sound(const Sym3<double>& a) {
  // no eigenvalue of I or of ½ tr(I) 1 − I is further from its diagonal than the sum of the rest of the row
  const double x = std::abs(a.xy) + std::abs(a.xz), y = std::abs(a.xy) + std::abs(a.yz),
               z = std::abs(a.xz) + std::abs(a.yz);
  const double half = trace(a) / 2;
  return a.xx > x && a.yy > y && a.zz > z && half - a.xx > x && half - a.yy > y && half - a.zz > z;
}

Doubt doubt(double mass, const Sym3<double>& inertia) {
  if (mass > 0 && is_clearly_sound(inertia)) return Doubt::none;
  if (is_zero(inertia)) return mass == 0 ? Doubt::none : Doubt::singular;
  const bool definite = is_positive_definite(inertia, 0);
  if (!definite && !is_positive_definite(inertia, inertia_tolerance))
    return largest_entry(inertia) < noise * mass ? Doubt::singular : Doubt::negative;
  if (mass == 0) return Doubt::no_mass;
  if (!definite) return Doubt::singular;
  // Ixx + Iyy ≥ Izz in every basis: the second moments Σ = ½ tr(I) 1 − I are positive semidefinite
  const Sym3<double> moments = 0.5 * trace(inertia) * Sym3<double>::identity() - inertia;
  return is_positive_definite(moments, inertia_tolerance) ? Doubt::none : Doubt::triangle;
}

bool resists(const Inertia<double>& inertia, const JointSpec& spec) {
  const Joint<double> joint{.kind = spec.kind, .S = motion_subspace(spec)};
  const int n = joint.dof();
  if (!spec.armature.empty() && ssize(spec.armature) != n) return true;  // reported elsewhere
  double D[6][6], size[6];
  for (int k = 0; k < n; ++k) {
    const Motion<double> S = joint_column(joint, k);
    const Force<double> U = inertia * S;
    const double armature = spec.armature.empty() ? 0 : spec.armature[static_cast<std::size_t>(k)];
    for (int l = 0; l <= k; ++l) D[k][l] = D[l][k] = dot(U, joint_column(joint, l));
    D[k][k] += armature;
    // larger than any term of D that may cancel
    size[k] = 2 * (trace(inertia.I) * dot(S.w, S.w) + inertia.m * dot(S.v, S.v)) + armature;
    if (size[k] <= 0) return false;
  }
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l) D[k][l] = D[k][l] / std::sqrt(size[k]) / std::sqrt(size[l]) - (k == l ? rounding : 0);
  return is_positive_definite(D, n);
}

Motion<double> motion_subspace(JointKind kind, const Vec3<double>& axis, double pitch) {
  if (!has_axis(kind)) return {};
  const Vec3<double> u = (1 / math::sqrt(dot(axis, axis))) * axis;
  switch (kind) {
    case JointKind::revolute: return {u, {}};
    case JointKind::prismatic: return {{}, u};
    default: return {u, pitch * u};
  }
}

}  // namespace treefix
