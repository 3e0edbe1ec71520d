// Shared by the methods that compute articulated bodies in pieces: the passes before, and the recursion inside a piece.
#pragma once

#include <treefix/papers/forward/state.hpp>
#include <treefix/primitives/star.hpp>

namespace treefix::papers {

/// Inputs and outputs of the passes. Sizes: (nbody), or (nv) where stated.
template <class T>
struct ArticulatedPasses {
  // written by joint_transforms, poses
  View<Transform<T>> X, X0;  // from parent to body; from root to body
  // written by velocities; then by outward
  View<Motion<T>> moves;  // V; then A, which includes gravity
  // written by bias_forces
  View<Motion<T>> c;  // V × S v
  View<Force<T>> p;  // V ×* I V − external forces
  // written by inward
  View<Force<T>> G;  // (nv) columns of U D⁻¹
  View<T> d;  // (nv) D⁻¹ u
  // written where paths begin
  View<ArticulatedBody<T>> handed;  // to the body from which the path hangs
  Motion<T> root_acceleration{};  // zero if only H⁻¹ tau is computed
};

/// V, v, external forces -> c, p; needs X0 if these are in root coordinates
template <class T, Executor Exec>
void bias_forces(const Exec& exec, const ScanView<T>& m, const ForwardState<T>& s, const ArticulatedPasses<T>& w) {
  const View<const T> v = s.v;
  const View<const Force<T>> forces = s.external.forces;
  const bool in_root = s.external.frame == ExternalFrame::of_root;
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {
    const Motion<T> V = w.moves[i];
    w.c[i] = cross(V, joint_motion(m.joints[i], v));
    w.p[i] = cross(V, m.inertias[i] * V);
    if (forces.empty()) return;
    const Force<T>& applied = forces[m.given(i)];
    w.p[i] -= in_root ? w.X0[i] * applied : applied;
  });
}

/// The passes before the articulated recursion, and memory for it. The rootfix of velocities uses the pieces of the
/// model, joined by scans.
template <class T, Executor Memory = Serial>
class ArticulatedStart {
 public:
  ArticulatedStart(const ScanModel<T>& model, const ScanMethod& join)
      : ArticulatedStart(ScanView<T>(model), model.mechanism().nv, model.pieces(), join) {}

  /// q, v, external forces -> X, c, p
  template <Executor Exec>
  void run(const Exec& exec, const ScanView<T>& m, const ForwardState<T>& s) {
    const ArticulatedPasses<T> w = *this;
    const View<const T> v = s.v;
    root_acceleration_ = s.only_inertia ? Motion<T>{} : m.root_acceleration;
    if (!s.same_q) joint_transforms<T>(exec, m, s.q, w.X);  // q -> X
    if (needs_poses(ScanState<T>{{}, {}, {}, s.external}))
      fix(
          exec, m, Compose(), [=] TREEFIX_DEVICE(Index i) -> const Transform<T>& { return w.X[i]; }, Transform<T>{},
          [=] TREEFIX_DEVICE(Index i) -> Transform<T>& { return w.X0[i]; });  // X -> X0
    fix(
        exec, m, Propagate(),
        [=] TREEFIX_DEVICE(Index i) { return MotionStep<T>{w.X[i], joint_motion(m.joints[i], v)}; }, Motion<T>{},
        [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i]; });  // X, v -> V
    bias_forces(exec, m, s, w);  // V, v, external forces -> c, p
  }

  operator ArticulatedPasses<T>() {  // NOLINT(google-explicit-constructor): a view of it
    return {X_.view(), X0_.view(), moves_.view(),  c_.view(),         p_.view(),
            G_.view(), d_.view(),  handed_.view(), root_acceleration_};
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;

  ArticulatedStart(const ScanView<T>& m, Index nv, const Pieces& pieces, const ScanMethod& join)
      : X_(m.nbody()), X0_(m.nbody()), moves_(m.nbody()), c_(m.nbody()), p_(m.nbody()), G_(nv), d_(nv),
        handed_(m.nbody()), join_(join), sums_(pieces.tasks() * 18), entries_(pieces.tasks() * 12),
        work_(pieces.tasks() * 19), scratch_(scan_scratch<T>(join, pieces.tasks()) * 19) {}

  template <Executor Exec, class Op, class Element, class V, class Y>
  void fix(const Exec& exec, const ScanView<T>& m, const Op& op, Element element, const V& start, Y y) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    const Index tasks = m.pieces.tasks.size();
    rootfix(exec, m.tree, m.pieces, join_, op, element, start, y, sums_.template as<X>(tasks),
            entries_.template as<V>(tasks), work_.template as<Marked<X>>(tasks),
            scratch_.template as<Marked<X>>(scan_scratch<X>(join_, tasks)));
  }

  Array<Transform<T>> X_, X0_;
  Array<Motion<T>> moves_, c_;
  Array<Force<T>> p_, G_;
  Array<T> d_;
  Array<ArticulatedBody<T>> handed_;
  Motion<T> root_acceleration_{};
  ScanMethod join_;
  detail::ReusedMemory<T, Memory> sums_, entries_, work_, scratch_;
};

