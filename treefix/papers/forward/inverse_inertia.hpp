// Inverse inertia: the acceleration of a rigid or articulated body under a force.
#pragma once

#include <treefix/base/scalar.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/primitives/small_factor.hpp>

namespace treefix::papers {

namespace detail {

/// The inverse of a symmetric positive definite matrix; each Vec3 is a row of three right sides.
template <class T>
constexpr Sym3<T> inverse(const Sym3<T>& a) {
  const T lower[3][3] = {{a.xx}, {a.xy, a.yy}, {a.xz, a.yz, a.zz}};
  Vec3<T> rows[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  SmallFactor<T, 3>(lower).solve(rows);
  return symmetric(Mat3<T>{rows[0], rows[1], rows[2]});
}

}  // namespace detail

/// J⁻¹ of   J = | I   H |   by its linear part first:   C = H M⁻¹,   Φ = (I − C Hᵀ)⁻¹.
///              | Hᵀ  M |
/// For a rigid body C is [c]×, where c is its centre of mass, and Φ⁻¹ is its rotational inertia about c.
template <class T>
struct InverseInertia {
  Sym3<T> rotational{};  // Φ
  Mat3<T> centre{};  // C
  Sym3<T> linear{};  // M⁻¹

  constexpr InverseInertia() = default;
  explicit constexpr InverseInertia(const ArticulatedInertia<T>& J)
      : centre(J.H * full(detail::inverse(J.M))), linear(detail::inverse(J.M)) {
    rotational = detail::inverse(J.I - symmetric(centre * transpose(J.H)));
  }

  /// ω = Φ (n − C f),   v = M⁻¹ f − Cᵀ ω
  friend constexpr Motion<T> operator*(const InverseInertia& a, const Force<T>& f) {
    const Vec3<T> w = a.rotational * (f.n - a.centre * f.f);
    return {w, a.linear * f.f - transpose_times(a.centre, w)};
  }
};

/// The first body whose own inertia is not invertible, or −1. Such a body has no mass, or a pivot of its rotational
/// inertia about the centre of mass is zero within rounding errors: below 64 ε times the trace of its rotational
/// inertia about the origin.
template <class T>
Index singular_body(const Mechanism<T>& m) {
  for (Index i = 0; i < m.nbody(); ++i) {
    const Inertia<T>& J = m.inertia(i);
    if (!(J.m > T(0))) return i;
    const Sym3<T> I = J.about((T(1) / J.m) * J.h);
    const T lower[3][3] = {{I.xx}, {I.xy, I.yy}, {I.xz, I.yz, I.zz}}, least = T(64) * epsilon<T>() * trace(J.I);
    const SmallFactor<T, 3> factor(lower);
    for (int k = 0; k < 3; ++k)
      if (!(factor.L[k][k] > least)) return i;
  }
  return -1;
}

}  // namespace treefix::papers
