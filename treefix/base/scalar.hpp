// Elementary functions for every scalar type that treefix computes in: float, double, __float128 (if the compiler has
// it) and, by argument-dependent lookup, Lanes. They have a namespace of their own, so that `using namespace treefix`
// does not make a plain sin(x) ambiguous; templates write `using math::sin;` first.
#pragma once

#include <cmath>
#include <limits>

#include <treefix/base/device.hpp>

#ifdef __SIZEOF_FLOAT128__
// Declared here because <quadmath.h> belongs to g++ and clang does not find it. Users of Quad link -lquadmath.
extern "C" {
__extension__ __float128 sinq(__float128);
__extension__ __float128 cosq(__float128);
__extension__ __float128 sqrtq(__float128);
__extension__ __float128 fabsq(__float128);
__extension__ __float128 atan2q(__float128, __float128);
}
#endif

namespace treefix {

template <class T>
struct SineCosine {
  T sine, cosine;
};

namespace math {

TREEFIX_DEVICE inline float sin(float x) { return std::sin(x); }
TREEFIX_DEVICE inline float cos(float x) { return std::cos(x); }
TREEFIX_DEVICE inline float sqrt(float x) { return std::sqrt(x); }
TREEFIX_DEVICE inline float abs(float x) { return std::fabs(x); }
TREEFIX_DEVICE inline float atan2(float y, float x) { return std::atan2(y, x); }

TREEFIX_DEVICE inline double sin(double x) { return std::sin(x); }
TREEFIX_DEVICE inline double cos(double x) { return std::cos(x); }
TREEFIX_DEVICE inline double sqrt(double x) { return std::sqrt(x); }
TREEFIX_DEVICE inline double abs(double x) { return std::fabs(x); }
TREEFIX_DEVICE inline double atan2(double y, double x) { return std::atan2(y, x); }

/// Sine and cosine together: one call of sincos in glibc takes two thirds of the time of sin and cos, and compilers do
/// not merge the two calls.
TREEFIX_DEVICE inline SineCosine<float> sine_cosine(float x) {
#if defined(__GLIBC__) && !defined(__CUDA_ARCH__)
  SineCosine<float> r;
  ::sincosf(x, &r.sine, &r.cosine);
  return r;
#else
  return {std::sin(x), std::cos(x)};
#endif
}
TREEFIX_DEVICE inline SineCosine<double> sine_cosine(double x) {
#if defined(__GLIBC__) && !defined(__CUDA_ARCH__)
  SineCosine<double> r;
  ::sincos(x, &r.sine, &r.cosine);
  return r;
#else
  return {std::sin(x), std::cos(x)};
#endif
}

}  // namespace math

/// Distance from 1 to the next larger T.
template <class T>
constexpr T epsilon() {
  return std::numeric_limits<T>::epsilon();
}

#ifdef __SIZEOF_FLOAT128__
/// The scalar of the reference computations: 113 bits of mantissa.
__extension__ using Quad = __float128;

namespace math {
inline Quad sin(Quad x) { return sinq(x); }
inline Quad cos(Quad x) { return cosq(x); }
inline Quad sqrt(Quad x) { return sqrtq(x); }
inline Quad abs(Quad x) { return fabsq(x); }
inline Quad atan2(Quad y, Quad x) { return atan2q(y, x); }
inline SineCosine<Quad> sine_cosine(Quad x) { return {sinq(x), cosq(x)}; }
}  // namespace math

template <>
constexpr Quad epsilon<Quad>() {
  return Quad(1) / (Quad(1ULL << 56) * Quad(1ULL << 56));  // 2^-112
}
#endif

}  // namespace treefix
