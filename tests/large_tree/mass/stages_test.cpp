// The mass matrix of large trees in pieces is correct for every division.
#include <treefix/large_tree/mass/stages.hpp>

#include <gtest/gtest.h>

#include "support/large_tree.hpp"
#include "support/mass.hpp"
#include "support/sanitized.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

struct Variant {
  Division::Sizes sizes;
  Index frame_span = 32;  // bodies between moment frames
};
const Variant variants[] = {{small_sizes, 3}, {small_sizes, 32}, {{.forest = 60}, 5}, {}};

SparseMatrix<double> lower(const Robot<double>& robot, const Variant& variant = {}, int threads = 1,
                           const TreeKernels& level = current_kernels()) {
  SparseMatrix<double> H{SparsePattern(coordinate_tree(robot.m)), {}};
  H.values.resize(static_cast<std::size_t>(H.pattern.entries()), std::nan(""));
  Workers workers(threads);
  MassInPieces pieces(divided_model(robot.m, variant.sizes, level), workers.count(), variant.frame_span);
  pieces.lower(workers, robot.q, H.pattern.begins(), H.values);
  return H;
}

/// Chains, bushes and stars, with other joints at the root and inside, armature, mounts, nearly parallel axes.
std::vector<Model> mass_models() {
  std::vector<Model> all = many_models(40);
  for (const double branching : {1.0, 1.05, 1.5, 2.0, 0.0})
    for (const char* joints : {"R", "RRRRRRRS"})
      all.push_back(zoo::random_tree({.n = 90,
                                      .seed = 7,
                                      .joints = joints,
                                      .root = branching > 1 ? "F" : "",
                                      .branching = branching,
                                      .armature = branching == 2 ? 0.3 : 0}));
  for (const double skew : {0.0, 1e-9, 0.3}) all.push_back(zoo::auto_tree(120, 1, skew));
  all.push_back(zoo::auto_tree(150, 1.5, 0.1));
  all.push_back(zoo::star(40));
  all.push_back(zoo::snake(120));
  return all;
}

TEST(MassInPieces, IsAsAccurateAsTheRecursionAtEveryLevelHoweverDivided) {
  for (const Model& model : mass_models()) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto reference = exact.H();
    const double own = largest_error(robot.H(), reference, robot.m.nv);
    for (const TreeKernels* level : tree_kernels())
      for (const Variant& variant : variants)
        EXPECT_LE(largest_error(expanded(lower(robot, variant, 1, *level)), reference, robot.m.nv),
                  10 * std::max(1.0, own))
            << model.name() << " of " << model.nbody() << ", " << level->inverse.lanes << " lanes" << ", forests of "
            << variant.sizes.forest << ", moment frames every " << variant.frame_span;
  }
}

TEST(MassInPieces, IsThatOfScansOnLargeTrees) {
  for (const Model& model :
       {zoo::chain(1000), zoo::auto_tree(3000, 2, 0.1), zoo::auto_tree(2000, 1.1, 0.1), zoo::star(2000),
        zoo::random_tree({.n = 2000, .seed = 4, .joints = "RRRRRRRRRRRRRRRS", .root = "F", .armature = 0.1})}) {
    Robot<double> robot(model);
    const auto expected = sparse_by_scan(Serial(), {}, robot);
    for (const Variant& variant : variants) {
      const auto H = lower(robot, variant);
      for (Index i = 0; i < H.pattern.rows(); ++i)
        for (Index p = 0; p < ssize(H.pattern.row(i)); ++p) {
          const auto diagonal = [&](Index k) { return at(expected.values, H.pattern.begins()[k + 1] - 1); };
          const Index place = H.pattern.begins()[i] + p;
          ASSERT_NEAR(at(H.values, place), at(expected.values, place),
                      1e-11 * std::sqrt(diagonal(i) * diagonal(H.pattern.row(i)[p])))
              << model.name() << ", " << i << ", " << p;
        }
    }
  }
}

TEST(MassInPieces, HasTheDiagonalWithoutTheRest) {
  Workers workers(2);
  for (const Model& model : mass_models()) {
    Robot<double> robot(model);
    for (const Variant& variant : variants) {
      MassInPieces pieces(divided_model(robot.m, variant.sizes), workers.count(), variant.frame_span);
      std::vector<double> diagonal(robot.a.size(), std::nan(""));
      pieces.diagonal(workers, robot.q, diagonal);
      const auto H = lower(robot, variant);
      EXPECT_EQ(pieces.lower_entries(), H.pattern.entries()) << describe(model);
      for (Index i = 0; i < H.pattern.rows(); ++i)
        ASSERT_NEAR(at(diagonal, i), at(H.values, H.pattern.begins()[i + 1] - 1), 1e-12 * at(diagonal, i))
            << describe(model) << ", " << i;
    }
  }
}

TEST(MassInPieces, GivesTheSameBitsForEveryNumberOfThreadsAndWhenAskedAgain) {
  const Index n = unless_sanitized(3000, 1000);
  const EightThreads more;
  for (const Model& model : {zoo::chain(n / 2), zoo::auto_tree(2 * n, 2), zoo::star(n),
                             zoo::random_tree({.n = n, .seed = 3, .joints = "RRRRRRP"})}) {
    Robot<double> robot(model);
    const auto other = random_configuration(model, 9);
    for (const Variant& variant : variants) {
      const auto expected = lower(robot, variant);
      for (const int threads : {1, 2, 8}) {
        Workers workers(threads);
        MassInPieces pieces(divided_model(robot.m, variant.sizes), workers.count(), variant.frame_span);
        std::vector<double> values(expected.values.size());
        pieces.lower(workers, other, expected.pattern.begins(), values);
        std::fill(values.begin(), values.end(), std::nan(""));
        pieces.lower(workers, robot.q, expected.pattern.begins(), values);
        EXPECT_EQ(values, expected.values) << model.name();
      }
    }
  }
}

TEST(MassInPieces, WorksWithoutBodiesAndWithOneBody) {
  Workers workers(2);
  const Mechanism<double> none;
  MassInPieces nothing(divided_model(none), workers.count());
  EXPECT_EQ(nothing.lower_entries(), 0);
  nothing.lower(workers, {}, {}, {});
  nothing.diagonal(workers, {}, {});
  Robot<double> robot(zoo::chain(1));
  EXPECT_NEAR(lower(robot).values[0], robot.H()[0], 1e-14);
}

}  // namespace
}  // namespace treefix::testing
