// Where chains may be cut into reversed, whatever the configuration.
#pragma once

#include <vector>

#include <treefix/papers/scan_model.hpp>

namespace treefix::papers {

/// A body is taken for one that resists a motion if it does with this share of its size. A cut behind a body that resists with
/// the share ρ may cost the factor 1/ρ in accuracy (|D⁻¹U|² ≤ 1/ρ times the body's size): three digits at the worst.
inline constexpr double least_resistance = 1.0 / 1024;

namespace detail {

/// How well a body by itself resists its joint: the smallest pivot of SᵀIS + R where each degree of freedom is measured by
/// what the body has of inertia in all directions. 0: not at all; never above 1. Free of units.
template <class T>
T resistance(const Inertia<T>& I, const Joint<T>& joint, const T* armature) {
  using math::sqrt;
  const int n = joint.dof();
  T D[6][6], size[6];
  for (int k = 0; k < n; ++k) {
    const Motion<T> S = joint_column(joint, k);
    const Force<T> U = I * S;
    const T rotor = armature == nullptr ? T(0) : armature[k];
    for (int l = 0; l <= k; ++l) D[k][l] = D[l][k] = dot(U, joint_column(joint, l));
    D[k][k] += rotor;
    size[k] = sqrt(trace(I.I) * dot(S.w, S.w) + I.m * dot(S.v, S.v) + rotor);
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

/// Which bodies may be the last of a stretch: those that resist their joint by themselves, and either are whole, so that they
/// resist every motion, or follow on their path a body that may be last too, or begin it.
///
/// Then D can be inverted at every joint of a stretch, in every configuration in which the mass matrix can, though what hangs
/// from the stretch is not there: say that the bodies of the stretch move without energy, its inner handle at rest. Then its
/// outermost whole body is at rest, and so are the joints behind that, which resist one by one; so what hangs from the
/// stretch can be at rest too, and the mass matrix is singular. (Without a whole body, all joints up to the first resist.)
/// What light children add depends on the configuration, and is not counted.
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
