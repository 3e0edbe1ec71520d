#include <treefix/prepared/prepared.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace treefix {

namespace {

/// Frames are found in this and rounded once: directions that are normalised in double leave errors that add up along a
/// chain.
using Wide = long double;
using Vec = Vec3<Wide>;

Vec scaled(Wide s, const Vec& v) { return s * v; }
Wide length(const Vec& v) { return std::sqrt(dot(v, v)); }
Vec unit(const Vec& v) { return scaled(1 / length(v), v); }

/// Some direction that is square to u.
Vec perpendicular(const Vec& u) {
  const Vec e = std::fabs(u.x) < Wide(0.6) ? Vec{1, 0, 0} : Vec{0, 1, 0};
  return unit(e - scaled(dot(e, u), u));
}

Vec axis_of(const Joint<double>& joint) {
  const bool turns = joint.kind != JointKind::prismatic;
  return unit(cast<Wide>(turns ? joint.S.w : joint.S.v));
}

/// The sine of an angle between axes that counts as none: what rounding a direction to double leaves.
constexpr Wide parallel_below = 1e-16L;
/// The sine from which on the common normal is used: nearer to parallel, rounding of Wide over sine moves its foot.
constexpr Wide crossing_above = 1e-3L;

/// A frame with these axes and origin, as the change of coordinates to it.
Transform<Wide> frame_at(const Vec& x, const Vec& z, const Vec& origin) { return {{x, cross(z, x), z}, origin}; }

/// Where the axis of a child is best reached from the axis z of its parent, in parent coordinates: from height `lift` to
/// the foot, along x, or if axes are nearly parallel also along y; the child's axis passes there, turned about x.
struct Normal {
  enum class Kind { none, parallel, crossing, far } kind = Kind::none;
  Vec x{};
  Wide lift = 0;
  Vec foot{};  // the point that is reached
};

/// The common normal of the z axis and of the line through r along w. Nearly parallel lines have it far away, where
/// distances cancel; beyond three times |r| the plane through r is used instead.             [Hayati 1983]
Normal common_normal(const Vec& r, const Vec& w, Normal::Kind kind = Normal::Kind::none) {
  using enum Normal::Kind;
  const Vec z{0, 0, 1}, n = cross(z, w);
  const Wide sine = length(n), limit = 3 * length(r);
  // only the part of r that is square to z: with the whole of it, lines at 1e-13 would lose all digits
  const Wide t1 = -(r.x * w.x + r.y * w.y) / (sine * sine), t0 = r.z + w.z * t1;
  if (kind == none)
    kind = sine < parallel_below                                                       ? parallel
           : sine > crossing_above && std::fabs(t0) <= limit && std::fabs(t1) <= limit ? crossing
                                                                                       : far;
  if (kind == parallel) {
    const Vec off{r.x, r.y, 0};
    const Wide a = length(off);
    return {kind, a > 0 ? scaled(1 / a, off) : Vec{1, 0, 0}, r.z, r};
  }
  const Vec x = scaled(1 / sine, n);
  if (kind == crossing) return {kind, x, t0, r + scaled(t1, w)};
  return {kind, x, r.z, r};
}

class Preparation {
 public:
  explicit Preparation(const Mechanism<double>& mechanism) : m(mechanism) {}

  Prepared<double> run() {
    out.nq = m.nq, out.nv = m.nv;
    out.steps.resize(m.joints.size());
    out.axes.resize(m.joints.size());
    frames.resize(m.joints.size());
    from_parent.resize(m.joints.size());
    out.mount_of.assign(m.joints.size(), -1);
    out.angles.reserve(m.joints.size());
    find_steps();
    place_root();
    for (Index i = 0; i < m.nbody(); ++i) place(i);
    regroup();
    find_segments();
    find_tips();
    find_sliders();
    find_homes();
    out.frames.reserve(frames.size());
    for (const Transform<Wide>& X : frames) out.frames.push_back(cast<double>(X));
    out.root_frame = cast<double>(root_frame);
    out.gravity = cast<double>(root_frame.E * cast<Wide>(m.gravity));
    out.armatures = m.armatures;
    for (const double a : m.armatures) out.has_armature |= a != 0;
    return std::move(out);
  }

 private:
  void find_steps() {
    for (Index i = 0; i < m.nbody(); ++i) {
      const Joint<double>& joint = m.joint(i);
      Step& step = at(out.steps, i);
      step.kind = joint.kind;
      step.parent = static_cast<std::int32_t>(m.parent(i));
      step.q = static_cast<std::int32_t>(joint.q), step.v = static_cast<std::int32_t>(joint.v);
    }
  }

