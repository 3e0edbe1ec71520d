// An element, a piece of a chain between two handles, and how elements combine: the star product.
//                                                            [Redheffer 1960; docs/theory/forward.md, The star product]
#pragma once

#include <treefix/base/scalar.hpp>
#include <treefix/primitives/articulated_joint.hpp>
#include <treefix/primitives/operators.hpp>

namespace treefix {

/// A run of bodies with two handles: the inner one is the body that the run hangs from, the outer one its last body.
///   f_in  = J a_in + Aᵀ f_out + η       force across the first joint, coordinates of the inner handle
///   a_out = A a_in − C f_out + b        acceleration of the last body, in its own coordinates
/// f_out is the force by which the last body carries the bodies that hang from it. J and C are positive semidefinite.
/// An element without bodies is the identity.
template <class T>
struct StarElement {
  ArticulatedBody<T> load{};  // J, η: the element as seen from the inner handle if nothing hangs from it
  MotionMatrix<T> A = MotionMatrix<T>::identity();
  Compliance<T> C{};
  Motion<T> b{};
};

/// An element that is only a load: the force at its outer handle has no effect.
template <class T>
constexpr StarElement<T> ending(const ArticulatedBody<T>& load) {
  return {load, MotionMatrix<T>{}, {}, {}};
}

/// An element seen across a joint before it; with K = A S:
///   A' = A − K Gᵀ,  b' = b + A' c + K d,  C' = C + K D⁻¹ Kᵀ
/// The joint must be made for the load of the element, or for that load plus the body that the element hangs from.
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

/// The element with one more body at its inner end, on a joint that carries load = element.load + the body's own. Only
/// D, computed from that load, must be invertible: the body itself may be massless.
template <int k, class T>
constexpr StarElement<T> prepend(const Transform<T>& X, const ArticulatedJoint<T, k>& joint,
                                 const ArticulatedBody<T>& load, const Motion<T>& c, const StarElement<T>& beyond) {
  const StarElement<T> s = across(joint, load, c, beyond);
  return {{X.back(s.load.A), X.back(s.load.p)}, s.A * X, s.C, s.b};
}

namespace detail {

/// Columns B with B Bᵀ = C, by Cholesky factorisation. The pivot is the diagonal entry that has kept the largest
/// fraction of its original value, so units do not matter. What remains of a diagonal entry counts as zero if it is
/// within rounding error, because C of a few joints does not have full rank.
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

/// The force f_out changes the acceleration of the outer end of an element by −C f_out. A joint with S Sᵀ = C, unit
/// armature on each degree of freedom and no torque has the same effect. Its D = 1 + SᵀJS has no eigenvalue below 1,
/// even if J or C is singular.
template <class T>
TREEFIX_DEVICE ArticulatedJoint<T, 6> end_of(const StarElement<T>& s, const ArticulatedBody<T>& load) {
  const SquareRoot<T> B(s.C);
  return {[&](int j) { return B.columns[j]; }, [](int) { return T(1); }, [](int) { return T(0); }, load};
}

/// A load or an element seen through A of the element before it.
template <class T>
constexpr ArticulatedBody<T> behind(const StarElement<T>& a, const ArticulatedBody<T>& load) {
  return {a.load.A + congruent(a.A, load.A), a.load.p + transpose_times(a.A, load.p)};
}

}  // namespace detail

/// Combines consecutive elements. A monoid, not commutative; no inverses.
///   M = (1 + C₁J₂)⁻¹,  w = M(b₁ − C₁η₂)
///   A = A₂MA₁,  b = b₂ + A₂w,  C = C₂ + A₂MC₁A₂ᵀ,  η = η₁ + A₁ᵀ(η₂ + J₂w),  J = J₁ + A₁ᵀJ₂MA₁
/// M is not formed: the end of the first element is treated as a joint (see end_of). So MC₁ and J₂M are symmetric by
/// construction, with the rounding errors of the recursion.
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
  /// A load at the outer handle, as seen at the inner one: load(a ∘ b, x) = load(a, load(b, x)).
  template <class T>
  static TREEFIX_DEVICE ArticulatedBody<T> load(const StarElement<T>& a, const ArticulatedBody<T>& x) {
    return detail::behind(a, detail::end_of(a, x).across(x, a.b));
  }
  /// The map of accelerations with that load: MA₁ and w.
  template <class T>
  static TREEFIX_DEVICE MotionMap<T> map(const StarElement<T>& a, const ArticulatedBody<T>& x) {
    const ArticulatedJoint<T, 6> end = detail::end_of(a, x);
    const StarElement<T> s = across(end, x, a.b, StarElement<T>{});
    return {s.A * a.A, s.b};
  }
};

/// The operator with reversed arguments: b ∘ a for a ∘ b. For scans from the end. A monoid if Op is one.
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
