#include <treefix/io/urdf/obstacles.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/encoding.hpp>

namespace treefix::io::urdf {

namespace {

using Obstacles = std::vector<std::string>;

View<const double> part(const std::vector<double>& x, Index first, Index count) { return {x.data() + first, count}; }

bool any_finite(View<const double> x) {
  return std::any_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

bool all_equal(View<const double> x) {
  return std::all_of(x.begin(), x.end(), [&](double value) { return value == x[0]; });
}

void check_name(std::string_view kind, const std::string& name, Obstacles& obstacles) {
  if (find_bad_character(name) != nullptr)
    obstacles.push_back(
        concat(kind, " '", printable(name), "': the name contains characters that XML cannot represent"));
}

void check_joint(const Model& model, Index i, Obstacles& obstacles) {
  const JointInfo joint = model.joint(i);
  check_name("joint", joint.name, obstacles);
  const auto obstacle = [&](const auto&... parts) {
    obstacles.push_back(concat("joint '", printable(joint.name), "': ", parts...));
  };
  if (joint.kind == JointKind::spherical || joint.kind == JointKind::helical)
    return obstacle("URDF has no ", to_string(joint.kind), " joints");
  if (joint.nv <= 1) return;  // URDF can express everything for one coordinate
  const Limits& limits = model.limits();
  if (any_finite(part(limits.lower, joint.q, joint.nq)) || any_finite(part(limits.upper, joint.q, joint.nq)) ||
      any_finite(part(limits.velocity, joint.v, joint.nv)) || any_finite(part(limits.effort, joint.v, joint.nv)))
    obstacle("it is ", to_string(joint.kind), ", and URDF does not support limits for such joints");
  if (!all_equal(part(model.passive().damping, joint.v, joint.nv)))
    obstacle("its coordinates have different damping, and URDF has one value per joint");
  if (!all_equal(part(model.passive().friction, joint.v, joint.nv)))
    obstacle("its coordinates have different friction, and URDF has one value per joint");
}

}  // namespace

std::vector<std::string> find_obstacles(const Model& model) {
  Obstacles obstacles;
  const Vec3<double>& g = model.mechanism().gravity;
  if (g.x != 0 || g.y != 0 || g.z != -9.81)
    obstacles.push_back(
        concat("gravity is (", g.x, ", ", g.y, ", ", g.z, "), which URDF cannot express; it is read as (0, 0, -9.81)"));
  check_name("model", model.name(), obstacles);
  for (Index i = 0; i < model.nbody(); ++i) check_joint(model, i, obstacles);
  for (const std::string& frame : model.frame_names()) check_name("frame", frame, obstacles);  // includes the bodies
  return obstacles;
}

}  // namespace treefix::io::urdf
