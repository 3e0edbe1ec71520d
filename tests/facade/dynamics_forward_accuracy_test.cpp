// Forward dynamics by every method: errors relative to articulated bodies in quad precision, and accuracy on deep
// chains.
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/papers/mass/mass_operators.hpp>

#include "support/methods.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;

/// A state, its acceleration in quad precision, and the errors allowed for other results.
struct ForwardJudge {
  Robot<double> robot;
  std::vector<Quad> exact;
  Vector room = robot.vector();  // |H⁻¹| Σ|terms|: the effect on each acceleration of errors in the forces that cancel

  ForwardJudge(const Model& model, bool with_forces) : robot(model), with_forces_(with_forces) {
    Robot<Quad> wide(model);
    wide.q = cast_all<Quad>(robot.q);
    exact = wide.fd(wide.a, with_forces ? wide.external() : ExternalForces<Quad>{});
    Vector near, r = robot.vector(), terms = robot.vector(), column = robot.vector();
    for (const Quad& x : exact) near.push_back(plain(x));
    scaled_residual<double>(robot.m, robot.q, robot.v, near, tau(), external(), robot.w, r, terms);
    for (std::size_t j = 0; j < terms.size(); ++j) {
      Vector one = robot.vector();
      one[j] = terms[j] + std::abs(tau()[j]);
      inverse_mass_times<double>(robot.m, robot.q, one, robot.w, column);
      for (std::size_t k = 0; k < room.size(); ++k) room[k] += std::abs(column[k]);
    }
  }

  const Vector& tau() const { return robot.a; }
  ExternalForces<double> external() const { return with_forces_ ? robot.external() : ExternalForces<double>{}; }

  /// The largest error, in ε of the allowed one.
  double error(const Vector& a) const {
    double worst = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double e = plain(abs(Quad(a[k]) - exact[k])) / (epsilon<double>() * room[k]);
      if (!(e <= worst)) worst = e;  // keeps NaN
    }
    return worst;
  }

 private:
  bool with_forces_;
};

/// Chains, bushes and other trees of a few bodies, with joints of all kinds; half of them with armatures.
Model tree_of_all_joints(int i) {
  const char* roots[] = {"", "F", "L"};
  const double branching[] = {0, 1, 1.5, 2};
  return zoo::random_tree({.n = 1 + i % 11,
                           .seed = static_cast<std::uint64_t>(i),
                           .joints = "RPHSLF",
                           .root = roots[i % 3],
                           .branching = branching[i % 4],
                           .armature = i % 8 < 4 ? 0.0 : 0.3});
}

/// Ten times the largest error seen. Iterative methods get more, because they stop by the size of all forces and not of
/// those at each joint.
double allowed_error(ForwardMethod method) {
  if (method == ForwardMethod::cfa) return 50'000;
  if (method == ForwardMethod::dca) return 2000;
  return iterates(method) ? 5000 : 20;
}

TEST(ForwardAccuracy, OfTreesWithAllJointsIsWhatRoundingOfForcesAllows) {
  for (int i = 0; i < 300; ++i) {
    const Model model = tree_of_all_joints(i);
    const ForwardJudge judge(model, /*with_forces=*/i % 5 < 3);
    Dynamics dynamics(model);
    for (const ForwardMethod method : forward_methods) {
      if (!can(method, model)) continue;
      Vector a = judge.robot.vector();
      const ForwardInfo info = dynamics.forward(judge.robot.q, judge.robot.v, judge.tau(), a,
                                                {.method = method, .threads = 1 + i % 2}, judge.external());
      EXPECT_TRUE(info.converged) << describe(model) << ", " << to_string(method) << ": " << info.reason;
      EXPECT_LE(judge.error(a), allowed_error(method)) << describe(model) << ", " << to_string(method);
    }
  }
}

TEST(ForwardAccuracy, OfADeepChainIsWhatEachMethodPromises) {
  OneState s{zoo::chain(unless_sanitized(100'000, 20'000))};
  // torques for moderate accelerations, 2·10¹¹ at the root: with small torques dca would lose nine digits less
  const Vector motion = s.tau;
  s.dynamics.inverse(s.q, s.v, motion, s.tau);
  for (const ForwardMethod method :
       {ForwardMethod::automatic, ForwardMethod::aba, ForwardMethod::pieces, ForwardMethod::hybrid_aba,
        ForwardMethod::cfa, ForwardMethod::scan_aba, ForwardMethod::dca}) {
    Vector a;
    const ForwardInfo info = s.forward(a, {.method = method, .solver = CfaSolver::thomas});
    EXPECT_TRUE(info.converged) << to_string(method);
    EXPECT_EQ(info.reason.empty(), info.residual <= std::sqrt(epsilon<double>()))
        << to_string(method) << ": a method that loses half of the digits must report it: " << info.reason;
    const double allowed = method == ForwardMethod::cfa ? 1e12 : method == ForwardMethod::dca ? 1e11 : 30;
    EXPECT_LE(info.residual, allowed * epsilon<double>()) << to_string(method);
    EXPECT_EQ(info.method, method == ForwardMethod::automatic ? ForwardMethod::pieces : method);
  }
}

TEST(ForwardAccuracy, OfADeepChainIsNotClaimedIfIterationsEndEarly) {
  OneState s{zoo::chain(unless_sanitized(100'000, 20'000))};
  for (const ForwardMethod method : {ForwardMethod::ccg, ForwardMethod::pcg_ds}) {
    Vector a;
    const ForwardInfo info = s.forward(a, {.method = method, .iterations = 5});
    EXPECT_FALSE(info.converged) << to_string(method);
    EXPECT_TRUE(info.reason.starts_with("did not converge: after 5 iterations")) << info.reason;
  }
}

}  // namespace
}  // namespace treefix::testing
