// Several numbers that are computed together, one per lane of a SIMD register.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <treefix/base/scalar.hpp>
#include <treefix/simd/sine_cosine.hpp>

namespace treefix::simd {

/// A tag for the instruction level that code is compiled for, as part of the type that it computes with. The same
/// template compiled for two levels is then two functions, and the linker cannot confuse them.
struct AnyLevel {};

/// The type that holds N numbers. A vector type loses its attribute as a template argument, and on g++ 12 also with
/// `using`; hence this struct.
template <class T, int N>
struct PackedLanes {
  typedef T Type __attribute__((vector_size(sizeof(T) * N)));  // NOLINT
  /// The same type for memory that is aligned only for T.
  typedef T InMemory __attribute__((vector_size(sizeof(T) * N), aligned(alignof(T)), may_alias));  // NOLINT
};
template <class T>
struct PackedLanes<T, 1> {
  using Type = T;
  using InMemory = T;
};

/// N values of type T, on the compiler's vector types. It is a scalar like any other: code templated on its scalar runs
/// on Lanes unchanged if it does not branch on a value. N is a power of two; with one lane it is a plain number.
template <class T, int N, class Level = AnyLevel>
class Lanes {
 public:
  static constexpr int size = N;
  using Element = T;
  /// M lanes of the same kind.
  template <int M>
  using Width = Lanes<T, M, Level>;
  /// Per lane: all bits set where true, else none.
  using Mask = Lanes<std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>, N, Level>;

  constexpr Lanes() : v_{} {}
  // Written out so that structs of lanes are copied member by member, in registers. g++ copies trivially copyable
  // structs as memory, 16 bytes at a time; with that, inward sweeps took up to twice the time.
  constexpr Lanes(const Lanes& b) : v_(b.v_) {}
  constexpr Lanes& operator=(const Lanes& b) {
    v_ = b.v_;
    return *this;
  }
  /// The same value in every lane.
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr explicit Lanes(U x) : v_(static_cast<T>(x) - Vector{}) {}  // a sum would lose the sign of −0

  constexpr T operator[](int lane) const {
    static_cast<void>(lane);
    if constexpr (N == 1)
      return v_;
    else
      return v_[lane];
  }
  constexpr void set(int lane, T x) {
    static_cast<void>(lane);
    if constexpr (N == 1)
      v_ = x;
    else
      v_[lane] = x;
  }
  /// N numbers from memory, aligned or not.
  static Lanes load(const T* from) {
    const Vector v = *reinterpret_cast<const typename PackedLanes<T, N>::InMemory*>(from);
    return wrap(v);
  }
  void store(T* to) const { *reinterpret_cast<typename PackedLanes<T, N>::InMemory*>(to) = v_; }
  /// Stores past the caches, if the CPU can: for memory that is not read soon. `to` is aligned like the lanes. Such
  /// stores are not ordered with others: see finish_stores.
  void store_past_caches(T* to) const {
#if defined(__clang__)
    __builtin_nontemporal_store(v_, reinterpret_cast<Vector*>(to));
#elif defined(__AVX__)
    if constexpr (sizeof(Lanes) == 32)
      __builtin_ia32_movntpd256(reinterpret_cast<double*>(to),
                                __builtin_bit_cast(typename PackedLanes<double, 4>::Type, v_));
    else
      store(to);
#else
    store(to);
#endif
  }
  /// After this call other threads may read what was stored past the caches.
  static void finish_stores() {
#ifdef __SSE2__
    __builtin_ia32_sfence();
#endif
  }

  constexpr Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  constexpr Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  constexpr Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  friend constexpr Lanes operator+(const Lanes& a, const Lanes& b) { return wrap(a.v_ + b.v_); }
  friend constexpr Lanes operator-(const Lanes& a, const Lanes& b) { return wrap(a.v_ - b.v_); }
  friend constexpr Lanes operator*(const Lanes& a, const Lanes& b) { return wrap(a.v_ * b.v_); }
  friend constexpr Lanes operator/(const Lanes& a, const Lanes& b) { return wrap(a.v_ / b.v_); }
  friend constexpr Lanes operator-(const Lanes& a) { return wrap(-a.v_); }
  // with a number that is the same in every lane
  friend constexpr Lanes operator+(const T& a, const Lanes& b) { return Lanes(a) + b; }
  friend constexpr Lanes operator+(const Lanes& a, const T& b) { return a + Lanes(b); }
  friend constexpr Lanes operator-(const T& a, const Lanes& b) { return Lanes(a) - b; }
  friend constexpr Lanes operator-(const Lanes& a, const T& b) { return a - Lanes(b); }
  friend constexpr Lanes operator*(const T& a, const Lanes& b) { return Lanes(a) * b; }
  friend constexpr Lanes operator*(const Lanes& a, const T& b) { return a * Lanes(b); }

  /// Whether minus_fused is available, which computes a − b c with one rounding. Compilers may also fuse products and
  /// sums on their own, but code cannot rely on that.
#if defined(__FMA__)
  static constexpr bool fuses = std::is_same_v<T, double> && N == 4;
#else
  static constexpr bool fuses = false;
#endif
  friend Lanes minus_fused(const Lanes& a, const Lanes& b, const Lanes& c)
    requires fuses
  {
#if defined(__clang__)
    return wrap(__builtin_elementwise_fma(-b.v_, c.v_, a.v_));
#elif defined(__FMA__)
    return wrap(__builtin_ia32_vfmaddpd256(-b.v_, c.v_, a.v_));
#endif
  }

