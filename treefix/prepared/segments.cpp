// The integers of a prepared model: its bodies, their segments, and the paths of coordinates to the root.
#include <treefix/prepared/stages.hpp>

#include <treefix/planner/table.hpp>

namespace treefix::prepared::detail {

namespace {

/// The slot of a segment with children. It is assigned when the first child is found.
ShortIndex slot_of(ShortIndex segment, Prepared<double>& out) {
  ShortIndex& slot = at(out.segments, segment).slot;
  if (slot < 0) slot = static_cast<ShortIndex>(out.slots++);
  return slot;
}

/// A segment that starts with body i; its parent and its end are not known yet.
Segment segment_from(ShortIndex i, const Prepared<double>& out) {
  const PreparedBody& body = at(out.bodies, i);
  const bool general = body.kind != JointKind::revolute;
  Segment segment{.first = i, .run = general ? i + 1 : i};
  segment.q = body.q + (general ? position_count(body.kind) : 0);
  segment.v = body.v + (general ? velocity_count(body.kind) : 0);
  segment.mount = at(out.mount_of, i);
  return segment;
}

/// Inward sweeps process sliders first, then segments from the last to the first.
void find_last_children(const std::vector<HangingSlider>& sliders, Prepared<double>& out) {
  std::vector<bool> seen(static_cast<std::size_t>(out.slots));
  for (const HangingSlider& slider : sliders) at(seen, slider.slot) = true;
  for (auto segment = out.segments.rbegin(); segment != out.segments.rend(); ++segment) {
    if (segment->is_at_root()) continue;
    segment->is_last_child = !at(seen, segment->from);
    at(seen, segment->from) = true;
  }
}

/// The last coordinate of body i; −1 for the root.
ShortIndex last_coordinate(const std::vector<PreparedBody>& bodies, Index i) {
  if (i == root) return -1;
  const PreparedBody& body = at(bodies, i);
  return body.v + velocity_count(body.kind) - 1;
}

}  // namespace

bool is_slider(const Mechanism<double>& m, Index i) {
  const bool is_tip = i + 1 == m.nbody() || m.parent(i + 1) != i;
  return is_tip && m.joint(i).kind == JointKind::prismatic && m.parent(i) != root;
}

void find_bodies(const Mechanism<double>& m, Prepared<double>& out) {
  out.bodies.resize(m.joints.size());
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<double>& joint = m.joint(i);
    PreparedBody& body = at(out.bodies, i);
    body.kind = joint.kind;
    body.parent = static_cast<ShortIndex>(m.parent(i));
    body.q = static_cast<ShortIndex>(joint.q);
    body.v = static_cast<ShortIndex>(joint.v);
    if (body.kind == JointKind::revolute) continue;
    body.general = static_cast<ShortIndex>(out.general_bodies.size());
    out.general_bodies.emplace_back();
  }
}

std::vector<HangingSlider> find_segments(const Mechanism<double>& m, Prepared<double>& out) {
  std::vector<HangingSlider> sliders;
  std::vector<ShortIndex> segment_of(out.bodies.size());  // by body
  std::vector<int> children(out.bodies.size());
  for (const PreparedBody& body : out.bodies)
    if (body.parent >= 0) ++at(children, body.parent);
  for (ShortIndex i = 0; i < m.nbody(); ++i) {
    const PreparedBody& body = at(out.bodies, i);
    if (is_slider(m, i)) {
      sliders.push_back({slot_of(at(segment_of, body.parent), out), i});
      continue;
    }
    const bool is_only_child = i > 0 && body.parent == i - 1 && at(children, i - 1) == 1;
    const bool begins_run = is_only_child && out.segments.back().run == i;
    const bool has_mount = at(out.mount_of, i) >= 0;
    if (!is_only_child || body.kind != JointKind::revolute || (has_mount && !begins_run)) {
      Segment segment = segment_from(i, out);
      if (body.parent >= 0) segment.from = slot_of(at(segment_of, body.parent), out);
      out.segments.push_back(segment);
    } else if (begins_run) {
      out.segments.back().run_mount = at(out.mount_of, i);
    }
    at(segment_of, i) = static_cast<ShortIndex>(out.segments.size()) - 1;
    out.segments.back().end = i + 1;
  }
  find_last_children(sliders, out);
  return sliders;
}

void find_moment_frames(const Mechanism<double>& m, Prepared<double>& out) {
  constexpr int reach = planner::table::bodies_per_prepared_moment_frame;
  std::vector<int> distance(out.bodies.size());  // to the moment frame
  for (std::vector<ShortIndex>* list :
       {&out.paths.above, &out.paths.run, &out.moment_frame_paths.run, &out.leaves_moment_frame})
    list->resize(static_cast<std::size_t>(m.nv));
  for (Index i = 0; i < m.nbody(); ++i) {
    PreparedBody& body = at(out.bodies, i);
    int& here = at(distance, i);
    here = body.parent >= 0 ? at(distance, body.parent) + 1 : 1;
    body.is_moment_frame = here > reach && !is_slider(m, i);
    if (body.is_moment_frame) here = 0;
    for (ShortIndex k = body.v; k < body.v + velocity_count(body.kind); ++k) {
      const bool first = k == body.v;
      at(out.paths.above, k) = first ? last_coordinate(out.bodies, body.parent) : k - 1;
      at(out.leaves_moment_frame, k) = first && body.is_moment_frame ? static_cast<ShortIndex>(i) : -1;
      const ShortIndex above = at(out.paths.above, k);
      const bool continues = above == k - 1 && above >= 0, same_frame = at(out.leaves_moment_frame, k) < 0;
      at(out.paths.run, k) = continues ? at(out.paths.run, above) : k;
      at(out.moment_frame_paths.run, k) = continues && same_frame ? at(out.moment_frame_paths.run, above) : k;
    }
  }
  out.moment_frame_paths.above = out.paths.above;
}

}  // namespace treefix::prepared::detail
