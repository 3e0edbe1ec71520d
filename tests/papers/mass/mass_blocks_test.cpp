// Laws of treefix/papers/mass/mass_blocks.hpp.
#include <treefix/papers/mass/mass_blocks.hpp>

#include <gtest/gtest.h>

#include <treefix/tree/ancestor_paths.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> models_of_many_blocks() {
  std::vector<Model> models = many_models(30);
  for (const char* joints : {"R", "RSF", "F", "RPHSLF"})
    for (const double branching : {0.0, 1.0, 1.3, 2.0})
      models.push_back(zoo::random_tree({.n = 400, .seed = 5, .joints = joints, .branching = branching}));
  models.push_back(zoo::star(300));
  return models;
}

TEST(CoordinateTree, IsAPathThroughEachJointThatContinuesThatOfTheParent) {
  for (const Model& model : models_of_many_blocks()) {
    const Mechanism<double>& m = model.mechanism();
    const AncestorPaths paths(coordinate_tree(m));
    ASSERT_EQ(paths.rows(), m.nv);
    for (Index i = 0; i < m.nbody(); ++i) {
      std::vector<ShortIndex> expected;
      for (Index body = i; body != root; body = m.parent(body))
        for (int c = m.joint(body).dof() - 1; c >= 0; --c) expected.push_back(shortened(m.joint(body).v + c));
      const auto row = paths.row(m.joint(i).v + m.joint(i).dof() - 1);
      EXPECT_EQ(std::vector<ShortIndex>(row.begin(), row.end()),
                std::vector<ShortIndex>(expected.rbegin(), expected.rend()));
    }
  }
}

TEST(MassBlocks, NumberBodiesByTheirCoordinates) {
  for (const Model& model : models_of_many_blocks()) {
    const ScanModel<double> scan(model.mechanism());
    const Mechanism<double>& m = scan.mechanism();
    const MassBlocks blocks(scan);
    Index next = 0;
    for (Index k = 0; k < m.nbody(); ++k) {
      const Joint<double>& joint = m.joint(blocks.body(k));
      EXPECT_EQ(joint.v, next);
      next += joint.dof();
      const Index above = m.parent(blocks.body(k));
      EXPECT_EQ(blocks.parent(k) == root ? root : blocks.body(blocks.parent(k)), above);
      EXPECT_LT(blocks.parent(k), k);
    }
    EXPECT_EQ(next, m.nv);
  }
}

TEST(MassBlocks, AreFullAndHoldOrShareTheAncestorsOfTheirBodies) {
  for (const Model& model : models_of_many_blocks()) {
    const ScanModel<double> scan(model.mechanism());
    const Mechanism<double>& m = scan.mechanism();
    const MassBlocks blocks(scan);
    EXPECT_EQ(blocks.begin(0), 0);
    EXPECT_EQ(blocks.begin(blocks.count()), m.nbody());
    for (Index b = 0; b < blocks.count(); ++b) {
      const Index begin = blocks.begin(b), end = blocks.begin(b + 1);
      Index rows = 0;
      for (Index k = begin; k < end; ++k) rows += m.joint(blocks.body(k)).dof();
      EXPECT_LE(rows, MassBlocks::most_rows);
      EXPECT_TRUE(rows >= MassBlocks::rows || b + 1 == blocks.count());
      EXPECT_GT(rows, 0);
      for (Index k = begin; k < end; ++k) {
        Index above = blocks.parent(k);
        while (above >= begin) above = blocks.parent(above);
        // the first body before the block is above the first body of the block, too
        Index of_first = blocks.parent(begin);
        while (of_first > above) of_first = blocks.parent(of_first);
        EXPECT_EQ(of_first, above);
      }
    }
  }
}

TEST(MassBlocks, KnowHowManyCoordinatesAreAboveAndWhereTheirRunEnds) {
  for (const Model& model : models_of_many_blocks()) {
    const ScanModel<double> scan(model.mechanism());
    const MassBlocks blocks(scan);
    for (Index c = 0; c < model.mechanism().nv; ++c) {
      Index depth = 0, last = c;
      for (Index above = blocks.coordinates().parent(c); above != root; above = blocks.coordinates().parent(above)) {
        if (last - above == 1) last = above;
        ++depth;
      }
      EXPECT_EQ(blocks.depth(c), depth);
      EXPECT_EQ(blocks.run(c), last) << "the last one on the way to the root without a gap";
    }
  }
}

}  // namespace
}  // namespace treefix::testing
