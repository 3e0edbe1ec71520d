// Exponential and logarithm of rotations and rigid motions, for scalars with an order (not Lanes).
#pragma once

#include <treefix/spatial/rotation.hpp>

namespace treefix {

/// sin θ / θ, (1 − cos θ) / θ², (θ − sin θ) / θ³ as functions of θ², without cancellation at small angles.
template <class T>
struct ExponentialCoefficients {
  T a{}, b{}, c{};

  constexpr explicit ExponentialCoefficients(const T& squared) {
    using math::sin, math::sqrt;
    if (squared < T(1)) {
      a = series(squared, 1);
      b = series(squared, 2);
      c = series(squared, 3);
    } else {
      const T angle = sqrt(squared), half = sin(angle / T(2)) / angle;
      a = sin(angle) / angle;
      b = T(2) * half * half;
      c = (T(1) - a) / squared;
    }
  }

 private:
  /// Σ (−θ²)^k / (2k + first)!
  static constexpr T series(const T& squared, int first) {
    using math::abs;
    T term = T(1);
    for (int i = 2; i <= first; ++i) term = term / T(i);
    T sum = term;
    for (int i = first + 1; abs(term) > epsilon<T>() * sum; i += 2) {
      term = -term * squared / T(i * (i + 1));
      sum = sum + term;
    }
    return sum;
  }
};

/// The orientation reached after turning with angular velocity w for unit time.
template <class T>
constexpr Quaternion<T> exponential(const Vec3<T>& w) {
  using math::cos, math::sqrt;
  const T half = T(0.5), squared = half * half * dot(w, w);
  const Vec3<T> u = half * ExponentialCoefficients<T>(squared).a * w;
  return {u.x, u.y, u.z, cos(sqrt(squared))};
}

/// The shortest w with exponential(w) = ±a, for a unit quaternion a.
template <class T>
constexpr Vec3<T> logarithm(const Quaternion<T>& a) {
  using math::atan2, math::sqrt;
  const Vec3<T> u{a.x, a.y, a.z};
  const T n = sqrt(dot(u, u));
  if (n == T(0)) return {};
  const T angle = a.w < T(0) ? -atan2(n, -a.w) : atan2(n, a.w);
  return (T(2) * angle / n) * u;
}

/// V(w): a body that moves with constant velocity (w, v) in its own frame ends at V(w) v after unit time.
template <class T>
constexpr Mat3<T> exponential_translation(const Vec3<T>& w) {
  const ExponentialCoefficients<T> k(dot(w, w));
  const Mat3<T> W = hat(w);
  return Mat3<T>::identity() + k.b * W + k.c * (W * W);
}

/// Solves A x = b by Cramer's rule. A must be well conditioned.
template <class T>
constexpr Vec3<T> solve(const Mat3<T>& A, const Vec3<T>& b) {
  const Vec3<T> u = cross(A.y, A.z), v = cross(A.z, A.x), w = cross(A.x, A.y);
  return (T(1) / dot(A.x, u)) * (b.x * u + b.y * v + b.z * w);
}

}  // namespace treefix
