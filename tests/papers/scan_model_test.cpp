// Laws of treefix/papers/scan_model.hpp.
#include <treefix/papers/scan_model.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

TEST(ScanModel, IsTheMechanismInAnotherNumbering) {
  for (const Model& given : many_models(60)) {
    const Mechanism<double>& m = given.mechanism();
    const ScanModel<double> model(m, 3);
    const Mechanism<double>& scanned = model.mechanism();
    const ScanView<double> view = model;
    EXPECT_TRUE(is_heavy_first(scanned.tree));
    EXPECT_EQ(scanned.nq, m.nq);
    EXPECT_EQ(scanned.armatures, m.armatures);
    EXPECT_EQ(view.nbody(), m.nbody());
    EXPECT_TRUE(test::near(view.root_acceleration, m.root_acceleration(), 0));
    std::vector<char> seen(static_cast<std::size_t>(m.nbody()));
    for (Index i = 0; i < m.nbody(); ++i) {
      const Index k = model.given(i), parent = scanned.parent(i);
      EXPECT_EQ(view.given(i), k);
      EXPECT_EQ(parent == root ? root : model.given(parent), m.parent(k)) << describe(given);
      EXPECT_EQ(view.joints[i].kind, m.joint(k).kind);
      EXPECT_EQ(view.joints[i].q, m.joint(k).q) << "coordinates keep their places";
      EXPECT_EQ(view.joints[i].v, m.joint(k).v);
      EXPECT_TRUE(test::near(view.joints[i].X_tree, m.joint(k).X_tree, 0));
      EXPECT_TRUE(test::near(view.inertias[i], m.inertia(k), 0));
      EXPECT_EQ(at(seen, k)++, 0) << "two bodies are one";
    }
  }
}

TEST(ScanModel, KeepsTheMechanismItselfWhereThatIsHeavyFirst) {
  for (const Model& given : many_models(60)) {
    const Mechanism<double>& m = given.mechanism();
    const ScanModel<double> model(m);
    EXPECT_EQ(&model.mechanism() == &m, is_heavy_first(m.tree));
    // and what is renumbered once is kept
    const ScanModel<double> again(model.mechanism());
    EXPECT_EQ(&again.mechanism(), &model.mechanism());
  }
}

TEST(ScanModel, CutsItsOwnTree) {
  for (const Model& given : many_models(60))
    for (const Index length : {1, 2, 5, 1000}) {
      const ScanModel<double> model(given.mechanism(), length);
      EXPECT_EQ(model.pieces().length(), length);
      Index covered = 0;
      for (const Piece& piece : model.pieces().all()) {
        covered += piece.size();
        EXPECT_LE(piece.size(), length);
        for (Index i = piece.first + 1; i < piece.end; ++i) EXPECT_EQ(model.tree().parent(i), i - 1);
      }
      EXPECT_EQ(covered, model.tree().size());
    }
}

}  // namespace
}  // namespace treefix::testing
