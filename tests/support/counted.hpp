// A number that counts its operations: run an algorithm with it and read the counts. One thread at a time.
#pragma once

#include <cmath>
#include <compare>
#include <type_traits>

#include <treefix/base/scalar.hpp>

namespace treefix {

struct Counts {
  long add = 0, multiply = 0,
       divide = 0;  // changes of sign are free: multiplications and additions include them
  long sine_cosine = 0;  // pairs
  long root = 0;

  long flops() const { return add + multiply + divide + root; }
};

class Counted {
 public:
  static inline Counts counts;

  Counted() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  explicit Counted(U x) : value_(static_cast<double>(x)) {}
  explicit operator double() const { return value_; }

  friend Counted operator+(Counted a, Counted b) { return ++counts.add, Counted(a.value_ + b.value_); }
  friend Counted operator-(Counted a, Counted b) { return ++counts.add, Counted(a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) { return ++counts.multiply, Counted(a.value_ * b.value_); }
  friend Counted operator/(Counted a, Counted b) { return ++counts.divide, Counted(a.value_ / b.value_); }
  friend Counted operator-(Counted a) { return Counted(-a.value_); }
  // comparisons are free, too
  friend bool operator==(Counted a, Counted b) { return a.value_ == b.value_; }
  friend auto operator<=>(Counted a, Counted b) { return a.value_ <=> b.value_; }
  friend Counted operator+(double a, Counted b) { return Counted(a) + b; }
  friend Counted operator+(Counted a, double b) { return a + Counted(b); }
  friend Counted operator-(double a, Counted b) { return Counted(a) - b; }
  friend Counted operator-(Counted a, double b) { return a - Counted(b); }
  friend Counted operator*(double a, Counted b) { return Counted(a) * b; }
  friend Counted operator*(Counted a, double b) { return a * Counted(b); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }

  friend SineCosine<Counted> sine_cosine(Counted a) {
    ++counts.sine_cosine;
    return SineCosine<Counted>{Counted(std::sin(a.value_)), Counted(std::cos(a.value_))};
  }
  friend Counted sin(Counted a) { return sine_cosine(a).sine; }
  friend Counted cos(Counted a) { return sine_cosine(a).cosine; }
  friend Counted abs(Counted a) { return Counted(std::fabs(a.value_)); }
  friend Counted sqrt(Counted a) { return ++counts.root, Counted(std::sqrt(a.value_)); }

 private:
  double value_ = 0;
};

template <>
inline Counted epsilon<Counted>() {
  return Counted(epsilon<double>());
}

}  // namespace treefix
