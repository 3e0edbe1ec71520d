#include <treefix/prepared/prepared.hpp>

#include <type_traits>

#include <treefix/prepared/stages.hpp>

namespace treefix::prepared {

Prepared<double> prepare(const Mechanism<double>& m) {
  using namespace detail;
  Prepared<double> out;
  out.nq = m.nq;
  out.nv = m.nv;
  out.armatures = m.armatures;
  for (const double a : m.armatures) out.has_armature |= a != 0;

  find_bodies(m, out);  // joints, tree -> bodies
  // joints -> frames, axes, mounts, angles, X_tree of general bodies
  const PreparedFrames frames = place_bodies(m, out);
  regroup_inertias(m, frames, out);  // frames, inertias, armatures -> regrouped inertias in axes and general bodies
  const auto hanging = find_segments(m, out);  // bodies, mounts -> segments, slots, slots of sliders
  find_tips(out);  // segments, axes -> tips
  gather_sliders(hanging, frames, out);  // slots of sliders, frames, general bodies, armatures -> sliders, hosts
  find_moment_frames(m, out);  // bodies -> moment frames, paths

  out.frames.reserve(frames.bodies.size());
  for (const Transform<Wide>& X : frames.bodies) out.frames.push_back(cast<double>(X));
  out.root_frame = cast<double>(frames.root);
  out.gravity = cast<double>(frames.root.E * cast<Wide>(m.gravity));
  return out;
}

template <class C>
Prepared<C> convert(const Prepared<double>& p) {
  if constexpr (std::is_same_v<C, double>) return p;
  const auto to = [](double x) { return static_cast<C>(x); };
  Prepared<C> out;
  out.nq = p.nq;
  out.nv = p.nv;
  out.slots = p.slots;
  out.has_armature = p.has_armature;
  out.gravity = cast<C>(p.gravity);
  out.bodies = p.bodies;
  out.segments = p.segments;
  out.axes.reserve(p.axes.size());
  out.angles.reserve(p.angles.size());
  out.frames.reserve(p.frames.size());
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
  for (const GeneralBody<double>& s : p.general_bodies)
    out.general_bodies.push_back(
        {cast<C>(s.X_tree), to(s.cos), to(s.sin), to(s.pitch), to(s.m), cast<C>(s.h), cast<C>(s.S)});
  for (const Slider<double>& s : p.sliders)
    out.sliders.push_back(
        {to(s.m), to(s.armature), to(s.inverse), cast<C>(s.p), cast<C>(s.E), cast<C>(s.M), s.body, s.q, s.v});
  for (const double a : p.armatures) out.armatures.push_back(to(a));
  out.hosts = p.hosts;
  out.paths = p.paths;
  out.moment_frame_paths = p.moment_frame_paths;
  out.leaves_moment_frame = p.leaves_moment_frame;
  for (const Transform<double>& X : p.frames) out.frames.push_back(cast<C>(X));
  out.root_frame = cast<C>(p.root_frame);
  return out;
}

template Prepared<float> convert(const Prepared<double>&);
template Prepared<double> convert(const Prepared<double>&);

}  // namespace treefix::prepared
