// A long batch reports its progress, and stops when the callback returns false.
#include <gtest/gtest.h>

#include "support/batch.hpp"
#include "support/messages.hpp"

namespace treefix::testing {
namespace {

TEST(BatchProgress, SaysHowManyStatesAreDoneUntilAllAre) {
  const Model model = zoo::humanoid();
  for (const int threads : {1, 2})
    for (const Job job : jobs) {
      BatchDynamics batch(model, {.threads = threads});
      const Rows<double> rows(model, 3000);
      std::vector<Index> seen;
      auto x = arguments(rows, 0, rows.B);
      x.call.progress = [&](Index done, Index states) {
        EXPECT_EQ(states, 3000);
        seen.push_back(done);
        return true;
      };
      const Index n = output_size(job, model);
      std::vector<double> out(static_cast<std::size_t>(rows.B * n));
      run<double>(batch, job, x, Batch<double>::rows(out.data(), rows.B, n));
      ASSERT_FALSE(seen.empty());
      for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_LT(seen[i - 1], seen[i]);
      EXPECT_EQ(seen.back(), 3000);
      EXPECT_EQ(out, run(batch, job, rows)) << "asking does not change the result";
    }
}

TEST(BatchProgress, FalseStopsTheCallAndTheNextOneWorks) {
  const Model model = zoo::chain(300);
  BatchDynamics batch(model);
  const Rows<double> rows(model, 5000);
  auto x = arguments(rows, 0, rows.B, false);
  Index asked = 0, done_when_stopped = 0;
  x.call.progress = [&](Index done, Index) {
    done_when_stopped = done;
    return ++asked < 2;
  };
  std::vector<double> out(rows.v.size(), -7);
  EXPECT_EQ(message_of<Stopped>(
                [&] { run<double>(batch, Job::by_matrix, x, Batch<double>::rows(out.data(), rows.B, rows.nv)); }),
            "stopped");
  EXPECT_EQ(asked, 2);
  EXPECT_LT(done_when_stopped, rows.B);
  EXPECT_NE(out.front(), -7);
  EXPECT_EQ(out.back(), -7) << "later states were not written";
  const Rows<double> few(model, 3);
  BatchDynamics other(model);
  EXPECT_EQ(run(batch, Job::by_matrix, few), run(other, Job::by_matrix, few));
}

TEST(BatchProgress, PassesExceptionsOn) {
  const Model model = zoo::arm();
  BatchDynamics batch(model);
  const Rows<double> rows(model, 10);
  auto x = arguments(rows, 0, rows.B, false);
  x.call.progress = [](Index, Index) -> bool { throw std::runtime_error("enough"); };
  std::vector<double> out(rows.v.size());
  EXPECT_EQ(message_of<std::runtime_error>(
                [&] { run<double>(batch, Job::inverse, x, Batch<double>::rows(out.data(), rows.B, rows.nv)); }),
            "enough");
}

}  // namespace
}  // namespace treefix::testing
