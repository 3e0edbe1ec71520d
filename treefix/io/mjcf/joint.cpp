#include <treefix/io/mjcf/joint.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// The same number for each degree of freedom; empty if it is zero.
std::vector<double> repeated(const Element& element, const char* attribute, double value, JointKind kind,
                             Report& report) {
  if (value == 0) return {};
  if (value > 0) return std::vector<double>(static_cast<std::size_t>(velocity_count(kind)), value);
  report.error(element.where(attribute),
               {.topic = physics, .seen = concat(attribute, " is ", value), .expected = "zero or more"});
  return {};
}

/// Whether an interval is a limit. `limited` determines this; if it is automatic, a nonempty interval is a limit.
bool is_limited(const Element& element, const char* attribute, const char* switch_attribute,
                const std::optional<Vec3<double>>& interval, Tristate limited, const Compiler& compiler,
                Report& report) {
  if (limited == Tristate::no) return false;
  const bool given = interval && (interval->x != 0 || interval->y != 0);
  const bool proper = interval && interval->x < interval->y;
  if (limited == Tristate::automatic && given && !compiler.autolimits) {
    report.error(element.where(attribute), {.topic = structure,
                                            .seen = concat("it has ", attribute, " but not ", switch_attribute),
                                            .expected = concat(switch_attribute, "=\"true\" or \"false\""),
                                            .hint = "autolimits=\"true\" in <compiler> would make it a limit"});
    return false;
  }
  if (proper) return true;
  if (limited == Tristate::yes)
    report.error(element.where(attribute),
                 {.topic = physics,
                  .seen = interval ? concat(attribute, " is ", interval->x, " to ", interval->y)
                                   : concat("it has ", switch_attribute, "=\"true\" but no ", attribute),
                  .expected = "a lower bound below the upper bound"});
  else if (given)
    report.warning(element.where(attribute),
                   {.topic = physics,
                    .seen = concat(attribute, " is ", interval->x, " to ", interval->y, ", an empty interval"),
                    .done = "treated as unlimited, as in MuJoCo",
                    .hint = "the lower bound comes first"});
  return false;
}

void set_limits(const Element& element, const JointAttributes& joint, const Compiler& compiler, JointRecord& record,
                Ignored& ignored, Report& report) {
  JointSpec& spec = record.spec;
  if (spec.kind == JointKind::free) return;
  if (spec.kind == JointKind::spherical) {
    if (joint.limited == Tristate::no || !joint.range || (joint.range->x == 0 && joint.range->y == 0)) return;
    if (joint.range->x == 0 && std::isinf(joint.range->y)) return;
    if (joint.range->x != 0)
      report.error(element.where("range"), {.topic = physics,
                                            .seen = concat("the range of a ball joint begins at ", joint.range->x),
                                            .expected = "0 and the largest angle"});
    ++ignored.ball_limits;
    return;
  }
  if (is_limited(element, "range", "limited", joint.range, joint.limited, compiler, report)) {
    const bool angle = spec.kind == JointKind::revolute;
    spec.lower = {angle ? compiler.radians(joint.range->x) : joint.range->x};
    spec.upper = {angle ? compiler.radians(joint.range->y) : joint.range->y};
  }
  if (is_limited(element, "actuatorfrcrange", "actuatorfrclimited", joint.effort, joint.effort_limited, compiler,
                 report) &&
      joint.effort->x == -joint.effort->y)  // treefix has one limit for both directions
    spec.effort_limit = {joint.effort->y};
}

}  // namespace

JointRecord make_joint(const Element& element, const JointAttributes& joint, const Transform<double>& X,
                       const Compiler& compiler, Ignored& ignored, Report& report) {
  JointRecord record{.element = element};
  JointSpec& spec = record.spec;
  spec.kind = joint.type;
  if (joint.type == JointKind::free) record.align = Tristate::automatic;
  if (velocity_count(joint.type) == 1) {
    constexpr double too_short = 1e-13;
    const double largest = std::max({std::abs(joint.axis.x), std::abs(joint.axis.y), std::abs(joint.axis.z)});
    if (const auto axis = unit(joint.axis); axis && largest > too_short)
      spec.axis = transpose_times(X.E, *axis);
    else
      report.error(element.where("axis"),
                   {.topic = physics,
                    .seen = concat("axis is (", joint.axis.x, ", ", joint.axis.y, ", ", joint.axis.z, ")"),
                    .expected = "a direction"});
    record.ref = joint.type == JointKind::revolute ? compiler.radians(joint.ref) : joint.ref;
    if (joint.type == JointKind::prismatic && std::abs(joint.ref) > longest)
      check_position(element.where("ref"), "ref", {joint.ref, 0, 0}, report);
  }
  if (joint.type == JointKind::revolute || joint.type == JointKind::spherical) record.pos = X.point_back(joint.pos);
  spec.armature = repeated(element, "armature", joint.armature, joint.type, report);
  spec.damping = repeated(element, "damping", joint.damping, joint.type, report);
  spec.friction = repeated(element, "frictionloss", joint.friction, joint.type, report);
  set_limits(element, joint, compiler, record, ignored, report);
  ignored.damping += joint.damping != 0;
  ignored.friction += joint.friction != 0;
  ignored.springs += joint.spring;
  if (joint.type == JointKind::free && joint.armature != 0)
    report.warning(element.where("armature"),
                   {.topic = physics,
                    .seen = "a free joint has armature",
                    .done = "applied along the axes of the body; MuJoCo applies it along the axes of the world",
                    .hint = "the mass matrix is the same, but not the forces on a body that rotates and moves"});
  return record;
}

JointRecord make_freejoint(const Element& element, Report& report) {
  check_attributes(element, Kind::freejoint, report);
  JointRecord record{.element = element, .spec = JointSpec::free(), .align = Tristate::automatic};
  read_word_into(element, "align", tristate, record.align, report);
  return record;
}

void check_joints(View<const JointRecord> joints, bool at_top, Report& report) {
  int freedoms = 0;
  bool ball = false;
  const auto refuse = [&](const JointRecord& joint, const char* seen, const char* expected) {
    report.error(joint.element.where(), {.topic = structure, .seen = seen, .expected = expected});
  };
  for (const JointRecord& joint : joints) {
    const JointKind kind = joint.spec.kind;
    if (kind == JointKind::free && joints.size() > 1)
      return refuse(joint, "a free joint and other joints in the same body", "a free joint alone");
    if (kind == JointKind::free && !at_top)
      return refuse(joint, "a free joint in a nested body", "a body directly in <worldbody>");
    if (ball && (kind == JointKind::spherical || kind == JointKind::revolute))
      return refuse(joint, "a ball joint before a joint that rotates", "the ball joint last");
    ball = ball || kind == JointKind::spherical;
    freedoms += velocity_count(kind);
    if (freedoms > 6) return refuse(joint, "more than 6 degrees of freedom in one body", "at most 6");
  }
}

}  // namespace treefix::io::mjcf
