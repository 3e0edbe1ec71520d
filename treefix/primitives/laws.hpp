// Laws of operators. A primitive requires the weakest law that it needs, and the compiler rejects operators that do not
// declare it. Tests check that operators satisfy their laws (tests/primitives/operators_test.cpp).
#pragma once

#include <concepts>

namespace treefix {

/// (a ∘ b) ∘ c = a ∘ (b ∘ c), and identity ∘ a = a = a ∘ identity. Along a path a is nearer to the root.
template <class Op, class X>
concept Monoid = requires(const X& a) {
  { Op()(a, a) } -> std::same_as<X>;
  { Op::template identity<X>() } -> std::same_as<X>;
  { Op::commutative } -> std::convertible_to<bool>;
};

/// a ∘ inverse(a) = identity = inverse(a) ∘ a.
template <class Op, class X>
concept Group = Monoid<Op, X> && requires(const X& a) {
  { Op::inverse(a) } -> std::same_as<X>;
};

/// a ∘ b = b ∘ a.
template <class Op, class X>
concept CommutativeMonoid = Monoid<Op, X> && Op::commutative;

template <class Op, class X>
concept AbelianGroup = Group<Op, X> && CommutativeMonoid<Op, X>;

/// Componentwise addition: x is an array of numbers.
template <class Op, class X>
concept Componentwise = Monoid<Op, X> && requires { typename Op::template Component<X>; };

/// Elements also act on values: apply(a ∘ b, v) = apply(b, apply(a, v)). This costs less than composing elements, so
/// elements are composed only where pieces meet.
template <class Op, class X, class V>
concept Action = Monoid<Op, X> && requires(const X& a, const V& v) {
  { Op::apply(a, v) } -> std::same_as<V>;
};

/// Values can also be added and carried in the other direction, towards the root: carry(a ∘ b, v) = carry(a, carry(b,
/// v)), and carry(a, v + w) = carry(a, v) + carry(a, w).
template <class Op, class X, class V>
concept Carrier = Monoid<Op, X> && requires(const X& a, const V& v) {
  { Op::carry(a, v) } -> std::same_as<V>;
  { v + v } -> std::same_as<V>;
};

}  // namespace treefix
