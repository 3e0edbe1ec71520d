// Where chains may be cut into elements, in every configuration.
#pragma once

#include <vector>

#include <treefix/papers/scan_model.hpp>

namespace treefix::papers {

/// A body counts as resisting a motion if its resistance is at least this fraction of its size. A cut behind a body
/// with the resistance ρ may cost a factor of 1/ρ in accuracy (|D⁻¹U|² ≤ 1/ρ times the size of the body): at most three
/// digits.
inline constexpr double least_resistance = 1.0 / 1024;

namespace detail {

/// How well a body by itself resists the motion of its joint: the smallest pivot of SᵀIS + R, where each degree of
/// freedom is scaled by the inertia of the body in all directions. From 0, no resistance, to 1. Free of units.
template <class T>
T resistance(const Inertia<T>& I, const Joint<T>& joint, const T* armature) {
  using math::sqrt;
  const int n = joint.dof();
  T D[6][6], size[6];
  for (int k = 0; k < n; ++k) {
    const Motion<T> S = joint_column(joint, k);
    const Force<T> U = I * S;
    const T R = armature == nullptr ? T(0) : armature[k];
    for (int l = 0; l <= k; ++l) D[k][l] = D[l][k] = dot(U, joint_column(joint, l));
    D[k][k] += R;
    size[k] = sqrt(trace(I.I) * dot(S.w, S.w) + I.m * dot(S.v, S.v) + R);
    if (!(size[k] > T(0))) return T(0);
  }
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l) D[k][l] = D[k][l] / size[k] / size[l];
  T least = T(1);
  bool done[6] = {};
  for (int step = 0; step < n; ++step) {  // elimination, the largest pivot first
    int p = -1;
    for (int i = 0; i < n; ++i)
      if (!done[i] && (p < 0 || D[i][i] > D[p][p])) p = i;
    if (!(D[p][p] > T(0))) return T(0);
    if (D[p][p] < least) least = D[p][p];
    done[p] = true;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (!done[i] && !done[j]) D[i][j] -= D[i][p] / D[p][p] * D[p][j];
  }
  return least;
}

}  // namespace detail

/// Which bodies may be the last of an element: a body that resists its joint by itself, and in addition either is
/// whole, so that it resists every motion, or follows on its path a body that may be last, or begins its path.
///
/// Then D is invertible at every joint of an element, in every configuration in which the mass matrix is invertible,
/// although the bodies that hang from the element are missing. Proof: assume that the bodies of the element move
/// without kinetic energy while the inner handle is at rest. Then its outermost whole body is at rest, and so are the
/// joints behind it, which resist one by one. Everything that hangs from the element can be at rest, too, so the mass
/// matrix is singular. (Without a whole body, all joints up to the first one resist.) Light children do not count,
/// because their contribution depends on the configuration.
template <class T>
std::vector<char> element_ends(const ScanModel<T>& model) {
  const Mechanism<T>& m = model.mechanism();
  std::vector<char> may_end(static_cast<std::size_t>(m.nbody()));
  const auto resists = [&](Index i, const Joint<T>& joint, const T* armature) {
    return detail::resistance(m.inertia(i), joint, armature) >= T(least_resistance);
  };
  const Joint<T> any_motion{.kind = JointKind::free};
  for (const HeavyPath& path : model.paths().all())
    for (Index i = path.first; i < path.end; ++i)
      at(may_end, i) = resists(i, m.joint(i), m.armatures.data() + m.joint(i).v) &&
                       (i == path.first || at(may_end, i - 1) != 0 || resists(i, any_motion, nullptr));
  return may_end;
}

}  // namespace treefix::papers
