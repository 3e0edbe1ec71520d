// Laws of treefix/reference/workspace.hpp.
#include <treefix/reference/workspace.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "spatial/values.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

TEST(ForceColumns, GivesBackEachForceAsItWasSet) {
  for (const Index n : {1, 2, 7, 100}) {
    test::Draw<double> draw(static_cast<std::uint64_t>(n));
    ForceColumns<double> columns(n);
    std::vector<Force<double>> forces;
    for (Index j = 0; j < n; ++j) forces.push_back(draw.force());
    for (Index j = 0; j < n; ++j) columns.set(j, forces[static_cast<std::size_t>(j)]);
    // set again, so that one force would overwrite its neighbours
    at(forces, n / 2) = draw.force();
    columns.set(n / 2, at(forces, n / 2));
    for (Index j = 0; j < n; ++j) EXPECT_EQ(test::components(columns[j]), test::components(at(forces, j)));
  }
}

TEST(ForceColumns, KeepsEachCoordinateOfAllForcesTogether) {
  constexpr Index n = 9;
  test::Draw<double> draw(1);
  ForceColumns<double> columns(n);
  for (Index j = 0; j < n; ++j) columns.set(j, draw.force());
  for (int c = 0; c < 6; ++c) {
    const View<const double> numbers = columns.coordinate(c);
    ASSERT_EQ(ssize(numbers), n);
    for (Index j = 0; j < n; ++j)
      EXPECT_EQ(numbers[j], test::components(columns[j])[static_cast<std::size_t>(c)]) << "n x y z, f x y z";
  }
}

TEST(Workspace, HasAPlaceForEveryBodyForTheRootAndForEveryCoordinate) {
  for (const Model& model : many_models(40)) {
    const Mechanism<double>& m = model.mechanism();
    Workspace<double> w(m);
    // distinct values, to see that no place is another one
    for (Index i = root; i < m.nbody(); ++i) {
      const double x = static_cast<double>(i);
      w.V[i].w.x = w.A[i].w.x = w.F[i].n.x = w.X0[i].r.x = w.A_terms[i].linear = w.F_terms[i].linear = x;
      if (i != root) w.X[i].r.x = w.c[i].v.x = w.IA[i].M.xx = w.Ic[i].m = x;
    }
    for (Index k = 0; k < m.nv; ++k) w.G[k].n.x = w.d[k] = static_cast<double>(k);
    for (Index i = root; i < m.nbody(); ++i) {
      const double x = static_cast<double>(i);
      for (const double value : {w.V[i].w.x, w.A[i].w.x, w.F[i].n.x, w.X0[i].r.x, w.A_terms[i].linear})
        EXPECT_EQ(value, x);
      EXPECT_EQ(w.F_terms[i].linear, x);
      if (i == root) continue;
      for (const double value : {w.X[i].r.x, w.c[i].v.x, w.IA[i].M.xx, w.Ic[i].m}) EXPECT_EQ(value, x);
    }
    ASSERT_EQ(ssize(w.zero.view()), m.nv);
    ASSERT_EQ(ssize(w.columns.coordinate(5)), m.nv);
    for (Index k = 0; k < m.nv; ++k) {
      EXPECT_EQ(w.G[k].n.x, static_cast<double>(k));
      EXPECT_EQ(w.d[k], static_cast<double>(k));
      EXPECT_EQ(w.zero[k], 0);
    }
  }
}

}  // namespace
}  // namespace treefix::testing
