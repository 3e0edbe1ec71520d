// Laws of treefix/primitives/small_matrix.hpp.
#include <treefix/primitives/small_matrix.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

namespace treefix::testing {
namespace {

/// Integers, so that every sum is exact and laws hold to the bit.
template <int n, int m>
SmallMatrix<double, n, m> whole_numbers(Random& random) {
  SmallMatrix<double, n, m> a;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i][j] = static_cast<double>(random.below(201) - 100);
  return a;
}

template <int n, int m>
void expect_equal(const SmallMatrix<double, n, m>& a, const SmallMatrix<double, n, m>& b) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) EXPECT_EQ(a[i][j], b[i][j]) << n << " × " << m << " at " << i << ", " << j;
}

/// Calls a law with matrices a (n × l), b (l × m) and c (n × m) of several shapes.
template <int n, int l, int m, class Law>
void with_shape(Random& random, Law law) {
  law(whole_numbers<n, l>(random), whole_numbers<l, m>(random), whole_numbers<n, m>(random));
}
template <class Law>
void for_each_shape(Law law) {
  Random random(1);
  for (int again = 0; again < 10; ++again) {
    with_shape<1, 1, 1>(random, law);
    with_shape<1, 4, 1>(random, law);
    with_shape<3, 1, 3>(random, law);
    with_shape<2, 3, 5>(random, law);
    with_shape<6, 6, 6>(random, law);
  }
}

TEST(SmallMatrix, MinusProductIsTheDefinition) {
  for_each_shape([]<int n, int l, int m>(const SmallMatrix<double, n, l>& a, const SmallMatrix<double, l, m>& b,
                                         const SmallMatrix<double, n, m>& c) {
    SmallMatrix<double, n, m> expected = c;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        for (int k = 0; k < l; ++k) expected[i][j] -= a[i][k] * b[k][j];
    expect_equal(minus_product(c, a, b), expected);
  });
}

TEST(SmallMatrix, MinusTransposeProductIsTheProductWithTheTranspose) {
  for_each_shape([](const auto& a, const auto& b, const auto& c) {
    expect_equal(minus_transpose_product(c, transpose(a), b), minus_product(c, a, b));
  });
}

TEST(SmallMatrix, TransposeReversesProductsAndUndoesItself) {
  for_each_shape([](const auto& a, const auto& b, const auto& c) {
    expect_equal(transpose(minus_product(c, a, b)), minus_product(transpose(c), transpose(b), transpose(a)));
    expect_equal(transpose(transpose(a)), a);
  });
}

TEST(SmallRow, AddsAndScalesEachOfItsNumbers) {
  Random random(2);
  for (int again = 0; again < 20; ++again) {
    const auto m = whole_numbers<2, 5>(random);
    const double s = static_cast<double>(random.below(9) - 4);
    const SmallRow<double, 5> difference = m[0] - m[1], multiple = s * m[0];
    for (int j = 0; j < 5; ++j) {
      EXPECT_EQ(difference[j], m[0][j] - m[1][j]);
      EXPECT_EQ(multiple[j], s * m[0][j]);
    }
  }
}

}  // namespace
}  // namespace treefix::testing
