// Laws of treefix/papers/mass/mass_pattern.hpp.
#include <treefix/papers/mass/mass_pattern.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> pattern_models() {
  std::vector<Model> models = many_models(40);
  models.push_back(zoo::chain(300));
  models.push_back(zoo::star(200));
  models.push_back(zoo::random_tree({.n = 200, .seed = 7, .joints = "RPHSLF", .branching = 1.3}));
  return models;
}

/// The largest |H_ij| of a few states.
std::vector<double> largest_entries(Robot<double>& robot) {
  std::vector<double> most(static_cast<std::size_t>(robot.m.nv * robot.m.nv));
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    robot.q = random_configuration(robot.model, seed);
    const std::vector<double> H = robot.H();
    for (std::size_t k = 0; k < H.size(); ++k) most[k] = std::max(most[k], std::abs(H[k]));
  }
  return most;
}

TEST(MassPattern, LeavesOutOnlyWhatIsZeroInEveryState) {
  for (const Model& model : pattern_models()) {
    Robot<double> robot(model);
    const Index n = robot.m.nv;
    const std::vector<double> H = largest_entries(robot);
    MassPattern pattern(robot.m);
    const AncestorPaths& rows = pattern.lower_rows();
    ASSERT_EQ(rows.rows(), n);
    EXPECT_EQ(rows.entries(), lower_entries(robot.m));
    for (Index i = 0; i < n; ++i) {
      const auto row = rows.row(i);
      EXPECT_TRUE(std::is_sorted(row.begin(), row.end()));
      EXPECT_EQ(row.begin()[row.size() - 1], i);
      for (Index j = 0; j <= i; ++j) {
        const bool listed = std::binary_search(row.begin(), row.end(), j);
        EXPECT_TRUE(listed || at(H, i * n + j) == 0) << describe(model) << ", " << i << ", " << j;
      }
    }
  }
}

// The coordinates of a free joint are left out, because some entries between them are zero in every state.
TEST(MassPattern, ListsNothingThatIsZeroInEveryState) {
  for (const Model& model : {zoo::random_tree({.n = 60, .seed = 3, .joints = "RH", .branching = 1.4}),
                             zoo::random_tree({.n = 40, .seed = 4, .joints = "RSH", .root = "F"})}) {
    Robot<double> robot(model);
    const Index n = robot.m.nv;
    const std::vector<double> H = largest_entries(robot);
    const bool free = robot.m.joint(0).kind == JointKind::free;
    MassPattern pattern(robot.m);
    for (Index i = free ? 6 : 0; i < n; ++i)
      for (const ShortIndex j : pattern.lower_rows().row(i)) EXPECT_GT(at(H, i * n + j), 0) << i << ", " << j;
  }
}

TEST(MassPattern, OfBothTrianglesIsThatOfTheLowerOneAndItsMirror) {
  for (const Model& model : pattern_models()) {
    const Mechanism<double>& m = model.mechanism();
    MassPattern pattern(m);
    const AncestorPaths& lower = pattern.lower_rows();
    const SymmetricRows& both = pattern.symmetric_rows();
    std::vector<std::vector<Index>> expected(static_cast<std::size_t>(m.nv));
    for (Index i = 0; i < m.nv; ++i)
      for (const ShortIndex j : lower.row(i)) {
        at(expected, i).push_back(j);
        if (j != i) at(expected, j).push_back(i);
      }
    ASSERT_EQ(both.entries(), 2 * lower.entries() - m.nv);
    std::vector<Index> columns(static_cast<std::size_t>(both.entries()));
    for (Index i = 0; i < m.nv; ++i) both.put_columns(i, columns.data());
    for (Index i = 0; i < m.nv; ++i) {
      std::sort(at(expected, i).begin(), at(expected, i).end());
      const std::vector<Index> row(columns.begin() + both.begins()[i], columns.begin() + both.begins()[i + 1]);
      EXPECT_EQ(row, at(expected, i)) << describe(model);
      EXPECT_EQ(at(columns, both.diagonal(i)), i);
    }
  }
}

TEST(MassPattern, GivesBackTheDenseMatrixFromEitherForm) {
  const EightThreads more;
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (const Model& model : pattern_models()) {
      Robot<double> robot(model);
      const std::vector<double> H = robot.H();
      const Index n = robot.m.nv;
      MassPattern pattern(robot.m);
      const AncestorPaths& lower = pattern.lower_rows();
      std::vector<double> values, expanded(H.size(), 7);
      for (Index i = 0; i < n; ++i)
        for (const ShortIndex j : lower.row(i)) values.push_back(at(H, i * n + j));
      pattern.expand(workers, values, expanded);
      EXPECT_EQ(expanded, H) << describe(model);

      const SymmetricRows& both = pattern.symmetric_rows();
      std::vector<Index> columns(static_cast<std::size_t>(both.entries()));
      for (Index i = 0; i < n; ++i) both.put_columns(i, columns.data());
      std::vector<double> mirrored(columns.size()), expected(columns.size());
      for (Index i = 0; i < n; ++i)
        for (Index k = both.begins()[i]; k < both.begins()[i + 1]; ++k) {
          const Index j = at(columns, k);
          at(expected, k) = at(H, i * n + j);
          at(mirrored, k) = j <= i ? at(H, i * n + j) : 7;
        }
      pattern.mirror(workers, mirrored);
      EXPECT_EQ(mirrored, expected) << describe(model);
    }
  }
}

TEST(MassPattern, OfARobotWithoutBodiesIsEmpty) {
  const Mechanism<double> nothing;
  MassPattern pattern(nothing);
  Workers workers(1);
  EXPECT_EQ(lower_entries(nothing), 0);
  EXPECT_EQ(pattern.lower_rows().entries(), 0);
  EXPECT_EQ(pattern.symmetric_rows().entries(), 0);
  pattern.expand(workers, {}, {});
  pattern.mirror(workers, {});
}

}  // namespace
}  // namespace treefix::testing
