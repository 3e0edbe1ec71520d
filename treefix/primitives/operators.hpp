// The operators of rigid-body dynamics, with their laws.
#pragma once

#include <treefix/primitives/laws.hpp>
#include <treefix/spatial/motion_matrix.hpp>

namespace treefix {

/// The scalar type of a motion, a force or an inertia.
template <class X>
struct NumberOf {
  using Type = X;
};
template <template <class> class X, class T>
struct NumberOf<X<T>> {
  using Type = T;
};

/// Sums of motions, forces, inertias, numbers.
struct Add {
  static constexpr bool commutative = true;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class X>
  static constexpr X inverse(const X& a) {
    return -a;
  }
  template <class X>
  constexpr X operator()(const X& a, const X& b) const {
    return a + b;
  }
  template <class X>
  static constexpr X apply(const X& a, const X& v) {
    return v + a;
  }
  template <class X>
  using Component = typename NumberOf<X>::Type;
};

/// Poses along a path: X_CA from X_BA and then X_CB. A group, not commutative.
struct Compose {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  static constexpr Transform<T> inverse(const Transform<T>& X) {
    return treefix::inverse(X);
  }
  template <class T>
  constexpr Transform<T> operator()(const Transform<T>& X_BA, const Transform<T>& X_CB) const {
    return X_CB * X_BA;
  }
  template <class T>
  static constexpr Transform<T> apply(const Transform<T>& X_CB, const Transform<T>& X_BA) {
    return X_CB * X_BA;
  }
  template <class T, class V>
  static constexpr V carry(const Transform<T>& X, const V& v) {
    return X.back(v);
  }
};

/// m ↦ X m + own: the motion of a body, given that of its parent.
template <class T>
struct MotionStep {
  Transform<T> X{};
  Motion<T> own{};
};

/// Velocities, or accelerations, along a path: 18 numbers. A group, not commutative.      [Yang 2016, algorithm 1]
struct Propagate {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  static constexpr MotionStep<T> inverse(const MotionStep<T>& a) {
    const Transform<T> X = treefix::inverse(a.X);
    return {X, -(X * a.own)};
  }
  template <class T>
  constexpr MotionStep<T> operator()(const MotionStep<T>& a, const MotionStep<T>& b) const {
    return {b.X * a.X, apply(b, a.own)};
  }
  template <class T>
  static constexpr Motion<T> apply(const MotionStep<T>& b, const Motion<T>& m) {
    return b.X * m + b.own;
  }
};

/// The motion of a body: velocity and acceleration.
template <class T>
struct MotionPair {
  Motion<T> V{}, A{};
};

/// A joint as it acts on MotionPair: X, and its own S q̇ and S q̈.
template <class T>
struct PairStep {
  Transform<T> X{};
  Motion<T> V{}, A{};
};

/// Velocity and acceleration together: 24 numbers in place of a 13 × 13 matrix. A group, not commutative.
///   (g, ξ₁, ξ₂) after (g', ξ₁', ξ₂') is (g g', g ξ₁' + ξ₁ − ξ₂ × g ξ₂', g ξ₂' + ξ₂), ξ₁ = A, ξ₂ = V
///                                                                        [docs/theory/inverse.md, One scan of pairs]
struct PropagatePair {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  static constexpr PairStep<T> inverse(const PairStep<T>& a) {
    const Transform<T> X = treefix::inverse(a.X);
    return {X, -(X * a.V), -(X * a.A)};  // the velocities would only add ξ₂ × ξ₂ = 0
  }
  template <class T>
  constexpr PairStep<T> operator()(const PairStep<T>& a, const PairStep<T>& b) const {
    const MotionPair<T> moves = apply(b, MotionPair<T>{a.V, a.A});
    return {b.X * a.X, moves.V, moves.A};
  }
  template <class T>
  static constexpr MotionPair<T> apply(const PairStep<T>& b, const MotionPair<T>& m) {
    const Motion<T> V = b.X * m.V;
    return {V + b.V, b.X * m.A + b.A - cross(b.V, V)};
  }
};

/// Across articulated joints: motions A m away from the root, forces Aᵀ f towards it. A monoid: a joint transmits no
/// force along its own axis, so A has no inverse.
///                                                                                                   [Yang 2016, eq. 8]
struct Transmit {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X::identity();
  }
  template <class T>
  constexpr MotionMatrix<T> operator()(const MotionMatrix<T>& a, const MotionMatrix<T>& b) const {
    return b * a;
  }
  template <class T>
  static constexpr Motion<T> apply(const MotionMatrix<T>& A, const Motion<T>& m) {
    return A * m;
  }
  template <class T>
  static constexpr Force<T> carry(const MotionMatrix<T>& A, const Force<T>& f) {
    return transpose_times(A, f);
  }
};

/// a ↦ A a + b: accelerations across articulated joints, if everything beyond is known.
template <class T>
struct MotionMap {
  MotionMatrix<T> A = MotionMatrix<T>::identity();
  Motion<T> b{};
};

/// Accelerations along a path: 42 numbers. A monoid, not commutative.                             [Yang 2016, eq. 19]
struct Follow {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  constexpr MotionMap<T> operator()(const MotionMap<T>& a, const MotionMap<T>& b) const {
    return {b.A * a.A, apply(b, a.b)};
  }
  template <class T>
  static constexpr Motion<T> apply(const MotionMap<T>& b, const Motion<T>& a) {
    return b.A * a + b.b;
  }
};

/// f ↦ Aᵀ f + η: forces across articulated joints, towards the root.
template <class T>
struct ForceMap {
  MotionMatrix<T> A = MotionMatrix<T>::identity();
  Force<T> eta{};
};

/// The composition of these maps; a is nearer to the root. A monoid, not commutative.
struct Gather {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  constexpr ForceMap<T> operator()(const ForceMap<T>& a, const ForceMap<T>& b) const {
    return {b.A * a.A, a.eta + transpose_times(a.A, b.eta)};
  }
};

/// A marked element starts a new segment: a segmented scan is a scan with this operator. A monoid if Op is one.
template <class X>
struct Marked {
  X value{};
  bool begins = false;
};
template <class Op>
struct Segmented {
  static constexpr bool commutative = false;
  template <class M>
  static constexpr M identity() {
    return {Op::template identity<decltype(M::value)>(), false};
  }
  template <class X>
  constexpr Marked<X> operator()(const Marked<X>& a, const Marked<X>& b) const {
    return {b.begins ? b.value : Op()(a.value, b.value), a.begins || b.begins};
  }
};

}  // namespace treefix
