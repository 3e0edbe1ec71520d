// Several numbers that are computed together, one per lane of a SIMD register.
#pragma once

#include <type_traits>

#include <treefix/base/scalar.hpp>

namespace treefix {

/// N values of type T on the compiler's vector types. A scalar like any other: code templated on its scalar runs on
/// Lanes unchanged as long as it takes no branch on a value. N is a power of two.
template <class T, int N>
class Lanes {
 public:
  static constexpr int size = N;

  constexpr Lanes() : v_{} {}
  /// The same value in every lane.
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr explicit Lanes(U x) : v_(Vector{} + static_cast<T>(x)) {}

  constexpr T operator[](int lane) const { return v_[lane]; }
  void set(int lane, T x) { v_[lane] = x; }

  constexpr Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  constexpr Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  constexpr Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  friend constexpr Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.v_ + b.v_); }
  friend constexpr Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.v_ - b.v_); }
  friend constexpr Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.v_ * b.v_); }
  friend constexpr Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.v_ / b.v_); }
  friend constexpr Lanes operator-(const Lanes& a) { return Lanes(-a.v_); }

  friend Lanes sin(const Lanes& a) {
    return each(a, [](T x) { return math::sin(x); });
  }
  friend Lanes cos(const Lanes& a) {
    return each(a, [](T x) { return math::cos(x); });
  }
  friend SineCosine<Lanes> sine_cosine(const Lanes& a) { return {sin(a), cos(a)}; }
  friend Lanes sqrt(const Lanes& a) {
    return each(a, [](T x) { return math::sqrt(x); });
  }
  friend Lanes abs(const Lanes& a) {
    return each(a, [](T x) { return math::abs(x); });
  }

 private:
  typedef T Vector __attribute__((vector_size(sizeof(T) * N)));  // NOLINT: `using` loses the attribute on g++ 12

  constexpr explicit Lanes(const Vector& v) : v_(v) {}

  template <class F>
  static Lanes each(Lanes a, F f) {
    for (int lane = 0; lane < N; ++lane) a.v_[lane] = f(a.v_[lane]);
    return a;
  }

  Vector v_;
};

}  // namespace treefix
