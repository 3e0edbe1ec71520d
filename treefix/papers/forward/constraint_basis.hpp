// The forces that a joint transmits, divided into those of its motor and those of its bearings.   [Yang 2018, eq. 14]
#pragma once

#include <treefix/model/mechanism.hpp>

namespace treefix::papers {

/// Column k of S̃ = S (SᵀS)⁻¹, the force with torque one on coordinate k and zero on the others: SᵀS̃ = 1.
/// S itself, as in the paper, has this property only if SᵀS = 1, which fails for helical joints.
template <class T>
constexpr Force<T> motor_force(const Joint<T>& joint, int k) {
  const Motion<T> S = joint_column(joint, k);
  const T scale = T(1) / (dot(S.w, S.w) + dot(S.v, S.v));
  return {scale * S.w, scale * S.v};
}

/// S̃ τ
template <class T>
constexpr Force<T> motor_forces(const Joint<T>& joint, View<const T> tau) {
  Force<T> sum{};
  for (int k = 0; k < joint.dof(); ++k) sum += tau[joint.v + k] * motor_force(joint, k);
  return sum;
}

/// W of a joint with k degrees of freedom: 6 − k forces of its bearings, which do no work on its motion (SᵀW = 0), then
/// √R S̃ for each coordinate, where R is its armature. A force across the joint is F = S̃ τ̂ + W x.
///
/// The force on a coordinate with armature is unknown, because part of the torque accelerates the rotor: SᵀF = τ̂ − R
/// q̈. So x = −√R q̈, and its row of the equations, √R S̃ᵀ(relative acceleration) = √R q̈, has a 1 on the diagonal.
/// Without armature, this 1 is the only nonzero entry of the row, so blocks of 6 × 6 are correct for any mixture of
/// coordinates. The last row of a block can be omitted if it is such a row at every joint.
template <class T>
struct ConstraintBasis {
  Force<T> W[6];

  ConstraintBasis() = default;
  ConstraintBasis(const Joint<T>& joint, View<const T> armatures) {
    using math::sqrt;
    const int k = joint.dof();
    if (k == 1)
      square_to(joint.S);
    else
      units_beside(joint);
    for (int j = 0; j < k; ++j) W[6 - k + j] = sqrt(armatures[joint.v + j]) * motor_force(joint, j);
  }

 private:
  static constexpr Force<T> unit(int c) {
    return {{T(c == 0), T(c == 1), T(c == 2)}, {T(c == 3), T(c == 4), T(c == 5)}};
  }
  /// Householder's reflection maps S to a coordinate axis; the other five axes, reflected, are orthonormal and
  /// orthogonal to S.
  void square_to(const Motion<T>& S) {
    using math::abs, math::sqrt;
    const T scale = T(1) / sqrt(dot(S.w, S.w) + dot(S.v, S.v));
    const T s[6] = {scale * S.w.x, scale * S.w.y, scale * S.w.z, scale * S.v.x, scale * S.v.y, scale * S.v.z};
    int axis = 0;
    for (int c = 1; c < 6; ++c)
      if (abs(s[c]) > abs(s[axis])) axis = c;
    // 1 − v vᵀ / (1 + |s_axis|)  with  v = s ± the axis
    const Force<T> v = Force<T>{{s[0], s[1], s[2]}, {s[3], s[4], s[5]}} + T(s[axis] < T(0) ? -1 : 1) * unit(axis);
    for (int c = 0, column = 0; c < 6; ++c)
      if (c != axis) W[column++] = unit(c) - (s[c] / (T(1) + abs(s[axis]))) * v;
  }
  /// The unit vectors that are not in S.
  void units_beside(const Joint<T>& joint) {
    bool free[6] = {};
    for (int j = 0; j < joint.dof(); ++j) free[joint_coordinate(joint.kind, j)] = true;
    for (int c = 0, column = 0; c < 6; ++c)
      if (!free[c]) W[column++] = unit(c);
  }
};

}  // namespace treefix::papers
