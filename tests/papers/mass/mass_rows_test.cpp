// Laws of treefix/papers/mass/mass_rows.hpp that are not those of the whole matrix, which mass_matrix_test.cpp has.
#include <treefix/papers/mass/mass_rows.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

std::vector<double> random_numbers(Random& random, Index count) {
  std::vector<double> x;
  for (Index k = 0; k < count; ++k) x.push_back(random.uniform(-1, 1));
  return x;
}

TEST(Products, AreSumsOfSixTermsForEveryCountAndStride) {
  Random random(1);
  for (Index count = 0; count < 40; ++count)
    for (const Index stride : {count, count + 1, count + 7}) {
      const std::vector<double> a = random_numbers(random, 6 * stride + 1), b = random_numbers(random, 6);
      const double factors[6] = {b[0], b[1], b[2], b[3], b[4], b[5]};
      std::vector<double> out(static_cast<std::size_t>(count) + 3, 7);
      Products<double>()(a.data(), stride, factors, out.data(), count);
      for (Index k = 0; k < count; ++k) {
        double sum = 0;
        for (Index c = 0; c < 6; ++c) sum += at(a, c * stride + k) * at(b, c);
        EXPECT_NEAR(at(out, k), sum, 1e-15 * 6);
      }
      for (Index k = count; k < count + 3; ++k) EXPECT_EQ(at(out, k), 7) << "writes beyond its count";
    }
}

// H_ij as one of many S with one F, and H_ji as one of many F with one S, must be the same bits.
TEST(Products, AreTheSameBitsWithFactorsExchanged) {
  Random random(2);
  constexpr Index n = 33;
  const std::vector<double> S = random_numbers(random, 6 * n), F = random_numbers(random, 6 * n);
  const auto column = [](const std::vector<double>& x, Index k, double(&b)[6]) {
    for (Index c = 0; c < 6; ++c) b[c] = at(x, c * n + k);
  };
  std::vector<double> rows(n * n), columns(n * n);
  double b[6];
  for (Index i = 0; i < n; ++i) {
    column(F, i, b);
    Products<double>()(S.data(), n, b, &at(rows, i * n), n);
    column(S, i, b);
    Products<double>()(F.data(), n, b, &at(columns, i * n), n);
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) EXPECT_EQ(at(rows, i * n + j), at(columns, j * n + i));
}

TEST(DenseRows, MirrorWritesTheOtherTriangleOfItsRowsAndNothingElse) {
  Random random(3);
  constexpr Index nv = 12;
  for (Index first = 0; first <= nv; ++first)
    for (Index end = first; end <= nv; ++end)
      for (Index count = 0; count <= nv; count += 3) {
        const std::vector<double> before = random_numbers(random, nv * nv);
        std::vector<double> H = before;
        const DenseRows<double> rows{nv, H.data()};
        const auto column = [&](Index k) { return nv - 1 - k; };
        rows.mirror(first, end, count, column);
        for (Index i = 0; i < nv; ++i)
          for (Index j = 0; j < nv; ++j) {
            const bool mirrored = first <= j && j < end && j > i && i > nv - 1 - count;
            EXPECT_EQ(at(H, i * nv + j), at(before, mirrored ? j * nv + i : i * nv + j));
          }
        EXPECT_EQ(rows.row(first % nv), H.data() + first % nv * nv);
        EXPECT_EQ(rows.column_from(2, 3), H.data() + 3 * nv + 2) << "H_32 is the second place of H_23";
      }
}

}  // namespace
}  // namespace treefix::testing
