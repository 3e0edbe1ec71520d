// A stretch of bodies between two handles, and how reversed join: the star product.   [Redheffer 1960; docs/theory/forward.md, The star product]
#pragma once

#include <treefix/base/scalar.hpp>
#include <treefix/primitives/articulated_joint.hpp>
#include <treefix/primitives/operators.hpp>

namespace treefix {

/// Bodies from one handle, the body that they hang from, to another, the last of them:
///   f_in  = J a_in + Aᵀ f_out + η       force across the first joint, coordinates of the inner handle
///   a_out = A a_in − C f_out + b        acceleration of the last body, in its own coordinates
/// f_out is what hangs there as it is felt there. J and C are positive semidefinite. No body: the identity.
template <class T>
struct StarElement {
  ArticulatedBody<T> load{};  // J, η: how the stretch is felt if nothing hangs from it
  MotionMatrix<T> A = MotionMatrix<T>::identity();
  Compliance<T> C{};
  Motion<T> b{};
};

/// The stretch of nothing but a load: who hangs from it is not felt.
template <class T>
constexpr StarElement<T> ending(const ArticulatedBody<T>& load) {
  return {load, MotionMatrix<T>{}, {}, {}};
}

/// What lies beyond a joint, seen across it; with K = A S:
///   A' = A − K Gᵀ,  b' = b + A' c + K d,  C' = C + K D⁻¹ Kᵀ
/// The joint must be made for the load of the stretch, or of the stretch and of the body that both hang from.
template <int k, class T>
constexpr StarElement<T> across(const ArticulatedJoint<T, k>& joint, const ArticulatedBody<T>& load, const Motion<T>& c,
                                const StarElement<T>& beyond) {
  StarElement<T> s{joint.across(load, c), beyond.A, beyond.C, beyond.b};
  Motion<T> K[k], KD[k];
  for (int j = 0; j < k; ++j) K[j] = KD[j] = beyond.A * joint.S[j];
  joint.D.solve(KD);
  for (int j = 0; j < k; ++j) {
    s.A.subtract_outer(K[j], joint.G[j]);
    s.C = s.C + symmetric_outer(K[j], KD[j]);
    s.b += joint.d[j] * K[j];
  }
  s.b += s.A * c;
  return s;
}

/// The stretch with one more body at its inner end, on a joint that carries load = stretch.load + the body's own. Needs
/// D of what the joint carries alone, not of the body: that may be massless.
template <int k, class T>
constexpr StarElement<T> prepend(const Transform<T>& X, const ArticulatedJoint<T, k>& joint,
                                 const ArticulatedBody<T>& load, const Motion<T>& c, const StarElement<T>& beyond) {
  const StarElement<T> s = across(joint, load, c, beyond);
  return {{X.back(s.load.A), X.back(s.load.p)}, s.A * X, s.C, s.b};
}

namespace detail {

/// Columns B with B Bᵀ = C, by Cholesky's method, in which the pivot is the one that kept most of its diagonal: units do
/// not matter. What is left of a diagonal within its rounding is zero, as C of a few joints has not full rank.
template <class T>
struct SquareRoot {
  Motion<T> columns[6];

