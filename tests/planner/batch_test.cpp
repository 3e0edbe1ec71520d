// Laws of treefix/planner/batch.hpp.
#include <treefix/planner/batch.hpp>

#include <gtest/gtest.h>

#include <treefix/model/zoo.hpp>
#include <treefix/planner/table.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

BatchSchedule schedule_of(Quantity quantity, const Model& model, int lanes = 4, int threads = 2) {
  return schedule(Task{.quantity = quantity, .states = 1000}, model, model.mechanism().tree.depth(), lanes, threads);
}

TEST(BatchSchedule, GivesAThreadAtLeastOneGroupAndEveryThreadOneBetweenReports) {
  for (const Model& model : zoo::all())
    for (const Quantity quantity : {Quantity::inverse, Quantity::forward, Quantity::mass_matrix, Quantity::energy})
      for (const int threads : {1, 2, 64}) {
        const BatchSchedule found = schedule_of(quantity, model, 4, threads);
        EXPECT_GE(found.grain, 1) << model.name();
        EXPECT_GE(found.between_reports, threads) << model.name();
      }
}

TEST(BatchSchedule, GivesFewerGroupsOfLargerRobotsAndOfMatrices) {
  const Model small = zoo::chain(3), large = zoo::chain(60);
  EXPECT_GT(schedule_of(Quantity::inverse, small).grain, schedule_of(Quantity::inverse, large).grain);
  EXPECT_GE(schedule_of(Quantity::inverse, large).grain, schedule_of(Quantity::mass_matrix, large).grain);
  EXPECT_GT(schedule_of(Quantity::inverse, large).between_reports,
            schedule_of(Quantity::forward_by_mass_matrix, large).between_reports);
}

TEST(BatchSchedule, WritesPastTheCachesOnlyWhatTheyCannotHold) {
  EXPECT_FALSE(past_caches(0));
  EXPECT_FALSE(past_caches(table::cached_batch_bytes));
  EXPECT_TRUE(past_caches(table::cached_batch_bytes + 1));
}

}  // namespace
}  // namespace treefix::testing
