#include <treefix/io/mjcf/robot.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/model/validate.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// Cheaper than Element::where, which searches the enclosing elements for a name.
Where where(const BodyRecord& body) {
  return {&body.element.source(), body.element.node().name() - 1, concat("body '", body.name, "'")};
}

void add_meshes(Walk& walk, const Compiler& compiler, Assets& assets, Report& report) {
  for (const GeomRecord& record : walk.meshes) {
    BodyRecord& body = walk.bodies[static_cast<std::size_t>(record.body)];
    if (compiler.inertiafromgeom == Tristate::automatic && body.inertial_element) continue;
    if (auto part = inertial_of(record.element, record.geom, assets, report)) {
      part->com = record.X.point_back(part->com);
      part->inertia = rotate(transpose(record.X.E), part->inertia);
      body.geoms.push_back(*part);
    }
  }
}

Massive massive(const BodyRecord& body, const Compiler& compiler) {
  const bool from_geoms = compiler.inertiafromgeom == Tristate::yes ||
                          (compiler.inertiafromgeom == Tristate::automatic && !body.inertial_element);
  if (from_geoms && !body.geoms.empty()) {
    const Inertial total = sum(body.geoms);
    return {.mass = total.mass, .com = total.com, .inertia = total.inertia};
  }
  // MuJoCo puts the centre of a massless body at its pos, which matters if boundmass gives the body mass
  return body.inertial.value_or(Massive{.com = body.pos});
}

/// A body that moves needs an inertia; a body fixed to another may be a point mass.
void check_given(const BodyRecord& body, const Inertial& inertial, Report& report) {
  const Element& element = body.inertial_element;
  if (body.joints.empty() || !element || !is_zero(inertial.inertia)) return;
  if (element.has("diaginertia") || element.has("fullinertia")) return;
  report.error(element.where(), {.topic = structure,
                                 .seen = "it has neither diaginertia nor fullinertia",
                                 .expected = "one of them, because the body moves"});
}

/// The motion of a joint from q = 0 to q = −ref. It precedes the joint, which then moves by q − ref.
Transform<double> back_by_ref(const JointRecord& joint) {
  if (joint.ref == 0) return {};
  if (joint.spec.kind == JointKind::revolute) return placed(Vec3<double>{}, turned(joint.spec.axis, -joint.ref));
  return placed(-joint.ref * joint.spec.axis);
}

}  // namespace

namespace {

/// For each body, whether it or a body that carries it has a joint.
std::vector<bool> find_moving(const std::vector<BodyRecord>& bodies) {
  std::vector<bool> moves;
  moves.reserve(bodies.size());
  for (const BodyRecord& body : bodies)
    moves.push_back(!body.joints.empty() || (body.parent != root && moves[static_cast<std::size_t>(body.parent)]));
  return moves;
}

/// The mass that settotalmass scales. In MuJoCo, bodies that are fused with the world have no mass.
double total_mass(const std::vector<BodyRecord>& bodies, const std::vector<Inertial>& inertials, bool fusestatic) {
  const std::vector<bool> moves = find_moving(bodies);
  double total = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k)
    if (!fusestatic || moves[k] || bodies[k].mocap) total += inertials[k].mass;
  return total;
}

}  // namespace

