#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/attributes.hpp>
#include <treefix/io/fields.hpp>
#include <treefix/io/urdf/records.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::urdf {

namespace {

using enum Diagnostic::Topic;

enum class Type { revolute, continuous, prismatic, fixed, floating, planar };
constexpr std::array<std::string_view, 6> type_names{"revolute", "continuous", "prismatic",
                                                     "fixed",    "floating",   "planar"};

std::optional<Type> read_type(const Element& joint, Report& report) {
  const char* expected = "revolute, continuous, prismatic, fixed, floating or planar";
  const auto found = joint.attribute("type");
  if (!found) {
    require_attribute(joint, "type", expected, report);
    return {};
  }
  const std::string_view given = *found;
  for (std::size_t k = 0; k < type_names.size(); ++k)
    if (given == type_names[k]) return static_cast<Type>(k);
  std::string hint = did_you_mean(given, type_names);
  if (given == "spherical" || given == "ball") hint = "URDF has no such joint type; use three revolute joints instead";
  report.error(joint.where("type"),
               {.topic = structure, .seen = quoted("type", given), .expected = expected, .hint = std::move(hint)});
  return {};
}

JointKind kind_of(Type type) {
  switch (type) {
    case Type::revolute:
    case Type::continuous: return JointKind::revolute;
    case Type::prismatic: return JointKind::prismatic;
    case Type::floating: return JointKind::free;
    case Type::planar: return JointKind::planar;
    case Type::fixed: break;
  }
  return JointKind::fixed;
}

/// A joint and the child elements that the reader uses.
struct Parts {
  Element joint, parent, child, origin, axis, limit, dynamics, mimic;
};

Parts find_parts(const Element& joint, Report& report) {
  constexpr std::array<std::string_view, 7> names{"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"};
  const auto [origin, parent, child, axis, limit, dynamics, mimic] =
      find_children(joint, names, report, {"calibration", "safety_controller"});
  return {joint, parent, child, origin, axis, limit, dynamics, mimic};
}

std::string_view read_link_name(const Element& joint, const Element& element, const char* role, Report& report) {
  if (element) return require_name(element, "link", "the name of a link", report);
  report.error(
      joint.where(),
      {.topic = structure, .seen = concat("<", role, "> is missing"), .expected = concat("<", role, " link=\"…\"/>")});
  return {};
}

/// The axis as a unit vector; x, the default of URDF, if it is missing or refused.
Vec3<double> read_axis(const Element& element, Report& report) {
  const Vec3<double> standard{1, 0, 0};
  if (!element) return standard;
  double xyz[3];
  Field fields[] = {{"xyz", xyz, 3, true}};
  if (!read_fields(element, fields, report)) return standard;
  const Vec3<double> axis{xyz[0], xyz[1], xyz[2]};
  const double length = std::hypot(axis.x, axis.y, axis.z);
  constexpr double least = 1e-100, most = 1e100, rounding = 1e-4;
  if (!(length >= least && length <= most)) {
    report.error(element.where("xyz"), {.topic = physics,
                                        .seen = quoted("xyz", element.attribute("xyz").value_or("")),
                                        .expected = "a direction of length 1"});
    return standard;
  }
  if (std::abs(length - 1) > rounding)
    report.warning(element.where("xyz"), {.topic = physics,
                                          .seen = concat("the axis has length ", length),
                                          .expected = "length 1",
                                          .done = "scaled to length 1"});
  return (1 / length) * axis;
}

/// No limit is inf or, because many readers of URDF do not accept that, the largest double, which to_urdf writes.
double unlimited(double limit) {
  constexpr double largest = std::numeric_limits<double>::max();
  return limit >= largest ? inf : limit <= -largest ? -inf : limit;
}

/// Reads a velocity or effort limit.
void keep_largest(const Element& limit, const Field& field, double& to, Report& report) {
  if (field.given && *field.values >= 0) {
    to = unlimited(*field.values);
    return;
  }
  const std::string name(field.name);
  if (field.given)
    report.warning(
        limit.where(name.c_str()),
        {.seen = concat(name, " is ", *field.values), .expected = "zero or more", .done = "treated as unlimited"});
  else if (!field.present)
    report.warning(limit.where(), {.topic = structure,
                                   .seen = concat("attribute '", name, "' is missing"),
                                   .expected = "effort and velocity",
                                   .done = "treated as unlimited"});
}

void read_limits(const Parts& parts, Type type, Joint& to, Report& report) {
  const bool bounded = type == Type::revolute || type == Type::prismatic;
  const Element& limit = parts.limit;
  if (velocity_count(to.kind) != 1) return;
  if (!limit) {
    if (bounded)
      report.warning(parts.joint.where(),
                     {.topic = structure,
                      .seen = "<limit> is missing",
                      .expected = concat("one because the joint is ", type_names[static_cast<std::size_t>(type)]),
                      .done = "treated as unlimited",
                      .hint = type == Type::revolute ? "use type continuous for a joint without limits" : ""});
    return;
  }
  double lower = 0, upper = 0, effort = 0, velocity = 0;
  Field fields[] = {{"lower", &lower}, {"upper", &upper}, {"effort", &effort}, {"velocity", &velocity}};
  for (Field& field : fields) field.infinity = Infinity::allowed;
  read_fields(limit, fields, report);
  keep_largest(limit, fields[2], to.effort, report);
  keep_largest(limit, fields[3], to.velocity, report);
  if (!bounded) return;
  lower = unlimited(lower);
  upper = unlimited(upper);
  if (lower > upper) {
    report.warning(limit.where("lower"), {.seen = concat("lower is ", lower, ", greater than upper, ", upper),
                                          .expected = "lower <= upper",
                                          .done = "both ignored"});
  } else if (lower == inf || upper == -inf) {
    report.warning(limit.where("lower"), {.seen = concat("lower and upper are ", lower),
                                          .expected = "limits with a number between them",
                                          .done = "both ignored"});
  } else {
    to.lower = lower;
    to.upper = upper;
  }
}

void read_dynamics(const Element& dynamics, Joint& to, Report& report) {
  const Index count = velocity_count(to.kind);
  if (!dynamics || count == 0) return;
  // URDF has one number for all degrees of freedom; armature is an extension of treefix, with one number for each
  double armature[6];
  Field fields[] = {{"damping", &to.damping}, {"friction", &to.friction}, {"armature", armature, count}};
  read_fields(dynamics, fields, report);
  if (fields[2].given) to.armature.assign(armature, armature + count);
  for (const Field& field : fields)
    if (const double least = field.given ? *std::min_element(field.values, field.values + field.count) : 0; least < 0)
      report.error(dynamics.where(std::string(field.name).c_str()),
                   {.topic = physics, .seen = concat(field.name, " is ", least), .expected = "zero or more"});
}

void read_mimic(const Element& mimic, const LoadOptions& options, Joint& to, Report& report) {
  if (!mimic || to.kind == JointKind::fixed) return;
  const std::string_view leader = require_name(mimic, "joint", "the name of the leader joint", report);
  to.leader = leader;
  Field fields[] = {{"multiplier", &to.ratio}, {"offset", &to.offset}};
  read_fields(mimic, fields, report);
  if (velocity_count(to.kind) != 1)
    report.error(mimic.where(), {.topic = structure,
                                 .seen = concat("a ", to_string(to.kind), " joint cannot be a mimic joint"),
                                 .expected = "a joint with one degree of freedom"});
  else if (!options.mimic)
    report.warning(mimic.where(), {.topic = ignored,
                                   .seen = concat("the joint mimics '", leader, "'"),
                                   .done = "loaded as an independent joint",
                                   .hint = "use the mimic option (mimic=True, --mimic) to keep the coupling"});
}

}  // namespace

std::optional<Joint> read_joint(const Element& element, const LoadOptions& options, Report& report) {
  Joint joint;
  joint.name = require_name(element, "name", "the name of the joint", report);
  const auto type = read_type(element, report);
  const Parts parts = find_parts(element, report);
  joint.parent = read_link_name(element, parts.parent, "parent", report);
  joint.child = read_link_name(element, parts.child, "child", report);
  joint.placement = read_origin(parts.origin, report);
  if (!type) return {};
  joint.kind = kind_of(*type);
  if (joint.kind != JointKind::fixed && joint.kind != JointKind::free) joint.axis = read_axis(parts.axis, report);
  read_limits(parts, *type, joint, report);
  read_dynamics(parts.dynamics, joint, report);
  read_mimic(parts.mimic, options, joint, report);
  if (joint.name.empty() || joint.parent.empty() || joint.child.empty()) return {};
  return joint;
}

}  // namespace treefix::io::urdf
