// Forward dynamics by constraint forces.              [Yang 2018, §III–IV; docs/theory/forward.md, Constraint forces]
#pragma once

#include <algorithm>

#include <treefix/papers/forward/cfa_equations.hpp>
#include <treefix/papers/forward/constraint_basis.hpp>
#include <treefix/papers/forward/inverse_inertia.hpp>
#include <treefix/papers/forward/state.hpp>

namespace treefix::papers {

/// The effect of a path on its base: an acceleration a of the body from which the path hangs needs the force J a + z,
/// in coordinates of that body.
template <class T>
struct PathAtBase {
  ArticulatedInertia<T> J{};
  Force<T> z{};
};

/// Inputs and outputs of the passes, by row. Joints transmit the known motor forces S̃ τ̂ and unknown forces C = W x.
template <class T>
struct CfaPasses {
  ScanView<T> m;
  CfaRows at;
  View<const ConstraintBasis<T>> W;
  View<const Transform<T>> X;  // (nbody) by body
  View<const T> torques;  // (nv) τ̂
  // written by cfa_free_body
  View<InverseInertia<T>> inverse;  // J⁻¹, including the light children of the body
  View<Motion<T>> P;  // acceleration due to the known forces alone
  // written by cfa_hand_over
  View<PathAtBase<T>> at_base;  // (paths)
  // written by cfa_constraint_force and cfa_acceleration
  View<Force<T>> C;
  View<Motion<T>> A;
  View<T> a;  // (nv) q̈
};

// --- passes ------------------------------------------------------------------------------------------------

/// τ̂, at_base of light children -> J⁻¹, P = J⁻¹(S̃ τ̂ − Xᵀ S̃ τ̂ of the next body − z)
template <class T>
constexpr void cfa_free_body(const CfaPasses<T>& w, Index r) {
  const TreeView tree = w.m.tree;
  const Index i = w.at.bodies[r];
  PathAtBase<T> all{w.m.inertias[i], {}};
  if (!tree.is_leaf(i))
    for (Index c = tree.subtree_end(i + 1); c < tree.subtree_end(i); c = tree.subtree_end(c)) {
      const PathAtBase<T>& light = w.at_base[w.at.paths[w.at.rows[c]]];
      all = {all.J + light.J, all.z + light.z};
    }
  Force<T> known = motor_forces(w.m.joints[i], w.torques) - all.z;
  if (w.at.places[r].after > 0) known -= w.X[i + 1].back(motor_forces(w.m.joints[i + 1], w.torques));
  w.inverse[r] = InverseInertia<T>(all.J);
  w.P[r] = w.inverse[r] * known;
}

/// Right sides 1 to 6 of one unknown: the effect of unit accelerations of the base.
template <class T>
constexpr Force<T> base_part(const SmallRow<T, 7>& x) {
  return {{x[1], x[2], x[3]}, {x[4], x[5], x[6]}};
}
template <class T>
constexpr void set_base_part(const Force<T>& f, SmallRow<T, 7>& x) {
  x[1] = f.n.x;
  x[2] = f.n.y;
  x[3] = f.n.z;
  x[4] = f.f.x;
  x[5] = f.f.y;
  x[6] = f.f.z;
}

/// J⁻¹, P -> row j of the equations A x = R of a level:                                                  [eqs. 14, 15]
///   K_rr = J⁻¹ + X J_{r−1}⁻¹ Xᵀ,   K_{r−1,r} = −J_{r−1}⁻¹ Xᵀ,   R = Wᵀ(X P_{r−1} − P)
///   A = WᵀKW, with 1 added on the diagonal at coordinates of joints
/// The base of a path is not one of its bodies: its acceleration is given.
template <class T, int block, int columns>
constexpr void cfa_equations(const CfaPasses<T>& w, const CfaLevel<T, block, columns>& level, Index j) {
  const BlockTridiagonal<T, block, columns>& system = level.system;
  const Index r = level.first + j, i = w.at.bodies[r];
  const bool begins = w.at.places[r].before == 0;
  const Force<T>(&W)[6] = w.W[r].W;
  Force<T> above[block];  // XᵀW, the force on the previous body
  for (int b = 0; b < block; ++b) above[b] = w.X[i].back(W[b]);

  const Motion<T> given = begins ? -w.P[r] : w.X[i] * w.P[r - 1] - w.P[r];
  system.R[j] = {};
  for (int b = 0; b < block; ++b) {
    system.R[j][b][0] = dot(W[b], given);
    if constexpr (CfaLevel<T, block, columns>::has_bases)
      if (begins) set_base_part(above[b], system.R[j][b]);
  }
  for (int b = 0; b < block; ++b) {
    const Motion<T> own = w.inverse[r] * W[b];
    for (int a = b; a < block; ++a) system.D[j][a][b] = dot(W[a], own);
    if (begins) continue;
    const Motion<T> before = w.inverse[r - 1] * above[b];
    for (int a = b; a < block; ++a) system.D[j][a][b] += dot(above[a], before);
    for (int a = 0; a < block; ++a) system.U[j - 1][a][b] = -dot(w.W[r - 1].W[a], before);
  }
  for (int k = 6 - w.m.joints[i].dof(); k < block; ++k) system.D[j][k][k] += T(1);
}

/// x in the first row of a path -> at_base:  J = XᵀΦX,  z = Xᵀφ  where its joint transmits  φ + ΦX a
template <class T, int block>
constexpr void cfa_hand_over(const CfaPasses<T>& w, const CfaLevel<T, block, 7>& level, Index j) {
  const Index r = level.first + j, i = w.at.bodies[r];
  if (w.at.places[r].before > 0) return;
  PathAtBase<T> sum{{}, w.X[i].back(motor_forces(w.m.joints[i], w.torques))};
  for (int b = 0; b < block; ++b) {
    const SmallRow<T, 7>& x = level.system.R[j][b];
    const Force<T> above = w.X[i].back(w.W[r].W[b]);
    sum.J += symmetric_outer(above, base_part(x));
    sum.z += x[0] * above;
  }
  w.at_base[w.at.paths[r]] = sum;
}

/// x, A of the base -> C = W x, and q̈ of coordinates with armature
template <class T, int block, int columns>
constexpr void cfa_constraint_force(const CfaPasses<T>& w, const CfaLevel<T, block, columns>& level, Index j) {
  using math::sqrt;
  const Index r = level.first + j;
  const Joint<T>& joint = w.m.joints[w.at.bodies[r]];
  Force<T> sum{};
  for (int b = 0; b < block; ++b) {
    T x = level.system.R[j][b][0];
    if constexpr (CfaLevel<T, block, columns>::has_bases) {
      const Index base = w.m.tree.parent(w.at.bodies[r - w.at.places[r].before]);
      x += dot(base_part(level.system.R[j][b]), w.A[w.at.rows[base]]);
    }
    sum += x * w.W[r].W[b];
    const Index k = joint.v + b - (6 - joint.dof());
    if (k >= joint.v && w.m.armatures[k] > T(0)) w.a[k] = -x / sqrt(w.m.armatures[k]);
  }
  w.C[r] = sum;
}

/// P, C -> A
template <class T>
constexpr void cfa_acceleration(const CfaPasses<T>& w, Index r) {
  Force<T> net = w.C[r];
  if (w.at.places[r].after > 0) net -= w.X[w.at.bodies[r] + 1].back(w.C[r + 1]);
  w.A[r] = w.P[r] + w.inverse[r] * net;
}

/// A -> q̈ = S̃ᵀ(A − X A_λ) of coordinates without armature                                                [eq. 13]
template <class T>
constexpr void cfa_joint_acceleration(const CfaPasses<T>& w, Index r) {
  const Index i = w.at.bodies[r], p = w.m.tree.parent(i);
  const Joint<T>& joint = w.m.joints[i];
  const Motion<T> relative = p == root ? w.A[r] : w.A[r] - w.X[i] * w.A[w.at.rows[p]];
  for (int k = 0; k < joint.dof(); ++k)
    if (!(w.m.armatures[joint.v + k] > T(0))) w.a[joint.v + k] = dot(motor_force(joint, k), relative);
}

// --- algorithm ---------------------------------------------------------------------------------------------

/// The number of unknown forces per joint: those of its bearings if no coordinate has armature, otherwise up to all
/// six.
template <class T>
int cfa_block(const Mechanism<T>& m) {
  return std::all_of(m.armatures.begin(), m.armatures.end(), [](const T& R) { return R == T(0); }) ? 5 : 6;
}

/// The constraint force algorithm [Yang 2018, algorithm 1], on any tree: A = WᵀKW is block tridiagonal along each heavy
/// path. From the deepest light level to the root, the paths of a level are solved concurrently, each for its own right
/// side and for six unit accelerations of its base. This gives the force at the base for any acceleration of the base,
/// so a path adds an inertia and a bias force to the body from which it hangs. On the way back from the root the
/// accelerations of bases are known. Paths on the root have a base at rest, and one right side.
///
/// block: the number of unknowns per row, at least cfa_block of the mechanism. Joints with more degrees of freedom
/// leave some of them as padding.
///
/// Every body needs an invertible inertia of its own (singular_body is −1); otherwise the result is NaN. Light children
/// could make the inertia of a body invertible, but which children are light depends on the sizes of the others, so
/// this does not count.
///
/// Threads: one run at a time. Determinism: the same bits from every executor that runs calls unchanged.
/// Allocation: none after construction. Memory: O(n); with blocks of 6 × 6 at most 260 numbers per body with thomas and
/// 410 with the others, for chains 197 and 311.
/// Accuracy: the scaled residual is within 300 d² ε, with odd-even elimination within 10⁵ d² ε, where d is the depth of
/// the tree. These bounds are about three times the residuals measured on random trees with all joints and on chains up
/// to 10⁴. Articulated bodies have residuals below ε. Forces accumulate along a path, and accelerations are computed
/// from their differences: solving the same equations by thomas in quadruple precision gives similar residuals.
template <class T, int block = 6, Executor Memory = Serial>
class Cfa {
 public:
  Cfa(const ScanModel<T>& model, CfaSolver solver)
      : Cfa(model, solver, CfaOrder(model.paths(), model.mechanism().nbody())) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    torques_.run(exec, model_, s);  // q, v, tau, external forces -> X, τ̂
    const CfaPasses<T> w = passes(a);
    for (Index k = equations_.levels() - 1; k >= 0; --k)
      equations_.at_level(k, [&](const auto& level) {
        const Index rows = level.system.rows();
        each_row(exec, rows,
                 [=] TREEFIX_DEVICE(Index j) { cfa_free_body(w, level.first + j); });  // τ̂, at_base -> J⁻¹, P
        each_row(exec, rows, [=] TREEFIX_DEVICE(Index j) { cfa_equations(w, level, j); });  // J⁻¹, P -> A, R
        equations_.solve(exec, level);  // A, R -> x
        if constexpr (std::remove_cvref_t<decltype(level)>::has_bases)
          each_row(exec, rows, [=] TREEFIX_DEVICE(Index j) { cfa_hand_over(w, level, j); });  // x -> at_base
      });
    for (Index k = 0; k < equations_.levels(); ++k)
      equations_.at_level(k, [&](const auto& level) {
        const Index rows = level.system.rows();
        each_row(exec, rows, [=] TREEFIX_DEVICE(Index j) { cfa_constraint_force(w, level, j); });  // x, A -> C, some q̈
        each_row(exec, rows, [=] TREEFIX_DEVICE(Index j) { cfa_acceleration(w, level.first + j); });  // P, C -> A
      });
    each_row(exec, w.m.nbody(), [=] TREEFIX_DEVICE(Index r) { cfa_joint_acceleration(w, r); });  // A -> the other q̈
    return {};
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;

