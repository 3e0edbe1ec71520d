// Laws of treefix/papers/forward/cfa_equations.hpp.
#include <treefix/papers/forward/cfa_equations.hpp>

#include <gtest/gtest.h>

#include <treefix/papers/scan_model.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

constexpr CfaSolver every_solver[] = {CfaSolver::thomas, CfaSolver::odd_even_elimination, CfaSolver::cyclic_reduction};

/// Calls law(tree, paths, order) for trees of every shape.
template <class Law>
void for_each_order(Law law) {
  std::vector<Model> models = many_models(40);
  models.push_back(zoo::auto_tree(500, 2));
  models.push_back(zoo::star(50));
  for (const Model& given : models) {
    const ScanModel<double> model(given.mechanism());
    law(model.tree(), model.paths(), CfaOrder(model.paths(), model.tree().size()));
  }
  const Tree nothing;
  law(nothing, HeavyPaths(nothing), CfaOrder(HeavyPaths(nothing), 0));
}

TEST(CfaOrder, HasEachBodyInOneRowAndPathsAsRunsOfRows) {
  for_each_order([](const Tree& tree, const HeavyPaths& paths, const CfaOrder& order) {
    ASSERT_EQ(order.nbody(), tree.size());
    EXPECT_EQ(order.path_count, ssize(paths.all()));
    for (Index i = 0; i < tree.size(); ++i) EXPECT_EQ(at(order.bodies, at(order.rows, i)), i);
    for (Index row = 0; row < tree.size(); ++row) {
      const auto [before, after] = at(order.places, row);
      const HeavyPath& path = paths.all()[at(order.paths, row)];
      const Index body = at(order.bodies, row);
      EXPECT_EQ(body - before, path.first);
      EXPECT_EQ(body + after, path.end - 1);
      if (before == 0) continue;
      EXPECT_EQ(at(order.bodies, row - 1), tree.parent(body)) << "rows that are coupled are neighbours";
    }
  });
}

TEST(CfaOrder, HasLevelsOneAfterTheOther) {
  for_each_order([](const Tree& tree, const HeavyPaths& paths, const CfaOrder& order) {
    ASSERT_EQ(ssize(order.levels), paths.levels());
    Index next = 0, most = 0;
    for (std::size_t k = order.levels.size(); k-- > 0;) {
      most = std::max(most, order.levels[k].rows);
      EXPECT_EQ(order.most_rows(k), most);
    }
    for (Index k = 0; k < paths.levels(); ++k) {
      const CfaOrder::Level& level = at(order.levels, k);
      EXPECT_EQ(level.first, next);
      Index rows = 0, longest = 0;
      for (const HeavyPath& path : paths.level(k)) {
        rows += path.size();
        longest = std::max(longest, path.size());
      }
      EXPECT_EQ(level.rows, rows);
      EXPECT_EQ(level.longest, longest);
      next += rows;
    }
    EXPECT_EQ(next, tree.size());
    EXPECT_EQ(order.rows_on_root(), order.levels.empty() ? 0 : order.levels[0].rows);
    EXPECT_EQ(order.most_rows(order.levels.size()), 0);
  });
}

/// An entry that differs for every row and place.
double number(Index row, int i, int j) { return 0.01 * std::sin(static_cast<double>(100 * row + 10 * i + j)); }

// No level may overwrite the right sides of another one, and each level needs enough scratch memory to be solved.
TEST(CfaEquations, SolvesEachLevelAndKeepsTheResultsOfAll) {
  constexpr int block = 2;
  for (const CfaSolver solver : every_solver)
    for (const Model& given : {zoo::auto_tree(200, 2), zoo::auto_tree(60, 1.3), zoo::star(20), zoo::chain(33)}) {
      const ScanModel<double> model(given.mechanism());
      const CfaOrder order(model.paths(), model.tree().size());
      CfaEquations<double, block, Serial> equations(order, solver);
      ASSERT_EQ(equations.levels(), ssize(order.levels));
      const auto fill = [](const auto& level) {
        const Index rows = level.system.rows();
        for (Index r = 0; r < rows; ++r)
          for (int i = 0; i < block; ++i) {
            for (int j = 0; j < block; ++j) {
              level.system.D[r].rows[i][j] = (i == j ? 1 : 0) + number(level.first + r, 0, i + j);
              level.system.U[r].rows[i][j] = number(level.first + r, i, 7 + j);
            }
            for (int j = 0; j < (level.has_bases ? 7 : 1); ++j)
              level.system.R[r].rows[i][j] = number(level.first + r, i, 3 + j);
          }
      };
      for (Index k = 0; k < equations.levels(); ++k)
        equations.at_level(k, [&](const auto& level) {
          EXPECT_EQ(level.first, at(order.levels, k).first);
          EXPECT_EQ(level.has_bases, k > 0);
          fill(level);
          equations.solve(Serial(), level);
        });
      for (Index k = 0; k < equations.levels(); ++k)
        equations.at_level(k, [&](const auto& level) {
          // x is still there; the rest is filled in again to check the equations
          const Index rows = level.system.rows();
          using Right = std::remove_cvref_t<decltype(level.system.R[0])>;
          const std::vector<Right> x(level.system.R.begin(), level.system.R.end());
          fill(level);
          for (Index r = 0; r < rows; ++r) {
            Right rest = level.system.R[r];
            rest = minus_product(rest, level.system.D[r], at(x, r));
            const auto [before, after] = level.system.places[r];
            if (after > 0) rest = minus_product(rest, level.system.U[r], at(x, r + 1));
            if (before > 0) rest = minus_transpose_product(rest, level.system.U[r - 1], at(x, r - 1));
            for (int i = 0; i < block; ++i)
              for (int j = 0; j < (level.has_bases ? 7 : 1); ++j) EXPECT_NEAR(rest.rows[i][j], 0, 1e-15);
          }
          std::copy(x.begin(), x.end(), level.system.R.begin());
        });
    }
}

}  // namespace
}  // namespace treefix::testing
