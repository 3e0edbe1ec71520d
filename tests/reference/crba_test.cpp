#include <treefix/reference/crba.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// Pivots of the Cholesky factorization without square roots; all positive exactly for positive definite matrices.
template <class T>
std::vector<T> pivots(std::vector<T> H) {
  std::size_t n = 0;
  while (n * n < H.size()) ++n;
  std::vector<T> d;
  for (std::size_t k = 0; k < n; ++k) {
    d.push_back(H[k * n + k]);
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) H[i * n + j] -= H[i * n + k] * H[k * n + j] / d.back();
  }
  return d;
}

TEST(Crba, IsSymmetricBitByBit) {
  for (const Model& model : many_models(60)) {
    Robot<double> robot(model);
    const auto H = robot.H();
    const auto n = static_cast<std::size_t>(robot.m.nv);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(H[i * n + j], H[j * n + i]) << describe(model);
  }
}

TEST(Crba, IsPositiveDefinite) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    for (const Quad pivot : pivots(robot.H())) EXPECT_GT(pivot, 0) << describe(model);
  }
}

TEST(Crba, HasInverseDynamicsOfUnitAccelerationsAsColumns) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const auto H = robot.H(), bias = robot.bias();
    const auto n = static_cast<std::size_t>(robot.m.nv);
    for (std::size_t j = 0; j < n; ++j) {
      auto unit = robot.vector();
      unit[j] = 1;
      const auto column = minus(robot.id(unit), bias);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_LT(plain(abs(H[i * n + j] - column[i])), 1e-27) << describe(model) << " at " << i << ", " << j;
    }
  }
}

TEST(Crba, InDoubleIsWithinAFewDepthEpsilonOfQuad) {
  for (const Model& model : many_models(200)) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto H = robot.H();
    const auto reference = exact.H();
    const auto n = static_cast<std::size_t>(robot.m.nv);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const double size = plain(sqrt(reference[i * n + i] * reference[j * n + j]));
        const double error = plain(abs(Quad(H[i * n + j]) - reference[i * n + j]));
        EXPECT_LT(error, 8 * static_cast<double>(robot.depth() + 4) * epsilon<double>() * size)
            << describe(model) << " at " << i << ", " << j;
      }
  }
}

TEST(Crba, IsZeroBetweenCoordinatesOnDifferentBranches) {
  Robot<double> robot(zoo::star(9));
  auto H = robot.H();
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = 0; j < 9; ++j) EXPECT_EQ(H[i * 9 + j] == 0, i != j);
}

TEST(Crba, ArmatureIsAddedToTheDiagonalOnly) {
  const Model with = zoo::random_tree({.n = 12, .seed = 4, .joints = "RPHSLF", .armature = 0.5});
  Robot<double> robot(with);
  const auto H = robot.H();
  for (double& armature : robot.m.armatures) armature = 0;
  const auto difference = minus(H, robot.H());
  const auto n = static_cast<std::size_t>(robot.m.nv);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(difference[i * n + j], i == j ? with.mechanism().armatures[i] : 0.0, 1e-15);
}

TEST(Crba, DoesNotReadWhatTheOutputHeldBefore) {
  Robot<double> robot(zoo::humanoid());
  const auto clean = robot.H();
  std::vector<double> dirty(clean.size(), std::nan(""));
  crba(robot.m, robot.q, robot.w, dirty);
  EXPECT_EQ(clean, dirty);
}

}  // namespace
}  // namespace treefix::testing
