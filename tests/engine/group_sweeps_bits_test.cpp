// Laws of treefix/engine/group_sweeps.hpp: what does not change a bit of its results.
#include <treefix/engine/group_sweeps.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <engine/states.hpp>

namespace treefix::testing {
namespace {

TEST(GroupSweeps, NeitherTheOrderOfGroupsNorEarlierCallsChangeABit) {
  for (const Model& model : swept_models())
    for (const Index B : {1, 2, 7}) {
      SCOPED_TRACE(describe(model));
      States used(model, B);
      for (const Quantity quantity : with_one_output) {
        States fresh(model, B);
        const std::vector<double> all = fresh.run(quantity);
        EXPECT_EQ(used.run(quantity), all);
        const Index size = used.output_size(quantity);
        for (Index group = used.groups(); group-- > 0;) {
          std::vector<double> expected(all.size(), -99);
          const Index from = group * lane_count * size, to = std::min(B, (group + 1) * lane_count) * size;
          std::copy(all.begin() + from, all.begin() + to, expected.begin() + from);
          EXPECT_EQ(used.run(used.task(quantity), group, group + 1), expected) << "and writes no other state";
        }
      }
    }
}

TEST(GroupSweeps, NeedMemoryForAMatrixOnlyForMatrices) {
  for (const Model& model : swept_models()) {
    States with(model, 3), without(model, 3, false);
    EXPECT_LE(without.bytes() + static_cast<std::size_t>(model.nv() * model.nv()) * sizeof(Lanes<double, 2>),
              with.bytes());
    for (const Quantity quantity : with_one_output)
      if (!needs_matrix(quantity, model)) {
        EXPECT_EQ(without.run(quantity), with.run(quantity));
      }
  }
}

TEST(GroupSweeps, InterleavedArgumentsAndResultsPastTheCachesHaveTheSameBits) {
  for (const Model& model : swept_models()) {
    SCOPED_TRACE(describe(model));
    States s(model, 5);
    const auto interleaved = [&](const std::vector<double>& rows, Index n) {
      std::vector<Lanes<double, 2>> all(static_cast<std::size_t>(s.groups() * n), Lanes<double, 2>(0.5));
      for (Index b = 0; b < s.rows.B; ++b)
        for (Index k = 0; k < n && !rows.empty(); ++k)
          at(all, b / 2 * n + k).set(static_cast<int>(b % 2), at(rows, b * n + k));
      return all;
    };
    const auto array = [&](std::vector<Lanes<double, 2>>& x, Index n) {
      return array_of("x", Batch<double>::interleaved(reinterpret_cast<double*>(x.data()), s.rows.B, n));
    };
    auto q = interleaved(s.rows.q, s.rows.nq), v = interleaved(s.rows.v, s.rows.nv),
         a = interleaved(s.rows.a, s.rows.nv);
    for (const Quantity quantity : with_one_output)
      for (const bool past_caches : {false, true}) {
        const Index n = s.output_size(quantity);
        Task task = s.task(quantity);
        task.past_caches = past_caches;
        const std::vector<double> expected = s.run(quantity);
        EXPECT_EQ(s.run(task), expected);
        auto out = interleaved({}, n);
        task.q = array(q, s.rows.nq);
        if (task.v.data) task.v = array(v, s.rows.nv);
        if (task.input.data) task.input = array(a, s.rows.nv);
        task.output = array(out, n);
        Kernel::run(task, 0, s.groups(), s.memory());
        for (Index b = 0; b < s.rows.B; ++b)
          for (Index k = 0; k < n; ++k)
            ASSERT_EQ(at(out, b / 2 * n + k)[static_cast<int>(b % 2)], at(expected, b * n + k));
      }
  }
}

}  // namespace
}  // namespace treefix::testing