// --- inside a piece ----------------------------------------------------------------------------------------

/// Body i with everything that its light children pass to it, in the order of their numbers.
template <class T>
constexpr ArticulatedBody<T> body_load(const ScanView<T>& m, const ArticulatedPasses<T>& w, Index i) {
  ArticulatedBody<T> load{m.inertias[i], w.p[i]};
  if (m.tree.is_leaf(i)) return load;
  for (Index child = m.tree.subtree_end(i + 1); child < m.tree.subtree_end(i); child = m.tree.subtree_end(child))
    load = load + w.handed[child];
  return load;
}

/// Joint i with everything that it carries. Empty tau: without torques.
template <int k, class T>
constexpr ArticulatedJoint<T, k> articulated_joint(const ScanView<T>& m, In<T> tau, Index i,
                                                   const ArticulatedBody<T>& load) {
  const Joint<T>& joint = m.joints[i];
  return {[&](int j) { return joint_column(joint, j); }, [&](int j) { return m.armatures[joint.v + j]; },
          [&](int j) { return tau.empty() ? T(0) : tau[joint.v + j]; }, load};
}

/// The bodies of a piece as one element, extended body by body from the outer end inward. Empty tau: at rest and
/// without forces, so that only J, A and C are nonzero.
template <class T>
TREEFIX_DEVICE StarElement<T> element_of(const ScanView<T>& m, const ArticulatedPasses<T>& w, In<T> tau,
                                         const Piece& piece) {
  StarElement<T> s;
  for (Index i = piece.end - 1; i >= piece.first; --i) {
    ArticulatedBody<T> load = body_load(m, w, i) + s.load;
    if (tau.empty()) load.p = {};
    const Motion<T> c = tau.empty() ? Motion<T>{} : w.c[i];
    with_dof(m.joints[i].kind, [&](auto k) { s = prepend(w.X[i], articulated_joint<k>(m, tau, i, load), load, c, s); });
  }
  return s;
}

/// The plain recursion through a piece, given the articulated body behind it: stores G and d, and returns the
/// articulated body before it.
template <class T>
TREEFIX_DEVICE ArticulatedBody<T> inward(const ScanView<T>& m, const ArticulatedPasses<T>& w, In<T> tau,
                                         const Piece& piece, ArticulatedBody<T> behind) {
  for (Index i = piece.end - 1; i >= piece.first; --i) {
    const ArticulatedBody<T> load = body_load(m, w, i) + behind;
    with_dof(m.joints[i].kind, [&](auto k) {
      const auto joint = articulated_joint<k>(m, tau, i, load);
      for (int j = 0; j < k; ++j) {
        w.G[m.joints[i].v + j] = joint.G[j];
        w.d[m.joints[i].v + j] = joint.d[j];
      }
      const auto [J, eta] = joint.across(load, w.c[i]);
      behind = {w.X[i].back(J), w.X[i].back(eta)};
    });
  }
  return behind;
}

/// The outward recursion, where A is the acceleration of the body from which the piece hangs:
///   A' = X A + c,  a = d − Gᵀ A',  A = A' + S a
/// put(i, A) stores the acceleration of each body. Returns that of the last body.
template <class T, class Put>
TREEFIX_DEVICE Motion<T> outward(const ScanView<T>& m, const ArticulatedPasses<T>& w, const Piece& piece, Motion<T> A,
                                 Out<T> a, Put put) {
  for (Index i = piece.first; i < piece.end; ++i) {
    const Joint<T>& joint = m.joints[i];
    const Motion<T> before = w.X[i] * A + w.c[i];
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) a[k] = w.d[k] - dot(w.G[k], before);
    A = before + joint_motion(joint, In<T>(a));
    put(i, A);
  }
  return A;
}

/// The acceleration of the parent of body i.
template <class T>
constexpr Motion<T> above(const ScanView<T>& m, const ArticulatedPasses<T>& w, Index i) {
  const Index p = m.tree.parent(i);
  return p == root ? w.root_acceleration : w.moves[p];
}

}  // namespace treefix::papers
