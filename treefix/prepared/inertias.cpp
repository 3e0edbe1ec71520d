// The inertias of a prepared model after regrouping, and the parts of tips and sliders that do not depend on q.
#include <algorithm>

#include <treefix/prepared/stages.hpp>

namespace treefix::prepared::detail {

namespace {

/// The part of I that goes to the parent of a body on a revolute joint; the rest stays in the axis.
Inertia<Wide> divide_revolute(const Inertia<Wide>& I, Axis<double>& axis) {
  const Sym3<Wide> S = second_moments(I.I);
  axis.hx = static_cast<double>(I.h.x);
  axis.hy = static_cast<double>(I.h.y);
  axis.Sxx = static_cast<double>(S.xx);
  axis.Sxy = static_cast<double>(S.xy);
  axis.Syy = static_cast<double>(S.yy);
  axis.Sxz = static_cast<double>(S.xz);
  axis.Syz = static_cast<double>(S.yz);
  // mass on the axis does not move when the joint does
  return {I.m, {0, 0, I.h.z}, Sym3<Wide>::diagonal(S.zz, S.zz, 0)};
}

/// The part of I that goes to the parent of a body on another joint; the rest stays in the general body.
Inertia<Wide> divide_general(JointKind kind, Inertia<Wide> I, GeneralBody<double>& general) {
  Sym3<Wide> S = second_moments(I.I);
  Inertia<Wide> moved{};
  if (kind == JointKind::spherical) {
    // mass at the centre does not move
    moved.m = I.m;
    I.m = 0;
  }
  if (kind == JointKind::prismatic) {
    // a body that does not turn relative to its parent resists turning as part of the parent
    moved.I = I.I;
    S = {};
  }
  general.m = static_cast<double>(I.m);
  general.h = cast<double>(I.h);
  general.S = cast<double>(S);
  return moved;
}

Tip<double> tip_of(const Axis<double>& axis) {
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

Slider<double> slider_of(ShortIndex i, const Transform<Wide>& from_parent, const Prepared<double>& out) {
  const PreparedBody& body = at(out.bodies, i);
  const auto& [E, p] = from_parent;
  const double mass = at(out.general_bodies, body.general).m, armature = at(out.axes, i).armature;
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
          body.q,
          body.v};
}

}  // namespace

void regroup_inertias(const Mechanism<double>& m, const PreparedFrames& frames, Prepared<double>& out) {
  std::vector<Inertia<Wide>> inertias;
  inertias.reserve(m.joints.size());
  for (Index i = 0; i < m.nbody(); ++i) inertias.push_back(frames.of(i) * cast<Wide>(m.inertia(i)));
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    const PreparedBody& body = at(out.bodies, i);
    const Inertia<Wide>& I = at(inertias, i);
    const Inertia<Wide> moved = body.kind == JointKind::revolute
                                    ? divide_revolute(I, at(out.axes, i))
                                    : divide_general(body.kind, I, at(out.general_bodies, body.general));
    if (has_axis(body.kind)) at(out.axes, i).armature = m.armature(m.joint(i).v);
    if (body.parent >= 0) at(inertias, body.parent) += at(frames.from_parent, i).back(moved);
  }
}

void find_tips(Prepared<double>& out) {
  for (Segment& s : out.segments) {
    if (s.slot >= 0 || s.end == s.run_stop()) continue;
    s.tip = static_cast<ShortIndex>(out.tips.size());
    out.tips.push_back(tip_of(at(out.axes, s.end - 1)));
  }
}

void gather_sliders(std::vector<HangingSlider> hanging, const PreparedFrames& frames, Prepared<double>& out) {
  std::sort(hanging.begin(), hanging.end());
  for (const auto& [slot, body] : hanging) {
    const auto place = static_cast<ShortIndex>(out.sliders.size());
    if (out.hosts.empty() || out.hosts.back().slot != slot)
      out.hosts.push_back({at(out.bodies, body).parent, slot, place, place});
    out.sliders.push_back(slider_of(body, at(frames.from_parent, body), out));
    ++out.hosts.back().end;
  }
}

}  // namespace treefix::prepared::detail