  // comparisons, lane by lane
  friend Mask operator<(const Lanes& a, const Lanes& b) { return mask(a.v_ < b.v_); }
  friend Mask operator<=(const Lanes& a, const Lanes& b) { return mask(a.v_ <= b.v_); }
  friend Mask operator>(const Lanes& a, const Lanes& b) { return b < a; }
  friend Mask operator>=(const Lanes& a, const Lanes& b) { return b <= a; }
  /// Per lane: a where the mask is set, else b.
  friend Lanes select(const Mask& where, const Lanes& a, const Lanes& b) { return wrap(where.v_ ? a.v_ : b.v_); }

  // masks and other whole numbers, bit by bit
  friend constexpr Lanes operator&(const Lanes& a, const Lanes& b) { return wrap(a.v_ & b.v_); }
  friend constexpr Lanes operator|(const Lanes& a, const Lanes& b) { return wrap(a.v_ | b.v_); }
  friend constexpr Lanes operator^(const Lanes& a, const Lanes& b) { return wrap(a.v_ ^ b.v_); }
  friend constexpr Lanes operator~(const Lanes& a) { return wrap(~a.v_); }
  friend constexpr Lanes operator<<(const Lanes& a, int places) { return wrap(a.v_ << places); }
  /// Whether the mask is set in any lane.
  friend bool any(const Lanes& a) {
#ifdef __AVX__  // one instruction; g++ 12 would otherwise extract each lane
    using Words = typename PackedLanes<long long, 4>::Type;
    if constexpr (sizeof(Lanes) == sizeof(Words)) {
      const Words words = __builtin_bit_cast(Words, a.v_);
      return __builtin_ia32_ptestz256(words, words) == 0;
    }
#endif
    T all = 0;
    for (int lane = 0; lane < N; ++lane) all |= a[lane];
    return all != 0;
  }
  /// The bits of floating-point numbers as whole numbers, and back.
  friend Mask bits(const Lanes& a) { return Mask::wrap(__builtin_bit_cast(typename Mask::Vector, a.v_)); }
  static Lanes from_bits(const Mask& a) { return wrap(__builtin_bit_cast(Vector, a.v_)); }

  [[gnu::always_inline]] friend SineCosine<Lanes> sine_cosine(const Lanes& a) { return lanewise::sine_cosine(a); }
  friend Lanes sin(const Lanes& a) { return lanewise::sine_cosine(a).sine; }
  friend Lanes cos(const Lanes& a) { return lanewise::sine_cosine(a).cosine; }
  friend Lanes sqrt(const Lanes& a) {
    Lanes result;
    for (int lane = 0; lane < N; ++lane) result.set(lane, math::sqrt(a[lane]));
    return result;
  }
  /// Without the sign bit, so that −0 gives 0.
  friend Lanes abs(const Lanes& a) { return from_bits(bits(a) & ~bits(Lanes(-0.0))); }

  /// The lanes of `lower`, then those of `upper`. lower() and upper() are the inverse.
  static Lanes joined(const Width<N / 2>& lower, const Width<N / 2>& upper) {
    return joined(lower, upper, std::make_integer_sequence<int, N>{});
  }
  Width<N / 2> lower() const { return part<0>(std::make_integer_sequence<int, N / 2>{}); }
  Width<N / 2> upper() const { return part<N / 2>(std::make_integer_sequence<int, N / 2>{}); }

  /// Lane j of the result, for j with bit h clear: a[j] (upper: a[j + h]); with bit h set: b[j − h] (upper: b[j]).
  template <int h, bool upper>
  static Lanes mixed(const Lanes& a, const Lanes& b) {
    return mixed<h, upper>(a, b, std::make_integer_sequence<int, N>{});
  }

 private:
  template <int h, bool upper, int... j>
  static Lanes mixed(const Lanes& a, const Lanes& b, std::integer_sequence<int, j...>) {
    return wrap(__builtin_shufflevector(a.v_, b.v_, ((j & h) ? N + j - (upper ? 0 : h) : j + (upper ? h : 0))...));
  }

  template <int... j>
  static Lanes joined(const Width<N / 2>& lower, const Width<N / 2>& upper, std::integer_sequence<int, j...>) {
    if constexpr (N == 2)
      return wrap(Vector{lower[0], upper[0]});
    else
      return wrap(__builtin_shufflevector(lower.v_, upper.v_, j...));
  }
  template <int first, int... j>
  Width<N / 2> part(std::integer_sequence<int, j...>) const {
    if constexpr (N == 2)
      return Width<1>(v_[first]);
    else
      return Width<N / 2>::wrap(__builtin_shufflevector(v_, v_, (first + j)...));
  }

  template <class, int, class>
  friend class Lanes;
  using Vector = typename PackedLanes<T, N>::Type;

  static constexpr Lanes wrap(const Vector& v) {
    Lanes a;
    a.v_ = v;
    return a;
  }
  /// The mask of a comparison, which gives a mask for vectors but a bool for plain numbers.
  template <class Truth>
  static Mask mask(const Truth& truth) {
    if constexpr (N == 1)
      return Mask(truth ? -1 : 0);
    else
      return Mask::wrap(__builtin_bit_cast(typename Mask::Vector, truth));
  }

  Vector v_;
};

}  // namespace treefix::simd