  Cfa(const ScanModel<T>& model, CfaSolver solver, const CfaOrder& order)
      : model_(model), torques_(model), equations_(order, solver), W_(bases(model.mechanism(), order)),
        inverse_(order.nbody()), P_(order.nbody()), at_base_(order.path_count), C_(order.nbody()), A_(order.nbody()) {}

  static std::vector<ConstraintBasis<T>> bases(const Mechanism<T>& m, const CfaOrder& order) {
    std::vector<ConstraintBasis<T>> all;
    all.reserve(order.bodies.size());
    for (const ShortIndex i : order.bodies) all.emplace_back(m.joint(i), m.armatures);
    return all;
  }
  CfaPasses<T> passes(View<T> a) {
    return {.m = model_,
            .at = equations_.rows(),
            .W = W_.view(),
            .X = torques_.X(),
            .torques = torques_.torques(),
            .inverse = inverse_.view(),
            .P = P_.view(),
            .at_base = at_base_.view(),
            .C = C_.view(),
            .A = A_.view(),
            .a = a};
  }

  const ScanModel<T>& model_;
  RemainingTorques<T, Memory> torques_;
  CfaEquations<T, block, Memory> equations_;
  Array<ConstraintBasis<T>> W_;
  Array<InverseInertia<T>> inverse_;
  Array<Motion<T>> P_;
  Array<PathAtBase<T>> at_base_;
  Array<Force<T>> C_;
  Array<Motion<T>> A_;
};

}  // namespace treefix::papers
