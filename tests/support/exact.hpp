// Operators without rounding, whose results depend on the order in which elements are combined.
#pragma once

#include <array>
#include <cstdint>

#include <treefix/base/random.hpp>
#include <treefix/primitives/laws.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

/// Modulo 2⁶⁴.
using Number = std::uint64_t;
using Pair = std::array<Number, 2>;

/// A 2 × 2 matrix of determinant 1, or any other if no inverse is needed.
struct Matrix {
  Number a = 1, b = 0, c = 0, d = 1;

  friend bool operator==(const Matrix&, const Matrix&) = default;
  friend Matrix operator*(const Matrix& x, const Matrix& y) {
    return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
  }
};

inline Matrix random_matrix(Random& random) {
  const Number x = random.bits(), y = random.bits();
  return {1 + x * y, x, y, 1};
}

/// A column of two numbers, with the sum that carriers need.
template <class T>
struct ColumnOf {
  T x{}, y{};
  friend bool operator==(const ColumnOf&, const ColumnOf&) = default;
  friend ColumnOf operator+(const ColumnOf& a, const ColumnOf& b) { return {a.x + b.x, a.y + b.y}; }
  friend ColumnOf operator-(const ColumnOf& a) { return {-a.x, -a.y}; }
};
using Column = ColumnOf<Number>;

/// A group that is not commutative, exactly; it acts on rows from the right and carries columns from the left.
struct Multiply {
  static constexpr bool commutative = false;
  template <class X>
  static X identity() {
    return {};
  }
  static Matrix inverse(const Matrix& m) { return {m.d, -m.b, -m.c, m.a}; }
  Matrix operator()(const Matrix& x, const Matrix& y) const { return x * y; }
  static Pair apply(const Matrix& m, const Pair& row) {
    return {row[0] * m.a + row[1] * m.c, row[0] * m.b + row[1] * m.d};
  }
  static Column carry(const Matrix& m, const Column& v) { return {m.a * v.x + m.b * v.y, m.c * v.x + m.d * v.y}; }
};
static_assert(Group<Multiply, Matrix> && !CommutativeMonoid<Multiply, Matrix>);
static_assert(Action<Multiply, Matrix, Pair> && Carrier<Multiply, Matrix, Column>);

}  // namespace treefix::testing