  /// Once it is known which bodies have mounts.
  void find_segments() {
    std::vector<std::int32_t> segment_of(out.steps.size());  // by body
    std::vector<int> children(out.steps.size());
    for (const Step& step : out.steps)
      if (step.parent >= 0) ++at(children, step.parent);
    for (std::int32_t i = 0; i < m.nbody(); ++i) {
      const Step& step = at(out.steps, i);
      if (is_slider(i)) {
        sliders.emplace_back(slot_at(step.parent, segment_of), i);
        continue;
      }
      const bool is_only_child = i > 0 && step.parent == i - 1 && at(children, i - 1) == 1;
      const bool begins_run = is_only_child && out.segments.back().run == i;
      if (!is_only_child || step.kind != JointKind::revolute || (at(out.mount_of, i) >= 0 && !begins_run))
        begin_segment(i, step, segment_of);
      else if (begins_run)
        out.segments.back().run_mount = at(out.mount_of, i);
      at(segment_of, i) = static_cast<std::int32_t>(out.segments.size()) - 1;
      out.segments.back().end = i + 1;
    }
    std::vector<bool> seen(static_cast<std::size_t>(out.slots));
    for (const auto& [slot, body] : sliders) at(seen, slot) = true;
    for (auto segment = out.segments.rbegin(); segment != out.segments.rend(); ++segment) {
      if (segment->is_at_root()) continue;
      segment->is_last_child = !at(seen, segment->from);
      at(seen, segment->from) = true;
    }
  }
  void begin_segment(std::int32_t i, const Step& step, const std::vector<std::int32_t>& segment_of) {
    const bool solid = step.kind != JointKind::revolute;
    Segment segment{.first = i, .run = solid ? i + 1 : i};
    segment.q = step.q + (solid ? position_count(step.kind) : 0);
    segment.v = step.v + (solid ? velocity_count(step.kind) : 0);
    segment.mount = at(out.mount_of, i);
    if (step.parent >= 0) segment.from = slot_at(step.parent, segment_of);
    out.segments.push_back(segment);
  }
  /// The slot of a body that has a child which does not go on its segment.
  std::int32_t slot_at(Index body, const std::vector<std::int32_t>& segment_of) {
    std::int32_t& slot = at(out.segments, at(segment_of, body)).slot;
    if (slot < 0) slot = static_cast<std::int32_t>(out.slots++);
    return slot;
  }

  /// Once inertias are known. A body that is alone on the root hands nothing on.
  void find_tips() {
    for (Segment& s : out.segments) {
      if (s.slot >= 0 || s.end == s.run_stop()) continue;
      s.tip = static_cast<std::int32_t>(out.tips.size());
      out.tips.push_back(tip(at(out.axes, s.end - 1)));
    }
  }
  static Tip<double> tip(const Axis<double>& axis) {
    const Wide Sxx = axis.Sxx, Sxy = axis.Sxy, Syy = axis.Syy, Sxz = axis.Sxz, Syz = axis.Syz;
    const Force<Wide> U{{-Sxz, -Syz, Sxx + Syy}, {-Wide(axis.hy), axis.hx, 0}};  // the column of z
    const Wide inverse = 1 / (U.n.z + axis.armature);
    const Force<Wide> G = inverse * U;
    const ArticulatedInertia<Wide> IA(
        Inertia<Wide>{0, {axis.hx, axis.hy, 0}, rotational_inertia(Sym3<Wide>{Sxx, Sxy, Syy, Sxz, Syz, 0})});
    const auto [I, H, M] = IA - symmetric_outer(G, U);
    return {static_cast<double>(inverse),
            {cast<double>(G.n), cast<double>(G.f)},
            {cast<double>(I), cast<double>(H), cast<double>(M)}};
  }

  bool is_slider(Index i) const {
    const bool is_tip = i + 1 == m.nbody() || m.parent(i + 1) != i;
    return is_tip && m.joint(i).kind == JointKind::prismatic && m.parent(i) != root;
  }
  /// Once inertias and slots are known.
  void find_sliders() {
    std::sort(sliders.begin(), sliders.end());
    for (const auto& [slot, body] : sliders) {
      const auto place = static_cast<std::int32_t>(out.sliders.size());
      if (out.hosts.empty() || out.hosts.back().slot != slot)
        out.hosts.push_back({at(out.steps, body).parent, slot, place, place});
      out.sliders.push_back(slider(body));
      ++out.hosts.back().end;
    }
  }
  Slider<double> slider(std::int32_t i) const {
    const Step& step = at(out.steps, i);
    const auto& [E, p] = from_parent[static_cast<std::size_t>(i)];
    const double mass = at(out.solids, step.solid).m, armature = at(out.axes, i).armature;
    const Wide share = mass / (Wide(mass) + armature);
    const Sym3<Wide> M{mass * (1 - share * E.z.x * E.z.x), -mass * share * E.z.x * E.z.y,
                       mass * (1 - share * E.z.y * E.z.y), -mass * share * E.z.x * E.z.z,
                       -mass * share * E.z.y * E.z.z,      mass * (1 - share * E.z.z * E.z.z)};
    return {mass,
            armature,
            static_cast<double>(1 / (Wide(mass) + armature)),
            cast<double>(p),
            cast<double>(E),
            cast<double>(M),
            i,
            step.q,
            step.v};
  }

