// Mimic joints: conversion between the coordinates of the model and those of its mechanism.
#pragma once

#include <algorithm>
#include <vector>

#include <treefix/model/mechanism.hpp>

namespace treefix {

/// A mimic joint: q = ratio q_leader + offset. Its leader is not a mimic joint itself.
struct MimicJoint {
  Index leader = root;  // root: not a mimic joint
  double ratio = 1, offset = 0;
};

/// A mechanism has coordinates for every joint; a model has them only for joints that are not mimic joints. A mimic
/// joint has
///   q = ratio q_leader + offset,   v = ratio v_leader,   a = ratio a_leader
/// so with v_mechanism = G v the equations of motion become Gᵀ H G a + Gᵀ C = Gᵀ tau_mechanism.
/// Empty if there are no mimic joints: mechanism and model then have the same coordinates. Otherwise O(n) memory.
struct MimicCoupling {
  /// One coordinate of the mechanism: ratio times a coordinate of the model, plus offset.
  struct Source {
    Index from = 0;
    double ratio = 1, offset = 0;
    bool is_mimic = false;  // it belongs to a mimic joint
  };
  std::vector<Source> q;  // (nq of the mechanism)
  std::vector<Source> v;  // (nv of the mechanism), offsets zero
  std::vector<Index> leaders;  // (nbody) the leader of joint i, which is not a mimic joint; root if none

  bool empty() const { return leaders.empty(); }
  bool is_mimic(Index joint) const { return !empty() && leaders[static_cast<std::size_t>(joint)] != root; }
  /// The coordinate of the model that determines coordinate k of the mechanism.
  Index user_q(Index k) const { return empty() ? k : q[static_cast<std::size_t>(k)].from; }
  Index user_v(Index k) const { return empty() ? k : v[static_cast<std::size_t>(k)].from; }
};

/// mimic_joints: (nbody) one entry for each joint.
MimicCoupling couple_mimic_joints(const Mechanism<double>& m, const std::vector<MimicJoint>& mimic_joints);

namespace detail {

template <class T>
void expand(const std::vector<MimicCoupling::Source>& sources, In<T> x, Out<T> full) {
  for (Index k = 0; k < ssize(sources); ++k) {
    const MimicCoupling::Source& source = sources[static_cast<std::size_t>(k)];
    full[k] = T(source.ratio) * x[source.from] + T(source.offset);
  }
}

template <class T>
void select(const std::vector<MimicCoupling::Source>& sources, In<T> full, Out<T> x) {
  for (Index k = 0; k < ssize(sources); ++k)
    if (const MimicCoupling::Source& source = sources[static_cast<std::size_t>(k)]; !source.is_mimic)
      x[source.from] = full[k];
}

/// Adds each number of the mechanism, times its weight, to the coordinate of the model that determines it.
template <class T, class Weight>
void reduce(const std::vector<MimicCoupling::Source>& sources, In<T> full, Out<T> x, Weight weight) {
  std::fill(x.begin(), x.end(), T(0));
  for (Index k = 0; k < ssize(sources); ++k) {
    const MimicCoupling::Source& source = sources[static_cast<std::size_t>(k)];
    x[source.from] += T(weight(source.ratio)) * full[k];
  }
}

}  // namespace detail

/// The configuration of the mechanism.
template <class T>
void expand_configuration(const MimicCoupling& mimic, In<T> q, Out<T> full) {
  detail::expand<T>(mimic.q, q, full);
}

/// The velocity or acceleration of the mechanism: G v.
template <class T>
void expand_velocity(const MimicCoupling& mimic, In<T> v, Out<T> full) {
  detail::expand<T>(mimic.v, v, full);
}

/// The inverse: selects the configuration of the model from that of the mechanism.
template <class T>
void select_configuration(const MimicCoupling& mimic, In<T> full, Out<T> q) {
  detail::select<T>(mimic.q, full, q);
}

template <class T>
void select_velocity(const MimicCoupling& mimic, In<T> full, Out<T> v) {
  detail::select<T>(mimic.v, full, v);
}

/// Gᵀ tau: the torque of a joint includes those of its mimic joints, each times its ratio.
template <class T>
void reduce_torques(const MimicCoupling& mimic, In<T> full, Out<T> tau) {
  detail::reduce<T>(mimic.v, full, tau, [](double ratio) { return ratio; });
}

/// The same for nonnegative quantities, such as the size of rounding errors: |G|ᵀ scale.
template <class T>
void reduce_scales(const MimicCoupling& mimic, In<T> full, Out<T> scale) {
  detail::reduce<T>(mimic.v, full, scale, [](double ratio) { return ratio < 0 ? -ratio : ratio; });
}

/// H ← Gᵀ full G, where both matrices are row-major and symmetric; n is nv of the model.
template <class T>
void reduce_matrix(const MimicCoupling& mimic, In<T> full, Index n, Out<T> H) {
  const Index size = ssize(mimic.v);
  std::fill(H.begin(), H.end(), T(0));
  for (Index i = 0; i < size; ++i) {
    const MimicCoupling::Source& row = mimic.v[static_cast<std::size_t>(i)];
    for (Index j = 0; j < size; ++j) {
      const MimicCoupling::Source& column = mimic.v[static_cast<std::size_t>(j)];
      // one triangle only: the other one would add in another order and round differently
      if (row.from <= column.from)
        H[row.from * n + column.from] += T(row.ratio) * (T(column.ratio) * full[i * size + j]);
    }
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) H[i * n + j] = H[j * n + i];
}

extern template void expand_configuration<double>(const MimicCoupling&, In<double>, Out<double>);
extern template void expand_velocity<double>(const MimicCoupling&, In<double>, Out<double>);
extern template void reduce_torques<double>(const MimicCoupling&, In<double>, Out<double>);

}  // namespace treefix
