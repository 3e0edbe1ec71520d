// Random turns and placements of a prepared model, and the changes of coordinates that they stand for.
#pragma once

#include <vector>

#include <treefix/kernels/group.hpp>

#include "spatial/values.hpp"

namespace treefix::test {

/// The kinds of joints that the kernels call general: all that move, except revolute ones.
inline std::vector<JointKind> general_kinds() {
  std::vector<JointKind> kinds;
  for (const JointKind kind : joint_kinds)
    if (kind != JointKind::fixed && kind != JointKind::revolute) kinds.push_back(kind);
  return kinds;
}

/// A placement: a mount, then an axis.
template <class T>
struct DrawnPlacement {
  Mount<T> mount;
  Axis<T> axis;
  Turn<T> turn;
  Transform<T> over_mount, over_axis;
};
/// A placement whose mount and axis are turned by this many right angles, or by arbitrary angles if that is negative.
template <class T>
DrawnPlacement<T> draw_placement(Draw<T>& draw, int right_angles) {
  const Vec3<T> x{T(1), T(0), T(0)}, z{T(0), T(0), T(1)};
  DrawnPlacement<T> placement;
  auto [s0, c0] = sine_cosine(draw.scalar(-4, 4));
  auto [s1, c1] = sine_cosine(draw.scalar(-4, 4));
  if (right_angles >= 0) {
    s0 = s1 = T((right_angles == 1) - (right_angles == 3));
    c0 = c1 = T((right_angles == 0) - (right_angles == 2));
  }
  const auto [s2, c2] = sine_cosine(draw.scalar(-4, 4));
  placement.mount = {c0, s0, right_angles == 0 ? T(0) : draw.scalar(), draw.scalar()};
  placement.axis.cos_alpha = c1;
  placement.axis.sin_alpha = s1;
  placement.axis.a = draw.scalar();
  placement.axis.d = right_angles == 0 ? T(0) : draw.scalar();
  placement.turn = {c2, s2};
  const Mat3<T> one = Mat3<T>::identity();
  placement.over_mount =
      Transform<T>{one, {T(0), placement.mount.b, placement.mount.lift}} * Transform<T>{turned(z, s0, c0), {}};
  placement.over_axis = Transform<T>{turned(z, s2, c2), {T(0), T(0), placement.axis.d}} *
                        Transform<T>{turned(x, s1, c1), {placement.axis.a, T(0), T(0)}};
  return placement;
}

/// Base of the typed tests of turns and placements.
template <class T>
class TurnTest : public SpatialTest<T> {
 protected:
  static inline const Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};

  struct Turned {
    Turn<T> turn;
    Mat3<T> about_x, about_z;
  };
  static Turned turn(Draw<T>& draw) {
    const auto [sine, cosine] = sine_cosine(draw.scalar(-4, 4));
    return {{cosine, sine}, turned(x, sine, cosine), turned(z, sine, cosine)};
  }
  /// law(draw, placement, right angles), as in draw_placement.
  template <class Law>
  static void for_each_placement(Law law) {
    for (int right_angles = -1; right_angles < 4; ++right_angles)
      SpatialTest<T>::repeat([&](Draw<T>& draw) {
        const DrawnPlacement<T> placement = draw_placement<T>(draw, right_angles);
        if constexpr (requires { law(draw, placement, right_angles); })
          law(draw, placement, right_angles);
        else
          law(draw, placement);
      });
  }
};

}  // namespace treefix::test