  explicit TREEFIX_DEVICE SquareRoot(const Compliance<T>& C) {
    using math::sqrt;
    const Mat3<T> W = full(C.W), V = full(C.V), Ht = transpose(C.H);
    const Vec3<T> upper[6][2] = {{W.x, C.H.x}, {W.y, C.H.y}, {W.z, C.H.z}, {Ht.x, V.x}, {Ht.y, V.y}, {Ht.z, V.z}};
    T c[6][6], before[6];
    bool done[6] = {};
    for (int i = 0; i < 6; ++i) {
      const Vec3<T>&a = upper[i][0], &b = upper[i][1];
      const T row[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
      for (int j = 0; j < 6; ++j) c[i][j] = row[j];
      before[i] = c[i][i];
    }
    for (int step = 0; step < 6; ++step) {
      int p = -1;
      for (int i = 0; i < 6; ++i) {
        if (done[i] || !(c[i][i] > T(16) * epsilon<T>() * before[i])) continue;
        if (p < 0 || c[i][i] * before[p] > c[p][p] * before[i]) p = i;
      }
      T x[6] = {};
      if (p >= 0) {
        done[p] = true;
        const T scale = T(1) / sqrt(c[p][p]);
        for (int i = 0; i < 6; ++i)
          if (!done[i] || i == p) x[i] = scale * c[i][p];
        for (int i = 0; i < 6; ++i)
          for (int j = 0; j < 6; ++j)
            if (!done[i] && !done[j]) c[i][j] -= x[i] * x[j];
      }
      columns[step] = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
    }
  }
};

/// The outer end of a stretch gives way by −C f. So does a joint with S Sᵀ = C, a unit rotor on each degree of freedom and no
/// torque. Its D = 1 + SᵀJS has no eigenvalue below 1, whatever is singular.
template <class T>
TREEFIX_DEVICE ArticulatedJoint<T, 6> end_of(const StarElement<T>& s, const ArticulatedBody<T>& load) {
  const SquareRoot<T> B(s.C);
  return {[&](int j) { return B.columns[j]; }, [](int) { return T(1); }, [](int) { return T(0); }, load};
}

/// A load or a stretch seen through A of the stretch before it.
template <class T>
constexpr ArticulatedBody<T> behind(const StarElement<T>& a, const ArticulatedBody<T>& load) {
  return {a.load.A + congruent(a.A, load.A), a.load.p + transpose_times(a.A, load.p)};
}

}  // namespace detail

/// Stretches one after the other. A monoid, not commutative; no inverses.
///   M = (1 + C₁J₂)⁻¹,  w = M(b₁ − C₁η₂)
///   A = A₂MA₁,  b = b₂ + A₂w,  C = C₂ + A₂MC₁A₂ᵀ,  η = η₁ + A₁ᵀ(η₂ + J₂w),  J = J₁ + A₁ᵀJ₂MA₁
/// M is not formed: the end of the first stretch is a joint (see end_of) and is passed like one. So MC₁ and J₂M are
/// symmetric as they come out, and round as the recursion does.
struct Star {
  static constexpr bool commutative = false;
  template <class X>
  static constexpr X identity() {
    return X{};
  }
  template <class T>
  TREEFIX_DEVICE StarElement<T> operator()(const StarElement<T>& a, const StarElement<T>& b) const {
    const StarElement<T> s = across(detail::end_of(a, b.load), b.load, a.b, b);
    return {detail::behind(a, s.load), s.A * a.A, s.C, s.b};
  }
  /// A load at the outer handle, as it is felt at the inner one: load(a ∘ b, x) = load(a, load(b, x)).
  template <class T>
  static TREEFIX_DEVICE ArticulatedBody<T> load(const StarElement<T>& a, const ArticulatedBody<T>& x) {
    return detail::behind(a, detail::end_of(a, x).across(x, a.b));
  }
  /// How accelerations go across, with that load there: MA₁ and w.
  template <class T>
  static TREEFIX_DEVICE MotionMap<T> map(const StarElement<T>& a, const ArticulatedBody<T>& x) {
    const ArticulatedJoint<T, 6> end = detail::end_of(a, x);
    const StarElement<T> s = across(end, x, a.b, StarElement<T>{});
    return {s.A * a.A, s.b};
  }
};

/// The other way round: b ∘ a for a ∘ b. For scans from the end. A monoid if Op is one.
template <class Op>
struct Reversed {
  static constexpr bool commutative = Op::commutative;
  template <class X>
  static constexpr X identity() {
    return Op::template identity<X>();
  }
  template <class X>
  constexpr X operator()(const X& a, const X& b) const {
    return Op()(b, a);
  }
};

}  // namespace treefix
