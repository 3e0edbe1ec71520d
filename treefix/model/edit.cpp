// Model: changed robots. Each is taken apart, changed and built again.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/description.hpp>
#include <treefix/model/validate.hpp>

namespace treefix {

namespace {

[[noreturn]] void refuse(const std::string& message, ValueError::About about) {
  throw ValueError(message, std::move(about));
}

// --- locked ----------------------------------------------------------------------------------------------

/// Checks the position of one joint, with messages about that joint.
void check_position(const JointInfo& joint, const std::vector<double>& q) {
  if (ssize(q) != joint.nq)
    refuse(concat("position of joint '", joint.name, "' has ", q.size(), q.size() == 1 ? " number" : " numbers",
                  ", expected ", joint.nq),
           {.argument = "positions", .body = joint.name, .got = concat(q.size()), .expected = concat(joint.nq)});
  for (const double x : q)
    if (!std::isfinite(x))
      refuse(concat("position of joint '", joint.name, "' is ", x, ", expected a finite number"),
             {.argument = "positions", .body = joint.name, .got = to_text(x), .expected = "a finite number"});
  if (const int offset = quaternion_offset(joint.kind); offset >= 0) {
    const double length = std::sqrt(squared_norm(quaternion_at<double>(q, offset)));
    if (!(std::abs(length - 1) <= quaternion_tolerance))
      refuse(concat("position of joint '", joint.name, "' has a quaternion of length ", length, ", expected 1"),
             {.argument = "positions", .body = joint.name, .got = to_text(length), .expected = "a unit quaternion"});
  }
}

/// The joints that are locked, mimic joints included, with their positions.
std::map<Index, std::vector<double>> locked_joints(const Model& model, const std::vector<JointPosition>& positions) {
  std::map<Index, std::vector<double>> locked;
  for (const JointPosition& position : positions) {
    const JointInfo joint = model.joint(position.joint);
    if (joint.leader != root)
      refuse(concat("joint '", joint.name, "' mimics joint '", model.joint(joint.leader).name,
                    "'; lock that joint, and both are fixed"),
             {.argument = "positions", .body = joint.name});
    check_position(joint, position.q);
    if (!locked.emplace(joint.body, position.q).second)
      refuse(concat("joint '", joint.name, "' has two positions, expected one"),
             {.argument = "positions", .body = joint.name});
  }
  if (!model.has_mimic()) return locked;
  for (Index i = 0; i < model.nbody(); ++i)
    if (const JointInfo joint = model.joint(i); joint.leader != root)
      if (const auto leader = locked.find(joint.leader); leader != locked.end())
        locked.emplace(i, std::vector<double>{joint.ratio * leader->second[0] + joint.offset});
  return locked;
}

/// Fixes the joint of a body at a position.
void fix_at(BodySpec& body, View<const double> q) {
  const Joint<double> joint{
      .kind = body.joint.kind, .S = motion_subspace(body.joint), .X_tree = cleaned(body.placement)};
  body.placement = joint_transform<double>(joint, q);
  body.joint = JointSpec::fixed();
}

// --- attached --------------------------------------------------------------------------------------------

/// The link that carries a frame, by name, and the placement of the frame there.
FrameSpec carrier_of(const Model& model, std::string_view frame) {
  if (frame.empty()) return {};
  const auto& names = model.frame_names();
  const auto added = std::find(names.begin() + model.link_count(), names.end(), frame);
  if (added == names.end()) return {{}, names[static_cast<std::size_t>(model.link(frame))], {}};
  FrameSpec spec = model.frame_spec(added - names.begin());
  spec.placement = cleaned(spec.placement);
  return spec;
}

}  // namespace

Model Model::with_gravity(Vec3<double> gravity) const { return to_builder().gravity(gravity).build(); }

Model Model::with_payload(std::string_view body, double mass, Vec3<double> com, Sym3<double> inertia) const {
  const Index k = link(body);
  const BodySpec load{.name = "payload", .mass = mass, .com = com, .inertia = inertia};
  Problems problems;
  check_body(load, /*tolerant=*/true, problems);
  if (!problems.empty()) throw ModelError("payload", std::move(problems));
  Description parts(*this);
  BodySpec& spec = parts.bodies[static_cast<std::size_t>(k)];
  if (spec.mass == 0 && is_zero(spec.inertia)) {
    spec.mass = mass;
    spec.com = com;
    spec.inertia = inertia;
  } else {
    const auto sum =
        Inertia<double>::from_com(spec.mass, spec.com, spec.inertia) + Inertia<double>::from_com(mass, com, inertia);
    spec.mass = sum.m;
    spec.com = sum.m > 0 ? (1 / sum.m) * sum.h : Vec3<double>{};
    spec.inertia = sum.about(spec.com);
  }
  return std::move(parts).builder(*this).build();
}

Model Model::locked(const std::vector<JointPosition>& positions) const {
  const auto locked = locked_joints(*this, positions);
  Description parts(*this);
  for (Index k = 0; k < link_count(); ++k) {
    BodySpec& body = parts.bodies[static_cast<std::size_t>(k)];
    if (body.joint.kind == JointKind::fixed) continue;
    if (const auto found = locked.find(frame(k).body); found != locked.end()) fix_at(body, found->second);
  }
  return std::move(parts).builder(*this).build();
}

Model Model::attached(const Model& other, std::string_view frame, std::string_view prefix) const {
  const FrameSpec carrier = carrier_of(*this, frame);
  const auto prefixed = [&](std::string& name) { name.insert(0, prefix); };
  // What hangs from the root of the other robot hangs from the frame.
  const auto attach = [&](std::string& parent, Transform<double>& placement) {
    if (!parent.empty()) return prefixed(parent);
    parent = carrier.body;
    if (!is_identity(carrier.placement)) placement = cleaned(placement) * carrier.placement;
  };
  Description parts(*this), others(other);
  for (BodySpec& body : others.bodies) {
    prefixed(body.name);
    attach(body.parent, body.placement);
    if (!body.joint.name.empty()) prefixed(body.joint.name);
    if (!body.joint.mimic.joint.empty()) prefixed(body.joint.mimic.joint);
    parts.bodies.push_back(std::move(body));
  }
  for (FrameSpec& added : others.frames) {
    prefixed(added.name);
    attach(added.body, added.placement);
    parts.frames.push_back(std::move(added));
  }
  std::vector<Diagnostic> all = warnings();
  all.insert(all.end(), other.warnings().begin(), other.warnings().end());
  Builder builder = std::move(parts).builder(*this);
  return builder.warnings(std::move(all)).tolerant(is_tolerant() || other.is_tolerant()).build();
}

Model Model::without_subtree(std::string_view body) const {
  std::vector<Index> parents;
  parents.reserve(data_->links.size());
  for (const Link& link : data_->links) parents.push_back(link.parent);
  std::vector<bool> removed(parents.size());
  removed[static_cast<std::size_t>(link(body))] = true;
  for (const Index k : depth_first_order(parents))
    if (const Index parent = parents[static_cast<std::size_t>(k)];
        parent != root && removed[static_cast<std::size_t>(parent)])
      removed[static_cast<std::size_t>(k)] = true;

  Description parts(*this);
  std::erase_if(parts.frames, [&](const FrameSpec& frame) {
    return !frame.body.empty() && removed[static_cast<std::size_t>(link(frame.body))];
  });
  Index k = 0;
  std::erase_if(parts.bodies, [&](const BodySpec&) { return removed[static_cast<std::size_t>(k++)]; });
  return std::move(parts).builder(*this).build();
}

Model Model::with_root(RootJoint joint) const {
  Description parts(*this);
  const auto on_root = [](const BodySpec& body) { return body.parent.empty(); };
  const auto first = std::find_if(parts.bodies.begin(), parts.bodies.end(), on_root);
  const auto count = std::count_if(parts.bodies.begin(), parts.bodies.end(), on_root);
  if (count != 1)
    refuse(concat("model '", name(), "' has ", count,
                  " bodies on the root, expected one; use attached() to put it on a body"),
           {.argument = "joint", .got = concat(count), .expected = "one body on the root"});
  JointSpec& spec = first->joint;
  if (spec.kind != JointKind::fixed && spec.kind != JointKind::free)
    refuse(concat("body '", first->name, "' is attached to the root by a ", to_string(spec.kind),
                  " joint, expected a fixed or a free one; use attached() to put the robot on a free body"),
           {.argument = "joint",
            .body = first->name,
            .got = std::string(to_string(spec.kind)),
            .expected = "fixed or free"});
  if (joint == RootJoint::fixed) {
    spec = JointSpec::fixed();
  } else if (spec.kind == JointKind::fixed) {
    std::string name = "root_joint";
    while (std::find(joint_names().begin(), joint_names().end(), name) != joint_names().end()) name += '_';
    spec = JointSpec::free(std::move(name));
  }
  return std::move(parts).builder(*this).build();
}

}  // namespace treefix
