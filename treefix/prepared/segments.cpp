// The integers of a prepared model: its bodies, their segments, and the ways of coordinates to the root.
#include <treefix/prepared/stages.hpp>

namespace treefix::detail {

namespace {

/// The slot of a segment with children, made when the first of them is met.
std::int32_t slot_of(std::int32_t segment, Prepared<double>& out) {
  std::int32_t& slot = at(out.segments, segment).slot;
  if (slot < 0) slot = static_cast<std::int32_t>(out.slots++);
  return slot;
}

/// One that begins with body i; where it hangs from and how far it goes are not known yet.
Segment segment_from(std::int32_t i, const Prepared<double>& out) {
  const Step& step = at(out.steps, i);
  const bool solid = step.kind != JointKind::revolute;
  Segment segment{.first = i, .run = solid ? i + 1 : i};
  segment.q = step.q + (solid ? position_count(step.kind) : 0);
  segment.v = step.v + (solid ? velocity_count(step.kind) : 0);
  segment.mount = at(out.mount_of, i);
  return segment;
}

/// Inward sweeps meet sliders first, then segments from the last to the first.
void find_last_children(const std::vector<HangingSlider>& sliders, Prepared<double>& out) {
  std::vector<bool> seen(static_cast<std::size_t>(out.slots));
  for (const HangingSlider& slider : sliders) at(seen, slider.slot) = true;
  for (auto segment = out.segments.rbegin(); segment != out.segments.rend(); ++segment) {
    if (segment->is_at_root()) continue;
    segment->is_last_child = !at(seen, segment->from);
    at(seen, segment->from) = true;
  }
}

/// Of body i; −1 of the root.
std::int32_t last_coordinate(const std::vector<Step>& steps, Index i) {
  if (i == root) return -1;
  const Step& step = at(steps, i);
  return step.v + velocity_count(step.kind) - 1;
}

}  // namespace

bool is_slider(const Mechanism<double>& m, Index i) {
  const bool is_tip = i + 1 == m.nbody() || m.parent(i + 1) != i;
  return is_tip && m.joint(i).kind == JointKind::prismatic && m.parent(i) != root;
}

void find_steps(const Mechanism<double>& m, Prepared<double>& out) {
  out.steps.resize(m.joints.size());
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<double>& joint = m.joint(i);
    Step& step = at(out.steps, i);
    step.kind = joint.kind;
    step.parent = static_cast<std::int32_t>(m.parent(i));
    step.q = static_cast<std::int32_t>(joint.q), step.v = static_cast<std::int32_t>(joint.v);
    if (step.kind == JointKind::revolute) continue;
    step.solid = static_cast<std::int32_t>(out.solids.size());
    out.solids.emplace_back();
  }
}

std::vector<HangingSlider> find_segments(const Mechanism<double>& m, Prepared<double>& out) {
  std::vector<HangingSlider> sliders;
  std::vector<std::int32_t> segment_of(out.steps.size());  // by body
  std::vector<int> children(out.steps.size());
  for (const Step& step : out.steps)
    if (step.parent >= 0) ++at(children, step.parent);
  for (std::int32_t i = 0; i < m.nbody(); ++i) {
    const Step& step = at(out.steps, i);
    if (is_slider(m, i)) {
      sliders.push_back({slot_of(at(segment_of, step.parent), out), i});
      continue;
    }
    const bool is_only_child = i > 0 && step.parent == i - 1 && at(children, i - 1) == 1;
    const bool begins_run = is_only_child && out.segments.back().run == i;
    const bool has_mount = at(out.mount_of, i) >= 0;
    if (!is_only_child || step.kind != JointKind::revolute || (has_mount && !begins_run)) {
      Segment segment = segment_from(i, out);
      if (step.parent >= 0) segment.from = slot_of(at(segment_of, step.parent), out);
      out.segments.push_back(segment);
    } else if (begins_run) {
      out.segments.back().run_mount = at(out.mount_of, i);
    }
    at(segment_of, i) = static_cast<std::int32_t>(out.segments.size()) - 1;
    out.segments.back().end = i + 1;
  }
  find_last_children(sliders, out);
  return sliders;
}

void find_homes(const Mechanism<double>& m, Prepared<double>& out) {
  constexpr int reach = 8;
  std::vector<int> distance(out.steps.size());  // to the home
  for (std::vector<std::int32_t>* list : {&out.ways.above, &out.ways.run, &out.home_ways.run, &out.leaves_home})
    list->resize(static_cast<std::size_t>(m.nv));
  for (Index i = 0; i < m.nbody(); ++i) {
    Step& step = at(out.steps, i);
    int& here = at(distance, i);
    here = step.parent >= 0 ? at(distance, step.parent) + 1 : 1;
    step.home = here > reach && !is_slider(m, i);
    if (step.home) here = 0;
    for (std::int32_t k = step.v; k < step.v + velocity_count(step.kind); ++k) {
      const bool first = k == step.v;
      at(out.ways.above, k) = first ? last_coordinate(out.steps, step.parent) : k - 1;
      at(out.leaves_home, k) = first && step.home ? static_cast<std::int32_t>(i) : -1;
      const std::int32_t above = at(out.ways.above, k);
      const bool goes_on = above == k - 1 && above >= 0, at_home = at(out.leaves_home, k) < 0;
      at(out.ways.run, k) = goes_on ? at(out.ways.run, above) : k;
      at(out.home_ways.run, k) = goes_on && at_home ? at(out.home_ways.run, above) : k;
    }
  }
  out.home_ways.above = out.ways.above;
}

}  // namespace treefix::detail
