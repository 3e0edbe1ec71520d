// Laws of treefix/large_tree/division/stage.hpp.
#include <treefix/large_tree/division/stage.hpp>

#include <atomic>

#include <gtest/gtest.h>

#include "support/large_tree.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

TEST(Stage, RunsEveryPartOnceWithTheTaskOfItsWorker) {
  const EightThreads more;
  for (const int threads : {1, 2, 8}) {
    Workers workers(threads);
    for (const Index count : {0, 1, 7, 1000}) {
      std::vector<std::atomic<int>> times(static_cast<std::size_t>(count));
      std::atomic<bool> is_right = true;
      for_all(
          workers, count, [](int worker) { return worker; },
          [&](int worker, Index k) {
            ++at(times, k);
            if (worker < 0 || worker >= threads) is_right = false;
          });
      for (const auto& number : times) EXPECT_EQ(number, 1);
      EXPECT_TRUE(is_right);
    }
  }
}

TEST(Stage, SumsAtAnAnchorWhatAllForestsOnItPassOn) {
  // each forest passes the number of the anchor, plus one
  Index shared = 0;
  for_all_divided<4>([&](const Mechanism<double>&, const DividedModel& model) {
    const Division& division = model.division;
    std::vector<double> passed, sums(division.anchors.size(), 77);
    for (const ShortIndex anchor : division.forest_anchors) passed.push_back(1.0 + anchor);
    sum_at_anchors(division, passed.data(), sums.data());
    for (Index a = 0; a < ssize(division.anchors); ++a) {
      const auto forests = std::count(division.forest_anchors.begin(), division.forest_anchors.end(), a);
      shared += forests > 1 ? 1 : 0;
      ASSERT_GT(forests, 0);
      ASSERT_EQ(at(sums, a), static_cast<double>(forests * (a + 1)));
    }
  });
  EXPECT_GT(shared, 0) << "no body has several forests";
}

}  // namespace
}  // namespace treefix::testing