  /// A home every few bodies; and the way from each coordinate to the root.
  void find_homes() {
    constexpr int reach = 8;
    std::vector<int> distance(out.steps.size());
    for (std::vector<std::int32_t>* list : {&out.ways.above, &out.ways.run, &out.home_ways.run, &out.leaves_home})
      list->resize(static_cast<std::size_t>(m.nv));
    for (Index i = 0; i < m.nbody(); ++i) {
      Step& step = at(out.steps, i);
      int& here = at(distance, i);
      here = step.parent >= 0 ? at(distance, step.parent) + 1 : 1;
      step.home = here > reach && !is_slider(i);
      if (step.home) here = 0;
      for (std::int32_t k = step.v; k < step.v + velocity_count(step.kind); ++k) {
        const bool first = k == step.v;
        at(out.ways.above, k) = first ? last_coordinate(step.parent) : k - 1;
        at(out.leaves_home, k) = first && step.home ? static_cast<std::int32_t>(i) : -1;
        const std::int32_t above = at(out.ways.above, k);
        const bool goes_on = above == k - 1 && above >= 0, at_home = at(out.leaves_home, k) < 0;
        at(out.ways.run, k) = goes_on ? at(out.ways.run, above) : k;
        at(out.home_ways.run, k) = goes_on && at_home ? at(out.home_ways.run, above) : k;
      }
    }
    out.home_ways.above = out.ways.above;
  }
  std::int32_t last_coordinate(Index body) const {
    if (body == root) return -1;
    const Step& step = out.steps[static_cast<std::size_t>(body)];
    return step.v + velocity_count(step.kind) - 1;
  }

  /// Joint i in coordinates of the mechanism's parent body: where it is, the direction of its axis and a point on that. A
  /// sliding joint may have its axis anywhere.
  Vec point(Index i) const { return cast<Wide>(m.joint(i).X_tree.r); }
  Vec axis_point(Index i) const { return is_slider(i) ? point(i) + transpose_times(rotation(i), center(i)) : point(i); }
  /// Its centre of mass, in coordinates of the mechanism's body.
  Vec center(Index i) const {
    const Inertia<Wide> I = cast<Wide>(m.inertia(i));
    return I.m > 0 ? scaled(1 / I.m, I.h) : Vec{};
  }
  Mat3<Wide> rotation(Index i) const { return orthonormalized(orthonormalized(cast<Wide>(m.joint(i).X_tree.E))); }
  Vec direction(Index i) const { return transpose_times(rotation(i), axis_of(m.joint(i))); }

  /// The root may be anywhere: where the first joint needs no placement.
  void place_root() {
    if (m.nbody() == 0 || !has_axis(m.joint(0).kind)) return;
    const Vec z = direction(0);
    root_frame = frame_at(perpendicular(z), z, point(0));
  }

  const Transform<Wide>& frame(Index i) const { return i == root ? root_frame : frames[static_cast<std::size_t>(i)]; }

  void place(Index i) {
    Step& step = at(out.steps, i);
    if (step.kind != JointKind::revolute) {
      step.solid = static_cast<std::int32_t>(out.solids.size());
      out.solids.emplace_back();
    }
    if (has_axis(step.kind))
      place_axis(i, step);
    else
      place_solid(i, step);
  }

  void place_solid(Index i, Step& step) {
    const Transform<Wide> X_tree = Transform<Wide>{rotation(i), point(i)} * inverse(frame(m.parent(i)));
    const auto& [E, r] = at(out.solids, step.solid).X_tree = cast<double>(X_tree);
    const auto is_one = [](double one, double a, double b) { return one == 1 && a == 0 && b == 0; };
    step.is_straight = is_one(E.x.x, E.x.y, E.x.z) && is_one(E.y.y, E.y.z, E.y.x) && is_one(E.z.z, E.z.x, E.z.y);
    from_parent[static_cast<std::size_t>(i)] = X_tree;
  }

