// Model: the description that it was built from.
#include <algorithm>
#include <limits>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/model/description.hpp>
#include <treefix/model/joint_lists.hpp>

namespace treefix {

BodySpec Model::body_spec(Index k) const {
  TREEFIX_ASSERT(0 <= k && k < link_count());
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Link& link = data_->links[static_cast<std::size_t>(k)];
  BodySpec body{.name = frame_names()[static_cast<std::size_t>(k)],
                .placement = link.placement,
                .mass = link.mass,
                .com = link.com,
                .inertia = link.inertia};
  if (link.parent != root) body.parent = frame_names()[static_cast<std::size_t>(link.parent)];
  const auto& offsets = data_->link_offsets;
  const auto offset =
      std::lower_bound(offsets.begin(), offsets.end(), k, [](const auto& entry, Index i) { return entry.first < i; });
  if (offset != offsets.end() && offset->first == k) body.offset = offset->second;
  if (link.kind == JointKind::fixed) return body;

  const Index i = frame(k).body;
  const JointInfo info = joint(i);
  JointSpec& spec = body.joint;
  spec = {.kind = link.kind, .axis = link.axis, .pitch = link.pitch, .name = info.name};
  spec.armature = given_numbers(mechanism().armatures, mechanism().joint(i).v, velocity_count(link.kind), 0);
  if (info.leader != root) {
    spec.mimic = {joint_names()[static_cast<std::size_t>(info.leader)], info.ratio, info.offset};
    return body;
  }
  const int nq = position_count(link.kind), nv = velocity_count(link.kind);
  spec.lower = given_numbers(limits().lower, info.q, nq, -inf);
  spec.upper = given_numbers(limits().upper, info.q, nq, inf);
  spec.velocity_limit = given_numbers(limits().velocity, info.v, nv, inf);
  spec.effort_limit = given_numbers(limits().effort, info.v, nv, inf);
  spec.damping = given_numbers(passive().damping, info.v, nv, 0);
  spec.friction = given_numbers(passive().friction, info.v, nv, 0);
  return body;
}

BodySpec Model::body_spec(std::string_view name) const { return body_spec(link(name)); }

FrameSpec Model::frame_spec(Index k) const {
  TREEFIX_ASSERT(link_count() <= k && k < ssize(frame_names()));
  const auto& [link, placement] = data_->added_frames[static_cast<std::size_t>(k - link_count())];
  return {frame_names()[static_cast<std::size_t>(k)],
          link == root ? std::string() : frame_names()[static_cast<std::size_t>(link)], placement};
}

Description::Description(const Model& model) {
  bodies.reserve(static_cast<std::size_t>(model.link_count()));
  for (Index k = 0; k < model.link_count(); ++k) bodies.push_back(model.body_spec(k));
  for (Index k = model.link_count(); k < ssize(model.frame_names()); ++k) frames.push_back(model.frame_spec(k));
}

Builder Description::builder(const Model& like) && {
  Builder out(like.name());
  out.gravity(like.mechanism().gravity).tolerant(like.is_tolerant()).warnings(like.warnings());
  out.bodies(std::move(bodies));
  for (FrameSpec& frame : frames) out.frame(std::move(frame.name), std::move(frame.body), frame.placement);
  return out;
}

Builder Model::to_builder() const { return Description(*this).builder(*this); }

}  // namespace treefix
