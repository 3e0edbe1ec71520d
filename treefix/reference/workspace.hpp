// Scratch memory of the recursive algorithms, allocated once. Comments say which pass writes each field.
#pragma once

#include <treefix/base/loops.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix::reference {

/// Forces stored by component, so that loops over a range of forces are vectorised.
template <class T>
class ForceColumns {
 public:
  explicit ForceColumns(Index size) : data_(6 * size), size_(size) {}

  Force<T> operator[](Index j) const {
    const T* x = data_.view().data() + j;
    const Index n = size_;
    return {{x[0], x[n], x[2 * n]}, {x[3 * n], x[4 * n], x[5 * n]}};
  }
  /// One Plücker coordinate of all forces, in the order n x y z, f x y z.
  View<const T> coordinate(int c) const { return {data_.view().data() + c * size_, size_}; }
  void set(Index j, const Force<T>& f) {
    T* x = data_.view().data() + j;
    const Index n = size_;
    x[0] = f.n.x;
    x[n] = f.n.y;
    x[2 * n] = f.n.z;
    x[3 * n] = f.f.x;
    x[4 * n] = f.f.y;
    x[5 * n] = f.f.z;
  }

 private:
  Scratch<T> data_;
  Index size_;
};

/// Lengths of the two halves of a motion or a force, or sums of such lengths.
template <class T>
struct Lengths {
  T angular{}, linear{};

  friend constexpr Lengths operator+(const Lengths& a, const Lengths& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
};

/// Threads: one workspace belongs to one thread. Memory: O(n), all of it allocated at construction.
/// Sizes: (nbody) a value per body, (nbody + root) one more for the root, (nv) a value per degree of freedom.
template <class T>
struct Workspace {
  explicit Workspace(const Mechanism<T>& m)
      : X(m.nbody()), X0(m.nbody()), V(m.nbody()), A(m.nbody()), c(m.nbody()), F(m.nbody()), IA(m.nbody()), G(m.nv),
        d(m.nv), Ic(m.nbody()), columns(m.nv), A_terms(m.nbody()), F_terms(m.nbody()), zero(m.nv) {
    for (Index k = 0; k < m.nv; ++k) zero[k] = T(0);
  }

  // written by joint_pass
  Scratch<Transform<T>> X;  // (nbody) from parent to body
  // written by pose_pass
  BodyScratch<Transform<T>> X0;  // (nbody + root) from root to body
  // written by the outward passes
  BodyScratch<Motion<T>> V;  // (nbody + root) velocity, body coordinates
  BodyScratch<Motion<T>> A;  // (nbody + root) acceleration; in dynamics it includes gravity
  Scratch<Motion<T>> c;  // (nbody) V × S v: acceleration across the joint at q̈ = 0
  // RNEA: net force on the body, then force through its joint; ABA: bias force pA
  BodyScratch<Force<T>> F;  // (nbody + root)
  // written by aba_joint
  Scratch<ArticulatedInertia<T>> IA;  // (nbody) articulated inertia
  Scratch<Force<T>> G;  // (nv) columns of U D⁻¹
  Scratch<T> d;  // (nv) D⁻¹ u
  // written by crba_joint
  Scratch<Inertia<T>> Ic;  // (nbody) composite inertia of the subtree
  ForceColumns<T> columns;  // (nv) Ic S, moved inward
  // written by torque_scale
  BodyScratch<Lengths<T>> A_terms, F_terms;  // (nbody + root) sizes of the terms that cancel in A and F
  // constant
  Scratch<T> zero;  // (nv) velocity or acceleration of a robot at rest
};

}  // namespace treefix::reference
