// The mass matrix by scans, against the recursion.
#include <treefix/papers/mass/mass_matrix.hpp>

#include <gtest/gtest.h>

#include <treefix/primitives/cholesky.hpp>

#include "support/mass.hpp"

namespace treefix::testing {
namespace {

constexpr double entry_tolerance = 1e-26;  // of values of order one to a thousand, in 113 bits

TEST(MassMatrixByScan, DenseEqualsTheRecursionOnEveryTree) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto expected = robot.H();
    for (const MassVariant& variant : mass_variants())
      EXPECT_LT(plain(largest(minus(dense_by_scan(OneExecutor(), variant, robot), expected))), entry_tolerance)
          << describe(model) << ", " << variant;
  }
}

TEST(MassMatrixByScan, SparseIsDenseWithoutItsZeros) {
  for (const Model& model : many_models(100)) {
    Robot<double> robot(model);
    for (const MassVariant& variant : mass_variants())
      EXPECT_EQ(expanded(sparse_by_scan(OneExecutor(), variant, robot)), dense_by_scan(Serial(), variant, robot))
          << describe(model) << ", " << variant;
  }
}

/// Larger than blocks and pieces, of every shape.
std::vector<Model> large_models() {
  return {zoo::chain(1000),
          zoo::star(600),
          zoo::snake(300),
          zoo::auto_tree(1000, 2, 0.1),
          zoo::auto_tree(700, 1.1, 0.1),
          zoo::random_tree({.n = 500, .seed = 4, .joints = "RPHSLF"}),
          zoo::random_tree({.n = 200, .seed = 5, .joints = "RPHSLF", .root = "F", .branching = 1, .armature = 0.2}),
          zoo::random_tree({.n = 200, .seed = 6, .joints = "SLF", .branching = 1.05})};
}

TEST(MassMatrixByScan, IsAsAccurateAsTheRecursionOnLargeTrees) {
  for (const Model& model : large_models()) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto reference = exact.H();
    const auto H = dense_by_scan(OneExecutor(), {}, robot);
    EXPECT_LE(largest_error(H, reference, robot.m.nv),
              4 * std::max(1.0, largest_error(robot.H(), reference, robot.m.nv)))
        << model.name();
    EXPECT_EQ(expanded(sparse_by_scan(OneExecutor(), {}, robot)), H) << model.name();
  }
}

TEST(MassMatrixByScan, IsSymmetricBitByBit) {
  for (const Model& model : large_models()) {
    Robot<double> robot(model);
    const auto H = dense_by_scan(OneExecutor(), {}, robot);
    const Index n = robot.m.nv;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < i; ++j) ASSERT_EQ(at(H, i * n + j), at(H, j * n + i)) << model.name();
  }
}

TEST(MassMatrixByScan, IsPositiveDefinite) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    auto H = dense_by_scan(OneExecutor(), {}, robot);
    factor_cholesky<Quad>(robot.m.nv, H);
    for (Index i = 0; i < robot.m.nv; ++i) EXPECT_GT(plain(at(H, i * robot.m.nv + i)), 0) << describe(model);
  }
}

TEST(MassMatrixByScan, GivesTheSameBitsFromEveryExecutor) {
  for (const Model& model : large_models()) {
    Robot<double> robot(model);
    for (const MassVariant& variant : {MassVariant{false, 60}, MassVariant{true}}) {
      const auto sparse = sparse_by_scan(Serial(), variant, robot).values;
      const auto dense = dense_by_scan(Serial(), variant, robot);
      for_each_executor([&](const auto& exec) {
        EXPECT_EQ(sparse_by_scan(exec, variant, robot).values, sparse) << model.name() << ", " << variant;
        EXPECT_EQ(dense_by_scan(exec, variant, robot), dense) << model.name() << ", " << variant;
      });
    }
  }
}

TEST(MassMatrixByScan, OfARobotWithoutBodiesIsEmpty) {
  const Mechanism<double> nothing;
  for (const MassVariant& variant : mass_variants())
    with_fix<double>(variant, nothing, [&](const ScanModel<double>& model, auto& fix) {
      MassWorkspace<double> w(0);
      const MassBlocks blocks(model);
      const SparsePattern pattern(blocks.coordinates());
      EXPECT_EQ(blocks.count(), 0);
      EXPECT_EQ(pattern.entries(), 0);
      dense_mass_matrix<double>(OneExecutor(), model, blocks, fix, {}, w, {});
      sparse_mass_matrix<double>(OneExecutor(), model, blocks, fix, {}, pattern.begins(), w, {});
    });
}

TEST(MassMatrixByScan, TakesAsManyBytesAsItSays) {
  Robot<double> robot(zoo::humanoid());
  const auto H = sparse_by_scan(OneExecutor(), {}, robot);
  EXPECT_EQ(sparse_bytes<double>(H.pattern), ssize(H.values) * 8);
  EXPECT_EQ(dense_bytes<double>(36), 36 * 36 * 8);
  EXPECT_EQ(dense_bytes<double>(1'000'000), 8'000'000'000'000);
}

}  // namespace
}  // namespace treefix::testing