  void place_axis(Index i, const Step& step) {
    const Transform<Wide>& parent = frame(m.parent(i));
    // the axis in the parent's prepared frame
    const Vec r = parent.E * (axis_point(i) - parent.r), w = parent.E * direction(i);
    const bool main = m.parent(i) == i - 1 && (i == 0 || has_axis(m.joint(i - 1).kind)) && !is_slider(i);
    const Normal normal = common_normal(r, w, main ? to_main : Normal::Kind::none);
    Axis<double>& axis = at(out.axes, i);
    Vec x = normal.x;
    // the parent's frame was put so that its main child needs no turn; what is left of one is rounding
    if (main) x = Vec{1, 0, 0};
    const Vec y = cross(Vec{0, 0, 1}, x);
    // along this x, not along normal.x: where axes are nearly parallel, rounding turns that one
    const Wide a = dot(normal.foot, x), b = normal.kind == Normal::Kind::far ? dot(normal.foot, y) : 0;
    const Wide lift = main ? 0 : normal.lift;
    if (!main || b != 0) {
      at(out.mount_of, i) = static_cast<std::int32_t>(out.mounts.size());
      out.mounts.push_back(
          {static_cast<double>(x.x), static_cast<double>(x.y), static_cast<double>(b), static_cast<double>(lift)});
    }
    const Wide sine = -dot(w, y), cosine = w.z, scale = 1 / std::sqrt(sine * sine + cosine * cosine);
    axis.cos_alpha = static_cast<double>(scale * cosine), axis.sin_alpha = static_cast<double>(scale * sine);
    axis.a = static_cast<double>(a);
    // the frame before the joint moves, in the parent's prepared frame and in the mechanism's body at q = 0
    const Transform<Wide> X_before = frame_at(x, w, normal.foot);
    const Transform<Wide> X_body = Transform<Wide>{rotation(i), point(i)} * inverse(parent);
    const Transform<Wide> before_body = X_before * inverse(X_body);
    // its own frame: z on the axis, x and origin as its main child wants them
    const Transform<Wide> own = own_frame(i, before_body);
    frames[static_cast<std::size_t>(i)] = own;
    const Transform<Wide> moved = own * inverse(before_body);  // Rot_z(angle) Trans_z(d)
    const Wide angle = std::atan2(moved.E.x.y, moved.E.x.x);
    axis.d = static_cast<double>(moved.r.z);
    if (step.kind != JointKind::prismatic)
      out.angles.push_back({static_cast<double>(angle), step.q, static_cast<std::int32_t>(i)});
    from_parent[static_cast<std::size_t>(i)] = own * X_body;
    if (step.solid >= 0) {
      Solid<double>& solid = at(out.solids, step.solid);
      solid.cos = static_cast<double>(std::cos(angle)), solid.sin = static_cast<double>(std::sin(angle));
      const auto S = cast<Wide>(m.joint(i).S);
      if (step.kind == JointKind::helical) solid.pitch = static_cast<double>(dot(S.w, S.v) / dot(S.w, S.w));
    }
  }

  /// From the mechanism's body to the frame of body i that suits its main child.
  Transform<Wide> own_frame(Index i, const Transform<Wide>& before_body) {
    const Vec z = axis_of(m.joint(i));
    const Index child = i + 1;
    if (is_slider(i)) return {before_body.E, center(i)};
    // any x will do, if there is none: that of the frame before, so that the angle is q
    if (child >= m.nbody() || m.parent(child) != i || !has_axis(m.joint(child).kind) || is_slider(child))
      return {before_body.E, before_body.r};
    // the child's axis in a frame whose z is ours
    const Transform<Wide> X = frame_at(perpendicular(z), z, Vec{});
    const Normal normal = common_normal(X.E * point(child), X.E * direction(child));
    to_main = normal.kind;
    const Vec x = transpose_times(X.E, normal.x);
    return frame_at(x, z, scaled(normal.lift, z));
  }

