// Sine and cosine of all lanes at once, for the Lanes of lanes.hpp.
//
// With k the integer nearest to |x| / (π/2), the remainder r = |x| − k π/2 is at most π/4, where two short polynomials
// give sine and cosine. k modulo 4 determines which of the two is which, and their signs. Every lane goes through the
// same operations, so the bits of a result depend neither on the number of lanes nor on the other lanes. The error is
// below 2 units in the last place, with or without fused multiply-add.
#pragma once

#include <treefix/base/scalar.hpp>

namespace treefix::simd::lanewise {

/// Up to this angle k has 16 bits, and lanes are computed together.
inline constexpr int far_angle = 100000;

/// x − k π/2 for x >= 0 and k the integer nearest to x / (π/2), with π/2 split into parts [Cody 1980]. All parts but
/// the last have so few bits that their products with k are exact; the result is then the same whether or not the
/// compiler fuses product and difference. Some x come within 2⁻⁶⁰ of k π/2 (2⁻²⁸ for float), which determines the
/// number of parts. With explicit fused operations a part may have all its bits, and doubles need one part less.
template <class Number>
struct HalfPi;

template <>
struct HalfPi<double> {
  template <class T>
  [[gnu::always_inline]] static T rest(const T& x, const T& k) {
    if constexpr (T::fuses) {
      // the first difference is a multiple of 2⁻⁵³ below 1, thus exact; the second is exact where the remainder is
      // small
      const T first = minus_fused(x, k, T(0x1.921fb54442d18p+0));
      return minus_fused(first, k, T(0x1.1a62633145c07p-54)) + k * 0x1.f1976b7ed8fbcp-110;
    }
    // the first two differences are multiples of 2⁻⁵³ below 1, thus exact; the third is exact where the remainder is
    // small, and elsewhere the terms after it do not matter
    return (((x - k * 0x1.921fb5444p+0) - k * 0x1.68cp-39) - k * 0x1.1a6263314p-54) - k * 0x1.701b839a25205p-92;
  }
};

template <>
struct HalfPi<float> {
  template <class T>
  [[gnu::always_inline]] static T rest(const T& x, const T& k) {
    const T exact = ((x - k * 0x1.92p+0f) - k * 0x1.fap-12f) - k * 0x1.5p-20f;  // multiples of 2⁻²⁴ below 1
    // Subtracting the other parts one by one would round too often. They are added first, and so are the errors of
    // these sums.
    const T c = k * 0x1.4611a6p-42f;
    const T bc = k * 0x1.0ap-34f + c, lost_c = c - (bc - k * 0x1.0ap-34f);
    const T abc = k * 0x1.1p-26f + bc, lost_b = bc - (abc - k * 0x1.1p-26f);
    return (exact - abc) - (lost_b + lost_c);
  }
};

/// Coefficients of sin(r) ≈ r + r z (s₀ + s₁ z + …) and cos(r) ≈ 1 − z/2 + z² (c₀ + c₁ z + …), where z = r². They
/// minimise the largest error over |r| <= π/4 (found by Remez exchange, then rounded). The errors of sine and cosine
/// are 2⁻⁵⁷ and 2⁻⁵⁹ for double, 2⁻²⁷ and 2⁻³¹ for float.
template <class Number>
struct Coefficients;

template <>
struct Coefficients<double> {
  static constexpr double sine[] = {-0x1.5555555555549p-3, 0x1.111111110f87ap-7,   -0x1.a01a019c11979p-13,
                                    0x1.71de3577b56efp-19, -0x1.ae5e6639d6dcap-26, 0x1.5d9300cfcd583p-33};
  static constexpr double cosine[] = {0x1.555555555554cp-5,   -0x1.6c16c16c1517ep-10, 0x1.a01a019cb1bebp-16,
                                      -0x1.27e4f809f15fbp-22, 0x1.1ee9ebe9ab840p-29,  -0x1.8fae9cb48f97fp-37};
};

template <>
struct Coefficients<float> {
  static constexpr float sine[] = {-0x1.555544p-3f, 0x1.1106c6p-7f, -0x1.991994p-13f};
  static constexpr float cosine[] = {0x1.55554ap-5f, -0x1.6c0beap-10f, 0x1.99d2aep-16f};
};

/// a₀ + a₁ z + a₂ z² + …, by pairs: (a₀ + a₁ z) + z² ((a₂ + a₃ z) + …) has half as many dependent steps.
template <class T, class Number, int count>
[[gnu::always_inline]] inline T polynomial(const Number (&a)[count], const T& z) {
  const T square = z * z;
  T sum = count % 2 == 1 ? T(a[count - 1]) : a[count - 2] + a[count - 1] * z;
  for (int i = count - 4 + count % 2; i >= 0; i -= 2) sum = (a[i] + a[i + 1] * z) + sum * square;
  return sum;
}

/// Computes lanes that are far from zero, infinite or NaN, one by one. Not inlined, because it is seldom called. The
/// parameter T makes it a separate function at each instruction level.
template <class T, class Number>
[[gnu::noinline, gnu::cold]] void replace_far_lanes(const Number* x, Number* sine, Number* cosine) {
  for (int lane = 0; lane < T::size; ++lane) {
    if (math::abs(x[lane]) <= Number(far_angle)) continue;
    const SineCosine<Number> exact = math::sine_cosine(x[lane]);
    sine[lane] = exact.sine;
    cosine[lane] = exact.cosine;
  }
}

/// Compares bits as integers, so that infinities and NaN are far as well.
template <class T>
[[gnu::always_inline]] inline typename T::Mask is_far(const T& x) {
  return bits(abs(x)) > bits(T(far_angle));
}

/// The result of the first half of computing sine and cosine: k in the lowest bits of `whole`, which has the sign of
/// the angle, and the remainder r. Each half is a long chain of dependent instructions. Many angles take less time if
/// the first half is computed for all of them before the second: then the chains are short enough for the CPU to
/// overlap several.
template <class T>
struct ReducedAngle {
  T whole, r;
};

/// Valid in lanes that are not far.
template <class T>
[[gnu::always_inline]] inline ReducedAngle<T> reduced(const T& x) {
  using Number = typename T::Element;
  const T size = abs(x);
  // Numbers from 1/ε on are integers: adding 1/ε rounds to nearest and leaves k in the lowest bits.
  const T shifted = size * Number(0.63661977236758134308) + 1 / epsilon<Number>();
  const T r = HalfPi<Number>::rest(size, shifted - 1 / epsilon<Number>());
  return {T::from_bits(bits(shifted) | (bits(x) & bits(T(-0.0)))), r};
}

template <class T>
[[gnu::always_inline]] inline SineCosine<T> sine_cosine(const ReducedAngle<T>& angle) {
  using Number = typename T::Element;
  using Bits = typename T::Mask;
  constexpr int sign_position = 8 * sizeof(Number) - 1;
  const Bits sign_bit = bits(T(-0.0)), k = bits(angle.whole);
  const T r = angle.r, z = r * r;
  const T s = r + (r * z) * polynomial(Coefficients<Number>::sine, z);
  const T c = (Number(1) - Number(0.5) * z) + (z * z) * polynomial(Coefficients<Number>::cosine, z);

  // k mod 4 = 0, 1, 2, 3: sine is s, c, −s, −c and cosine c, −s, −c, s. Sine changes its sign with x, also for −0.
  const Bits odd = k << sign_position, upper = k << (sign_position - 1);
  const Bits swap = odd < Bits(0);
  const Bits sine_sign = (upper ^ k) & sign_bit, cosine_sign = (upper ^ odd) & sign_bit;
  return {T::from_bits(bits(select(swap, c, s)) ^ sine_sign), T::from_bits(bits(select(swap, s, c)) ^ cosine_sign)};
}

template <class T>
[[gnu::always_inline]] inline SineCosine<T> near_sine_cosine(const T& x) {
  return sine_cosine(reduced(x));
}

template <class T>
[[gnu::always_inline]] inline SineCosine<T> sine_cosine(const T& x) {
  using Number = typename T::Element;
  SineCosine<T> result = near_sine_cosine(x);
  if (any(is_far(x))) [[unlikely]] {
    Number angles[T::size], sines[T::size], cosines[T::size];
    x.store(angles);
    result.sine.store(sines);
    result.cosine.store(cosines);
    replace_far_lanes<T>(angles, sines, cosines);
    result = {T::load(sines), T::load(cosines)};
  }
  return result;
}

}  // namespace treefix::simd::lanewise
