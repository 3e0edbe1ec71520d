// The frames of a prepared model: z on the axis of the joint; x and the origin where the next axis is easiest to reach.
#include <treefix/prepared/common_normal.hpp>
#include <treefix/prepared/stages.hpp>

namespace treefix::prepared::detail {

namespace {

using Vec = WideVec;

// --- joints of the mechanism: in coordinates of its parent body, except axis_of and center --------------------------

/// In coordinates of the mechanism's body.
Vec axis_of(const Joint<double>& joint) {
  const bool turns = joint.kind != JointKind::prismatic;
  return unit(cast<Wide>(turns ? joint.S.w : joint.S.v));
}
/// The centre of mass, in coordinates of the mechanism's body.
Vec center(const Mechanism<double>& m, Index i) {
  const Inertia<Wide> I = cast<Wide>(m.inertia(i));
  return I.m > 0 ? (1 / I.m) * I.h : Vec{};
}
Vec point(const Mechanism<double>& m, Index i) { return cast<Wide>(m.joint(i).X_tree.r); }
Mat3<Wide> rotation(const Mechanism<double>& m, Index i) {
  return orthonormalized(orthonormalized(cast<Wide>(m.joint(i).X_tree.E)));
}
Vec direction(const Mechanism<double>& m, Index i) { return transpose_times(rotation(m, i), axis_of(m.joint(i))); }
/// A point on the axis. The axis of a prismatic joint may be shifted freely; for a slider, it passes through the centre
/// of mass.
Vec axis_point(const Mechanism<double>& m, Index i) {
  return is_slider(m, i) ? point(m, i) + transpose_times(rotation(m, i), center(m, i)) : point(m, i);
}

// --- one body -------------------------------------------------------------------------------------------------------

/// Whether body i is the main child of its parent, the one for which the frame of the parent is placed.
bool is_main_child(const Mechanism<double>& m, Index i) {
  return m.parent(i) == i - 1 && (i == 0 || has_axis(m.joint(i - 1).kind)) && has_axis(m.joint(i).kind) &&
         !is_slider(m, i);
}

/// How the axis of a body is reached, in its parent's prepared frame.
struct Approach {
  bool is_main = false;
  Vec x{}, z{};  // along the normal; along the axis
  Vec foot{};  // where the axis is reached
  Wide a = 0, b = 0, lift = 0;  // along x; along y; along the parent's z, before both
  Wide sine = 0, cosine = 0;  // of the angle from the parent's z to the axis, about x
};
Approach approach(const Mechanism<double>& m, Index i, const Transform<Wide>& parent, Normal::Kind to_main) {
  Approach route{.is_main = is_main_child(m, i)};
  const Vec r = parent.E * (axis_point(m, i) - parent.r);
  route.z = parent.E * direction(m, i);
  const Normal normal = common_normal(r, route.z, route.is_main ? to_main : Normal::Kind::none);
  route.foot = normal.foot;
  // the parent's frame was placed so that its main child needs no rotation; any remaining rotation is rounding error
  route.x = route.is_main ? Vec{1, 0, 0} : normal.x;
  route.lift = route.is_main ? 0 : normal.lift;
  const Vec y = cross(Vec{0, 0, 1}, route.x);
  // along this x, not along normal.x: if axes are nearly parallel, rounding errors rotate normal.x
  route.a = dot(route.foot, route.x);
  route.b = normal.kind == Normal::Kind::far ? dot(route.foot, y) : 0;
  const Wide sine = -dot(route.z, y), cosine = route.z.z, scale = 1 / std::sqrt(sine * sine + cosine * cosine);
  route.sine = scale * sine;
  route.cosine = scale * cosine;
  return route;
}

/// From the mechanism's body to a frame with z on the axis, and how to reach the main child's axis from there.
struct OwnFrame {
  Transform<Wide> X{};
  Normal::Kind to_main = Normal::Kind::none;
};
/// before: from the mechanism's body to the frame before the joint moves.
OwnFrame own_frame(const Mechanism<double>& m, Index i, const Transform<Wide>& before) {
  if (is_slider(m, i)) return {{before.E, center(m, i)}};
  // without a main child any x is possible; that of the frame before the joint makes the angle equal to q
  const Index child = i + 1;
  if (child >= m.nbody() || !is_main_child(m, child)) return {before};
  // the child's axis in a frame whose z is the axis of body i
  const Vec z = axis_of(m.joint(i));
  const Transform<Wide> X = frame_at(perpendicular(z), z, Vec{});
  const Normal normal = common_normal(X.E * point(m, child), X.E * direction(m, child));
  return {frame_at(transpose_times(X.E, normal.x), z, normal.lift * z), normal.kind};
}

/// Returns how to reach the axis of the main child.
Normal::Kind place_axis(const Mechanism<double>& m, Index i, Normal::Kind to_main, PreparedFrames& frames,
                        Prepared<double>& out) {
  const PreparedBody& body = at(out.bodies, i);
  const Transform<Wide>& parent = frames.of(m.parent(i));
  const Approach route = approach(m, i, parent, to_main);
  if (!route.is_main || route.b != 0) {
    at(out.mount_of, i) = static_cast<ShortIndex>(out.mounts.size());
    out.mounts.push_back({static_cast<double>(route.x.x), static_cast<double>(route.x.y), static_cast<double>(route.b),
                          static_cast<double>(route.lift)});
  }
  // from the parent's prepared frame and from the mechanism's body, at q = 0, to the frame before the joint moves
  const Transform<Wide> X_before = frame_at(route.x, route.z, route.foot);
  const Transform<Wide> X_body = Transform<Wide>{rotation(m, i), point(m, i)} * inverse(parent);
  const Transform<Wide> before_body = X_before * inverse(X_body);
  const auto [own, to_child] = own_frame(m, i, before_body);
  const Transform<Wide> moved = own * inverse(before_body);  // Rot_z(angle) Trans_z(d)
  const Wide angle = std::atan2(moved.E.x.y, moved.E.x.x);
  at(frames.bodies, i) = own;
  at(frames.from_parent, i) = own * X_body;

  Axis<double>& axis = at(out.axes, i);
  axis.cos_alpha = static_cast<double>(route.cosine);
  axis.sin_alpha = static_cast<double>(route.sine);
  axis.a = static_cast<double>(route.a);
  axis.d = static_cast<double>(moved.r.z);
  if (body.kind != JointKind::prismatic)
    out.angles.push_back({static_cast<double>(angle), body.q, static_cast<ShortIndex>(i)});
  if (body.general >= 0) {
    GeneralBody<double>& general = at(out.general_bodies, body.general);
    general.cos = static_cast<double>(std::cos(angle));
    general.sin = static_cast<double>(std::sin(angle));
    const auto S = cast<Wide>(m.joint(i).S);
    if (body.kind == JointKind::helical) general.pitch = static_cast<double>(dot(S.w, S.v) / dot(S.w, S.w));
  }
  return to_child;
}

/// A body on a joint without an axis keeps the frame of the mechanism.
void place_general(const Mechanism<double>& m, Index i, PreparedFrames& frames, Prepared<double>& out) {
  PreparedBody& body = at(out.bodies, i);
  const Transform<Wide> X_tree = Transform<Wide>{rotation(m, i), point(m, i)} * inverse(frames.of(m.parent(i)));
  const auto& [E, r] = at(out.general_bodies, body.general).X_tree = cast<double>(X_tree);
  const auto is_one = [](double one, double a, double b) { return one == 1 && a == 0 && b == 0; };
  body.is_straight = is_one(E.x.x, E.x.y, E.x.z) && is_one(E.y.y, E.y.z, E.y.x) && is_one(E.z.z, E.z.x, E.z.y);
  at(frames.from_parent, i) = X_tree;
}

/// The root frame may be anywhere: it is placed so that the first joint needs no placement.
Transform<Wide> root_frame(const Mechanism<double>& m) {
  if (m.nbody() == 0 || !has_axis(m.joint(0).kind)) return {};
  const Vec z = direction(m, 0);
  return frame_at(perpendicular(z), z, point(m, 0));
}

}  // namespace

PreparedFrames place_bodies(const Mechanism<double>& m, Prepared<double>& out) {
  out.axes.resize(m.joints.size());
  out.mount_of.assign(m.joints.size(), -1);
  out.angles.reserve(m.joints.size());
  PreparedFrames frames{root_frame(m), {}, {}};
  frames.bodies.resize(m.joints.size());
  frames.from_parent.resize(m.joints.size());
  Normal::Kind to_main = Normal::Kind::parallel;  // the first axis is that of the root's frame
  for (Index i = 0; i < m.nbody(); ++i)
    if (has_axis(m.joint(i).kind))
      to_main = place_axis(m, i, to_main, frames, out);
    else
      place_general(m, i, frames, out);
  return frames;
}

}  // namespace treefix::prepared::detail