std::vector<Inertial> weigh_bodies(Walk& walk, Context& context, Assets& assets) {
  const Compiler& compiler = context.compiler;
  add_meshes(walk, compiler, assets, context.report);
  std::vector<Inertial> all;
  all.reserve(walk.bodies.size());
  for (const BodyRecord& body : walk.bodies) all.push_back(bounded(massive(body, compiler), compiler));
  const double total = total_mass(walk.bodies, all, compiler.fusestatic);
  const double scale = compiler.settotalmass > 0 && total > 0 ? compiler.settotalmass / total : 1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    Inertial& inertial = all[k];
    const BodyRecord& body = walk.bodies[k];
    if (scale != 1) {
      inertial.mass *= scale;
      inertial.inertia = scale * inertial.inertia;
    }
    if (!std::isfinite(inertial.mass) || !std::isfinite(trace(inertial.inertia))) {
      context.report.error(where(body), {.topic = physics,
                                         .seen = "mass or inertia is out of range for a double",
                                         .hint = "lengths are in metres, densities in kg/m³"});
      inertial = {};
      continue;
    }
    check_given(body, inertial, context.report);
    Inertial checked = inertial;
    if (body.joints.empty() && is_zero(inertial.inertia)) checked.inertia = inertial.mass * Sym3<double>::identity();
    if (!is_sound(checked)) check_inertial(where(body), checked, context.report, !body.joints.empty());
  }
  return all;
}

void check_tree(const Walk& walk, Context& context) {
  Report& report = context.report;
  const std::vector<bool> moves = find_moving(walk.bodies);
  for (const BodyRecord& body : walk.bodies) {
    const bool at_top = body.parent == root;
    if (!body.joints.empty()) check_joints(body.joints, at_top, report);
    if (body.mocap && (!at_top || !body.joints.empty()))
      report.error(body.element.where("mocap"), {.topic = structure,
                                                 .seen = "a mocap body that has joints or is nested",
                                                 .expected = "a body directly in <worldbody>, without joints"});
    for (const JointRecord& joint : body.joints) {
      const bool aligned =
          joint.align == Tristate::yes || (joint.align == Tristate::automatic && context.compiler.alignfree);
      if (aligned && body.children == 0)
        report.error(joint.element.where("align"),
                     {.topic = structure,
                      .seen = "the free body is to be aligned with its principal axes",
                      .expected = "no alignfree in <compiler> and no align in <freejoint>",
                      .hint = "alignment is not supported, because it changes the meaning of the coordinates"});
    }
  }
  for (const GeomRecord& plane : walk.planes)
    if (moves[static_cast<std::size_t>(plane.body)])
      report.error(plane.element.where(), {.topic = structure,
                                           .seen = "a plane in a body that moves",
                                           .expected = "planes in the world or in bodies fixed to it"});
}

void build_bodies(std::vector<BodyRecord>& bodies, View<const Inertial> inertials, NameRegister& names,
                  Builder& builder) {
  Index count = 0;
  for (const BodyRecord& body : bodies) count += std::max<Index>(1, ssize(body.joints));
  builder.reserve(count);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    BodyRecord& body = bodies[k];
    const Inertial& inertial = inertials[static_cast<Index>(k)];
    BodySpec spec{.name = body.name, .mass = inertial.mass, .com = inertial.com, .inertia = inertial.inertia};
    if (body.parent != root) spec.parent = bodies[static_cast<std::size_t>(body.parent)].name;
    spec.placement = body.X;
    Vec3<double> anchor{};  // of the previous joint, in the body
    for (std::size_t j = 0; j < body.joints.size(); ++j) {
      JointRecord& joint = body.joints[j];
      if (joint.spec.kind == JointKind::free) spec.placement = {};  // its coordinates are the pose in the world
      const bool turns = joint.spec.kind == JointKind::revolute || joint.spec.kind == JointKind::spherical;
      if (turns) spec.placement = placed(joint.pos - std::exchange(anchor, joint.pos)) * spec.placement;
      spec.placement = back_by_ref(joint) * spec.placement;
      spec.joint = std::move(joint.spec);
      if (j + 1 == body.joints.size()) break;
      BodySpec link{.name = names.add_free(concat(body.name, "/", j + 1), body.element), .parent = spec.parent};
      link.placement = std::exchange(spec.placement, {});
      link.joint = std::move(spec.joint);
      spec.parent = link.name;
      builder.body(std::move(link));
    }
    spec.offset = placed(-anchor);
    builder.body(std::move(spec));
  }
}

}  // namespace treefix::io::mjcf
