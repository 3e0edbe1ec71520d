// Models from bytes: makes a model of the parts.
#include <algorithm>
#include <cmath>
#include <utility>

#include <treefix/model/builder.hpp>
#include <treefix/model/byte_format.hpp>
#include <treefix/model/joint_lists.hpp>
#include <treefix/model/validate.hpp>
#include <treefix/planner/table.hpp>

namespace treefix {

namespace {

template <class T>
bool all_are(const std::vector<T>& values, bool (*good)(const T&)) {
  return std::all_of(values.begin(), values.end(), good);
}

bool is_finite_and_not_negative(const double& x) { return x >= 0 && std::isfinite(x); }
bool is_not_negative(const double& x) { return x >= 0; }
bool is_no_nan(const double& x) { return !std::isnan(x); }
bool has_leader(const MimicJoint& joint) { return joint.leader != root; }

/// Whether a link needs no other check. Most links pass; the Builder decides about all others.
bool is_clearly_valid(const Link& link) {
  Problems problems;
  check_placement({}, {}, link.placement, problems);
  const double axis = dot(link.axis, link.axis);
  return problems.empty() && std::isfinite(link.mass) && link.mass > 0 && is_finite(link.com) &&
         is_clearly_sound(link.inertia) && std::isnormal(axis) && std::isfinite(link.pitch);
}

bool is_clearly_valid(const byte_format::Parts& parts) {
  if (!is_finite(parts.gravity) || !all_are<Link>(parts.links, is_clearly_valid)) return false;
  for (const auto* list : {&parts.armatures, &parts.damping, &parts.friction})
    if (!all_are<double>(*list, is_finite_and_not_negative)) return false;
  for (const auto* list : {&parts.velocity, &parts.effort})
    if (!all_are<double>(*list, is_not_negative)) return false;
  if (!all_are<double>(parts.lower, is_no_nan) || !all_are<double>(parts.upper, is_no_nan)) return false;
  for (std::size_t k = 0; k < parts.lower.size(); ++k)
    if (parts.lower[k] > parts.upper[k]) return false;
  return true;
}

/// The names in a table; false if one is empty or used twice.
bool add_all(const std::vector<std::string>& names, NameTable& table) {
  constexpr std::size_t soon = planner::table::bodies_ahead;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k + soon < names.size()) table.prefetch(names[k + soon]);
    if (names[k].empty() || !table.add(names[k])) return false;
  }
  return true;
}

/// The description as bodies, without the properties of joints.
std::vector<BodySpec> bodies_of(const byte_format::Parts& parts) {
  std::vector<BodySpec> bodies(parts.links.size());
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Link& link = parts.links[k];
    BodySpec& body = bodies[k];
    body.name = parts.names[k];
    if (link.parent != root) body.parent = at(parts.names, link.parent);
    body.placement = link.placement;
    body.joint.kind = link.kind;
    body.joint.axis = link.axis;
    body.joint.pitch = link.pitch;
    body.mass = link.mass;
    body.com = link.com;
    body.inertia = link.inertia;
  }
  for (const auto& [link, offset] : parts.offsets) at(bodies, link).offset = offset;
  return bodies;
}

/// Adds the properties of joints to the bodies.
void add_joint_lists(const byte_format::Parts& parts, std::vector<BodySpec>& bodies) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Index joint = 0, q = 0, v = 0, all_v = 0;
  for (const Index k : parts.order) {
    JointSpec& spec = at(bodies, k).joint;
    if (spec.kind == JointKind::fixed) continue;
    const int nq = position_count(spec.kind), nv = velocity_count(spec.kind);
    spec.name = at(parts.joint_names, joint);
    spec.armature = given_numbers(parts.armatures, all_v, nv, 0);
    const MimicJoint mimic = parts.mimic_joints.empty() ? MimicJoint{} : at(parts.mimic_joints, joint);
    ++joint;
    all_v += nv;
    if (mimic.leader != root) {
      spec.mimic = {at(parts.joint_names, mimic.leader), mimic.ratio, mimic.offset};
      continue;
    }
    spec.lower = given_numbers(parts.lower, q, nq, -inf);
    spec.upper = given_numbers(parts.upper, q, nq, inf);
    spec.velocity_limit = given_numbers(parts.velocity, v, nv, inf);
    spec.effort_limit = given_numbers(parts.effort, v, nv, inf);
    spec.damping = given_numbers(parts.damping, v, nv, 0);
    spec.friction = given_numbers(parts.friction, v, nv, 0);
    q += nq;
    v += nv;
  }
}

Model built(byte_format::Parts parts) {
  std::vector<BodySpec> bodies = bodies_of(parts);
  add_joint_lists(parts, bodies);
  Builder builder(std::move(parts.name));
  builder.gravity(parts.gravity).tolerant(parts.tolerant).warnings(std::move(parts.warnings));
  builder.bodies(std::move(bodies));
  for (std::size_t k = 0; k < parts.frames.size(); ++k) {
    const auto& [link, placement] = parts.frames[k];
    builder.frame(parts.names[parts.links.size() + k], link == root ? std::string() : at(parts.names, link), placement);
  }
  return builder.build();
}

}  // namespace

Model ModelBytes::assembled(byte_format::Parts parts, NameTable names, NameTable joints) {
  auto data = std::make_shared<Model::Data>();
  data->name = std::move(parts.name);
  data->mechanism.gravity = parts.gravity;
  data->tolerant = parts.tolerant;
  data->warnings = std::move(parts.warnings);
  data->links = std::move(parts.links);
  data->link_offsets = std::move(parts.offsets);
  data->added_frames = std::move(parts.frames);
  data->assemble(parts.order);
  data->mechanism.armatures = std::move(parts.armatures);
  data->limits = {std::move(parts.lower), std::move(parts.upper), std::move(parts.velocity), std::move(parts.effort)};
  data->passive = {std::move(parts.damping), std::move(parts.friction)};
  data->body_names.reserve(parts.joint_names.size());
  for (const Index k : parts.order)
    if (at(data->links, k).kind != JointKind::fixed) data->body_names.push_back(std::move(at(parts.names, k)));
  data->frame_names = std::move(names);
  data->joints = std::move(joints);
  data->complete();
  return Model(std::move(data));
}

Model ModelBytes::model(byte_format::Parts parts) {
  // a model of a million bodies in a third of the time that the Builder takes
  const bool simple = parts.offsets.empty() && parts.frames.empty() &&
                      std::none_of(parts.mimic_joints.begin(), parts.mimic_joints.end(), has_leader);
  if (simple && is_clearly_valid(parts)) {
    NameTable names(parts.names.size()), joints(parts.joint_names.size());
    if (add_all(parts.names, names) && add_all(parts.joint_names, joints))
      return assembled(std::move(parts), std::move(names), std::move(joints));
  }
  return built(std::move(parts));
}

}  // namespace treefix
