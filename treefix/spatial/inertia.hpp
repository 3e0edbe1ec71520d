// Rigid-body inertia (10 numbers) and articulated-body inertia (21 numbers).
#pragma once

#include <treefix/spatial/motion.hpp>

namespace treefix {

/// Inertia of a rigid body: mass m, first moment h = m c, second moments Ī about the origin of the frame.
///   I = |  Ī    h× |
///       | −h×   m1 |                                                       [Featherstone 2008, §2.13]
template <class T>
struct Inertia {
  T m{};
  Vec3<T> h{};
  Sym3<T> I{};

  /// From mass, centre of mass and rotational inertia about the centre of mass.
  static constexpr Inertia from_com(const T& mass, const Vec3<T>& c, const Sym3<T>& Ic) {
    const Vec3<T> mc = mass * c;
    return {mass, mc, Ic - T(0.5) * anticommutator(mc, c)};  // Ī = Ic − m c× c×
  }

  /// The rotational inertia about the centre of mass c = h / m.
  constexpr Sym3<T> about(const Vec3<T>& c) const { return I + T(0.5) * anticommutator(h, c); }

  constexpr Inertia& operator+=(const Inertia& b) { return *this = *this + b; }
  friend constexpr Inertia operator+(const Inertia& a, const Inertia& b) { return {a.m + b.m, a.h + b.h, a.I + b.I}; }
  friend constexpr Inertia operator-(const Inertia& a) { return {-a.m, -a.h, -a.I}; }
  friend constexpr Force<T> operator*(const Inertia& a, const Motion<T>& x) {
    return {a.I * x.w + cross(a.h, x.v), a.m * x.v - cross(a.h, x.w)};
  }
};

/// Converts between moments of inertia Ī and second moments of mass S = ∫ r rᵀ dm: Ī = tr(S) 1 − S.
template <class T>
constexpr Sym3<T> rotational_inertia(const Sym3<T>& S) {
  const T all = trace(S);
  return Sym3<T>::diagonal(all, all, all) - S;
}
template <class T>
constexpr Sym3<T> second_moments(const Sym3<T>& I) {
  const T half = T(0.5) * trace(I);
  return Sym3<T>::diagonal(half, half, half) - I;
}

/// Articulated-body inertia of a body and everything that hangs from it: a symmetric 6×6 matrix.
///   A = | I   H |
///       | Hᵀ  M |
template <class T>
struct ArticulatedInertia {
  Sym3<T> I{};
  Mat3<T> H{};
  Sym3<T> M{};

  constexpr ArticulatedInertia() = default;
  constexpr ArticulatedInertia(const Sym3<T>& I_, const Mat3<T>& H_, const Sym3<T>& M_) : I(I_), H(H_), M(M_) {}
  // NOLINTNEXTLINE(google-explicit-constructor): every rigid inertia is an articulated one
  constexpr ArticulatedInertia(const Inertia<T>& a) : I(a.I), H(hat(a.h)), M(Sym3<T>::diagonal(a.m, a.m, a.m)) {}

  constexpr ArticulatedInertia& operator+=(const ArticulatedInertia& b) { return *this = *this + b; }
  friend constexpr ArticulatedInertia operator+(const ArticulatedInertia& a, const ArticulatedInertia& b) {
    return {a.I + b.I, a.H + b.H, a.M + b.M};
  }
  friend constexpr ArticulatedInertia operator-(const ArticulatedInertia& a, const ArticulatedInertia& b) {
    return {a.I - b.I, a.H - b.H, a.M - b.M};
  }
  friend constexpr Force<T> operator*(const ArticulatedInertia& a, const Motion<T>& x) {
    return {a.I * x.w + a.H * x.v, transpose_times(a.H, x.w) + a.M * x.v};
  }
};

/// An articulated body seen from the body that carries it: an acceleration a of the carrier needs the force A a + p.
template <class T>
struct ArticulatedBody {
  ArticulatedInertia<T> A{};
  Force<T> p{};

  friend constexpr ArticulatedBody operator+(const ArticulatedBody& a, const ArticulatedBody& b) {
    return {a.A + b.A, a.p + b.p};
  }
};

/// a bᵀ, which must be symmetric (b a multiple of a) or a term of a symmetric sum.
template <class T>
constexpr ArticulatedInertia<T> symmetric_outer(const Force<T>& a, const Force<T>& b) {
  return {{a.n.x * b.n.x, a.n.x * b.n.y, a.n.y * b.n.y, a.n.x * b.n.z, a.n.y * b.n.z, a.n.z * b.n.z},
          outer(a.n, b.f),
          {a.f.x * b.f.x, a.f.x * b.f.y, a.f.y * b.f.y, a.f.x * b.f.z, a.f.y * b.f.z, a.f.z * b.f.z}};
}

/// Rate of change of momentum: F = I A + V ×* I V.                              [Featherstone 2008, §5.3]
template <class T>
constexpr Force<T> body_force(const Inertia<T>& I, const Motion<T>& V, const Motion<T>& A) {
  return I * A + cross(V, I * V);
}

template <class T, class U>
constexpr Inertia<T> cast(const Inertia<U>& a) {
  return {static_cast<T>(a.m), cast<T>(a.h), cast<T>(a.I)};
}

}  // namespace treefix