  /// From the tips to the root: what a joint does not move against its parent goes to the parent. That part K of the
  /// inertia has K S = 0, so the articulated inertia without it is IA − K, while U = IA S and D = Sᵀ IA S stay the same:
  /// τ, H and q̈ do not change.                                                [Gautier 1990]
  void regroup() {
    std::vector<Inertia<Wide>> inertias;
    inertias.reserve(m.joints.size());
    for (Index i = 0; i < m.nbody(); ++i) inertias.push_back(frame(i) * cast<Wide>(m.inertia(i)));
    for (Index i = m.nbody() - 1; i >= 0; --i) {
      Inertia<Wide>& I = inertias[static_cast<std::size_t>(i)];
      const Step& step = at(out.steps, i);
      Sym3<Wide> S = second_moments(I.I);
      Inertia<Wide> moved{};
      if (step.kind == JointKind::revolute) {
        // mass on the axis does not move when the joint does
        moved = {I.m, {0, 0, I.h.z}, Sym3<Wide>::diagonal(S.zz, S.zz, 0)};
        Axis<double>& axis = at(out.axes, i);
        axis.hx = static_cast<double>(I.h.x), axis.hy = static_cast<double>(I.h.y);
        axis.Sxx = static_cast<double>(S.xx), axis.Sxy = static_cast<double>(S.xy);
        axis.Syy = static_cast<double>(S.yy), axis.Sxz = static_cast<double>(S.xz);
        axis.Syz = static_cast<double>(S.yz);
      } else {
        if (step.kind == JointKind::spherical) {
          // nor does mass in the centre
          moved.m = I.m;
          I.m = 0;
        }
        if (step.kind == JointKind::prismatic) {
          // a body that does not turn against its parent resists turning as part of the parent
          moved.I = I.I;
          S = {};
        }
        Solid<double>& solid = at(out.solids, step.solid);
        solid.m = static_cast<double>(I.m), solid.h = cast<double>(I.h), solid.S = cast<double>(S);
      }
      if (has_axis(step.kind)) at(out.axes, i).armature = m.armature(m.joint(i).v);
      if (step.parent >= 0)
        inertias[static_cast<std::size_t>(step.parent)] += from_parent[static_cast<std::size_t>(i)].back(moved);
    }
  }

  const Mechanism<double>& m;
  Prepared<double> out;
  Transform<Wide> root_frame{};
  Normal::Kind to_main = Normal::Kind::parallel;  // how the next body, if it is a main child, was reached
  std::vector<std::pair<std::int32_t, std::int32_t>> sliders;  // slot of the host, body
  std::vector<Transform<Wide>> frames;  // (nbody) from the mechanism's body
  std::vector<Transform<Wide>> from_parent;  // (nbody) from the parent's prepared frame, at q = 0
};

}  // namespace

Prepared<double> prepare(const Mechanism<double>& m) { return Preparation(m).run(); }

template <class C>
Prepared<C> convert(const Prepared<double>& p) {
  if constexpr (std::is_same_v<C, double>) return p;
  const auto to = [](double x) { return static_cast<C>(x); };
  Prepared<C> out;
  out.nq = p.nq, out.nv = p.nv, out.slots = p.slots, out.has_armature = p.has_armature;
  out.gravity = cast<C>(p.gravity), out.steps = p.steps, out.segments = p.segments;
  out.axes.reserve(p.axes.size()), out.angles.reserve(p.angles.size()), out.frames.reserve(p.frames.size());
  for (const Axis<double>& a : p.axes)
    out.axes.push_back({to(a.cos_alpha), to(a.sin_alpha), to(a.a), to(a.d), to(a.hx), to(a.hy), to(a.Sxx), to(a.Sxy),
                        to(a.Syy), to(a.Sxz), to(a.Syz), to(a.armature)});
  for (const Angle<double>& angle : p.angles) out.angles.push_back({to(angle.offset), angle.q, angle.body});
  for (const Mount<double>& mount : p.mounts)
    out.mounts.push_back({to(mount.cos), to(mount.sin), to(mount.b), to(mount.lift)});
  out.mount_of = p.mount_of;
  for (const Tip<double>& t : p.tips)
    out.tips.push_back(
        {to(t.inverse), {cast<C>(t.G.n), cast<C>(t.G.f)}, {cast<C>(t.A.I), cast<C>(t.A.H), cast<C>(t.A.M)}});
  for (const Solid<double>& s : p.solids)
    out.solids.push_back({cast<C>(s.X_tree), to(s.cos), to(s.sin), to(s.pitch), to(s.m), cast<C>(s.h), cast<C>(s.S)});
  for (const Slider<double>& s : p.sliders)
    out.sliders.push_back(
        {to(s.m), to(s.armature), to(s.inverse), cast<C>(s.p), cast<C>(s.E), cast<C>(s.M), s.body, s.q, s.v});
  for (const double a : p.armatures) out.armatures.push_back(to(a));
  out.hosts = p.hosts;
  out.ways = p.ways, out.home_ways = p.home_ways, out.leaves_home = p.leaves_home;
  for (const Transform<double>& X : p.frames) out.frames.push_back(cast<C>(X));
  out.root_frame = cast<C>(p.root_frame);
  return out;
}

template Prepared<float> convert(const Prepared<double>&);
template Prepared<double> convert(const Prepared<double>&);

}  // namespace treefix
