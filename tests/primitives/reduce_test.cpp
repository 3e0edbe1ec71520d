// Sums of all terms against the definition, exactly.
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/reduce.hpp>

#include "support/exact.hpp"
#include "support/executors.hpp"

namespace treefix::testing {
namespace {

TEST(Reduce, MultipliesAllInOrder) {
  for (const Index n : {0, 1, 2, 5, 64, 100, 1023, 1024, 1025, 5000}) {
    Random random(static_cast<std::uint64_t>(n) + 1);
    std::vector<Matrix> x;
    Matrix expected;
    for (Index i = 0; i < n; ++i) {
      x.push_back(random_matrix(random));
      expected = expected * x.back();
    }
    const View<const Matrix> values(x);
    for_each_executor([&](const auto& exec) {
      for (const Index block : {1, 3, 64, 1024, 100000}) {
        std::vector<Matrix> scratch(static_cast<std::size_t>(reduce_scratch(n, block))), total(1);
        reduce(
            exec, Multiply(), n, [=](Index i) { return values[i]; }, View<Matrix>(scratch), View<Matrix>(total), block);
        ASSERT_EQ(total[0], expected) << n << ", block " << block;
      }
    });
  }
}

TEST(Reduce, GivesTheSameBitsFromEveryExecutor) {
  Random random(3);
  std::vector<double> x;
  for (Index i = 0; i < 10000; ++i) x.push_back(random.normal());
  const View<const double> values(x);
  const auto square = [=](Index i) { return values[i] * values[i]; };
  const double expected = Reduction<double, Serial>(ssize(x))(Serial(), Add(), ssize(x), square);
  for_each_executor([&](const auto& exec) {
    Reduction<double, std::remove_cvref_t<decltype(exec)>> reduction(ssize(x));
    EXPECT_EQ(reduction(exec, Add(), ssize(x), square), expected);
    EXPECT_EQ(reduction(exec, Add(), 0, square), 0) << "of none";
  });
}

}  // namespace
}  // namespace treefix::testing
