// Forward dynamics by every method, as users call it.
#include <treefix/dynamics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/messages.hpp"
#include "support/methods.hpp"
#include "support/sanitized.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// The residual allowed for a method, relative to the forces that cancel.
double bound(ForwardMethod method, const ForwardInfo& by_aba) {
  if (method == ForwardMethod::cfa) return 1e-8;
  if (method == ForwardMethod::dca) return 1e-10;
  if (iterates(method)) return 1e-11;
  return 100 * by_aba.residual + 20 * epsilon;
}

TEST(ForwardMethods, AllSolveTheEquationsOfMotionOfEveryTree) {
  for (const Model& model : many_models(100)) {
    OneState s{model};
    Vector a, expected;
    const ForwardInfo by_aba = s.forward(expected, {.method = ForwardMethod::aba});
    for (const ForwardMethod method : forward_methods) {
      if (!can(method, model)) continue;
      const ForwardInfo info = s.forward(a, {.method = method, .threads = 2});
      EXPECT_TRUE(info.method == method || method == ForwardMethod::automatic) << to_string(method);
      EXPECT_TRUE(info.converged) << describe(model) << ", " << to_string(method) << ": " << info.reason;
      EXPECT_EQ(info.reason, "") << describe(model) << ", " << to_string(method);
      EXPECT_LE(info.residual, bound(method, by_aba)) << describe(model) << ", " << to_string(method);
      EXPECT_EQ(info.iterations > 0, iterates(method)) << to_string(method);
    }
  }
}

TEST(ForwardMethods, TakeExternalForces) {
  for (const Model& model : random_models(20)) {
    OneState s{model};
    const Robot<double> robot(model);
    Vector a, expected;
    for (const ExternalFrame coordinates : {ExternalFrame::of_body, ExternalFrame::of_root}) {
      const auto external = robot.external(coordinates);
      const ForwardInfo by_aba = s.forward(expected, {.method = ForwardMethod::aba}, external);
      for (const ForwardMethod method : forward_methods) {
        if (!can(method, model)) continue;
        const ForwardInfo info = s.forward(a, {.method = method}, external);
        EXPECT_LE(info.residual, bound(method, by_aba)) << describe(model) << ", " << to_string(method);
      }
    }
  }
}

TEST(ForwardMethods, UsePiecesForForcesInRootCoordinatesOnlyWhereThatIsFaster) {
  const EightThreads more;
  for (const Index n : {600, 5000}) {
    const Model model = zoo::auto_tree(n, 2, 0.1);
    OneState s{model};
    const Robot<double> robot(model);
    const auto external = robot.external(ExternalFrame::of_root);
    Vector a, one;
    const ForwardInfo by_aba = s.forward(a, {.method = ForwardMethod::aba}, external),
                      info = s.forward(a, {}, external);
    EXPECT_EQ(info.method, n == 600 ? ForwardMethod::aba : ForwardMethod::pieces);
    EXPECT_LE(info.residual, bound(ForwardMethod::pieces, by_aba)) << n;
    s.forward(one, {.threads = 1}, external);
    EXPECT_EQ(a, one) << n;
  }
}

TEST(ForwardMethods, GiveTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  const Index most = unless_sanitized(700, 300);
  for (const Model& model : {zoo::chain(most), zoo::auto_tree(most, 2, 0.1), zoo::star(most),
                             zoo::random_tree({.n = most / 2, .seed = 2, .joints = "RPHSLF"})}) {
    OneState s{model};
    for (const ForwardMethod method : forward_methods) {
      Vector one, other;
      const ForwardOptions options{.method = method, .threads = 1, .iterations = 30};
      s.forward(one, options);
      for (const int threads : {0, 2, 4}) {  // 0: all, eight here
        ForwardOptions changed = options;
        changed.threads = threads;
        s.forward(other, changed);
        EXPECT_EQ(one, other) << model.name() << ", " << to_string(method) << ", " << threads;
      }
    }
  }
}

// --- closed forms --------------------------------------------------------------------------------------------

/// Every method in the given state, compared with textbook results.
void expect_acceleration(const Model& model, const Vector& q, const Vector& v, const Vector& tau,
                         const Vector& expected, double tolerance = 1e-12) {
  Dynamics dynamics(model);
  double most = 1;
  for (const double x : expected) most = std::max(most, std::abs(x));
  for (const ForwardMethod method : forward_methods) {
    Vector a(expected.size());
    dynamics.forward(q, v, tau, a, {.method = method});
    for (std::size_t k = 0; k < a.size(); ++k)
      EXPECT_NEAR(a[k], expected[k], tolerance * most) << model.name() << ", " << to_string(method) << ", " << k;
  }
}

BodySpec rod(const std::string& name, const std::string& parent, double at_x, double mass, double centre,
             double moment) {
  return {.name = name,
          .parent = parent,
          .placement = placed(Vec3<double>{at_x, 0, 0}),
          .joint = JointSpec::revolute({0, 1, 0}),
          .mass = mass,
          .com = {centre, 0, 0},
          .inertia = Sym3<double>::diagonal(0.01, moment, moment)};
}

TEST(ForwardMethods, PendulumsFallAsTheirEquationsSay) {
  // one: rods along x, axes along y, angles from the horizontal down
  const double g = 9.81, m1 = 1.3, c1 = 0.4, I1 = 0.05, l1 = 0.9, m2 = 0.7, c2 = 0.3, I2 = 0.02;
  const Model one = Builder("pendulum").body(rod("rod", "", 0, m1, c1, I1)).build();
  expect_acceleration(one, {0.3}, {2}, {0.1}, {(0.1 + m1 * g * c1 * std::cos(0.3)) / (I1 + m1 * c1 * c1)});

  const Model two = Builder("double pendulum")
                        .body(rod("upper", "", 0, m1, c1, I1))
                        .body(rod("lower", "upper", l1, m2, c2, I2))
                        .build();
  const double x = 0.4, y = 1.1, dx = 1.5, dy = -0.7;  // angles of both rods relative to the root, and their rates
  const double t1 = 0.2, t2 = -0.3;  // of the joints
  // [Lagrange, with angles of the rods relative to the root]
  const double h11 = I1 + m1 * c1 * c1 + m2 * l1 * l1, h22 = I2 + m2 * c2 * c2, k = m2 * l1 * c2;
  const double h12 = k * std::cos(x - y);
  const double r1 = (t1 - t2) + (m1 * c1 + m2 * l1) * g * std::cos(x) - k * std::sin(x - y) * dy * dy;
  const double r2 = t2 + m2 * c2 * g * std::cos(y) + k * std::sin(x - y) * dx * dx;
  const double det = h11 * h22 - h12 * h12;
  const double ax = (h22 * r1 - h12 * r2) / det, ay = (h11 * r2 - h12 * r1) / det;
  expect_acceleration(two, {x, y - x}, {dx, dy - dx}, {t1, t2}, {ax, ay - ax});
}

TEST(ForwardMethods, AFreeBodyFollowsNewtonAndEuler) {
  const Vec3<double> J{0.2, 0.3, 0.4}, w{0.5, -1.2, 0.8}, v{0.3, 0.1, -0.4}, n{0.7, 0.2, -0.5}, f{1, 2, 3};
  const double m = 2;
  const Model model =
      Builder("top")
          .body(
              {.name = "top", .joint = JointSpec::free(), .mass = m, .inertia = Sym3<double>::diagonal(J.x, J.y, J.z)})
          .build();
  // turned by 90° about x: gravity, along −z of the root, is along −y of the body
  const double h = std::sqrt(0.5);
  const Vec3<double> Jw{J.x * w.x, J.y * w.y, J.z * w.z}, u = n - cross(w, Jw);
  const Vec3<double> a = (1 / m) * f + Vec3<double>{0, -9.81, 0} - cross(w, v);
  expect_acceleration(model, {1, 2, 3, h, 0, 0, h}, {v.x, v.y, v.z, w.x, w.y, w.z}, {f.x, f.y, f.z, n.x, n.y, n.z},
                      {a.x, a.y, a.z, u.x / J.x, u.y / J.y, u.z / J.z});
}

TEST(ForwardMethods, AFallingChainFeelsNoWeight) {
  // at rest and free at its head, the whole chain falls with g, and no joint moves
  const Model model = zoo::snake(20);
  Vector q = random_configuration(model, 4), zero(static_cast<std::size_t>(model.nv())), expected = zero;
  q[3] = q[4] = q[5] = 0;
  q[6] = 1;
  expected[2] = -9.81;
  expect_acceleration(model, q, zero, zero, expected, 1e-10);
}

// --- options -------------------------------------------------------------------------------------------------

TEST(ForwardMethods, RefinementRestoresWhatSinglePrecisionLost) {
  for (const Model& model : {zoo::arm(), zoo::puma560(), zoo::quadruped(), zoo::chain(8), zoo::humanoid()}) {
    OneState s{model};
    for (const ForwardMethod method : forward_methods) {
      if (method == ForwardMethod::pieces || !can(method, model)) continue;  // double only
      Vector a;
      const ForwardInfo rough = s.forward(a, {.method = method, .single_precision = true});
      EXPECT_GT(rough.residual, 1e-9) << model.name() << ", " << to_string(method) << ": was this single precision?";
      const ForwardInfo fine = s.forward(a, {.method = method, .refine = 6, .single_precision = true});
      EXPECT_LT(fine.residual, 1e-10) << model.name() << ", " << to_string(method);
    }
  }
}

TEST(ForwardMethods, InMixedPrecisionNeverClaimConvergenceWrongly) {
  // where κ·ε of float is above one: either the method reports it, or the residual is small anyway
  int refused = 0;
  for (const Model& model : {zoo::chain(100), zoo::chain(300), zoo::auto_tree(300, 1, 0.1), zoo::snake(200),
                             zoo::random_tree({.n = 300, .seed = 5, .joints = "RPHSLF", .branching = 1})}) {
    OneState s{model};
    for (const ForwardMethod method : forward_methods) {
      if (method == ForwardMethod::pieces || iterates(method) || !can(method, model)) continue;
      for (const int steps : {1, 3, 20}) {
        Vector a;
        const ForwardInfo info = s.forward(a, {.method = method, .refine = steps, .single_precision = true});
        refused += !info.converged;
        EXPECT_TRUE(!info.reason.empty() || (info.converged && info.residual < 1e-9))
            << model.name() << ", " << to_string(method) << ", " << steps << " steps: " << info.residual;
      }
    }
  }
  EXPECT_GT(refused, 20);
}

TEST(ForwardMethods, ReportWhyMixedPrecisionDidNotConverge) {
  Vector a;
  OneState slow{zoo::chain(300)}, stuck{zoo::auto_tree(300, 1, 0.1)};
  const auto reason = [&](OneState& s, int steps) {
    return s.forward(a, {.method = ForwardMethod::jsiia_sparse, .refine = steps, .single_precision = true}).reason;
  };
  EXPECT_TRUE(reason(slow, 1).starts_with("did not converge: after 1 step of refinement another would still change "))
      << reason(slow, 1);
  EXPECT_TRUE(reason(stuck, 30).starts_with("did not converge: single precision cannot refine accelerations beyond "))
      << reason(stuck, 30);
}

TEST(ForwardMethods, RefinementInDoubleMakesNothingWorse) {
  for (const Model& model : {zoo::chain(300), zoo::auto_tree(300, 1.5, 0.2), zoo::humanoid()}) {
    OneState s{model};
    for (const ForwardMethod method : forward_methods) {
      if (iterates(method) || !can(method, model)) continue;
      Vector a;
      const double before = s.forward(a, {.method = method}).residual;
      const double after = s.forward(a, {.method = method, .refine = 2}).residual;
      EXPECT_LE(after, std::max(before, 8 * epsilon)) << model.name() << ", " << to_string(method);
    }
  }
}

TEST(ForwardMethods, ReportThatTheyDidNotConverge) {
  OneState s{zoo::chain(60)};
  for (const ForwardMethod method : {ForwardMethod::ccg, ForwardMethod::pcg_ds}) {
    Vector a;
    const ForwardInfo info = s.forward(a, {.method = method, .iterations = 3});
    EXPECT_FALSE(info.converged);
    EXPECT_EQ(info.iterations, 3);
    EXPECT_TRUE(info.reason.starts_with("did not converge: after 3 iterations")) << info.reason;
    EXPECT_GT(info.residual, 1e-9);
  }
}

TEST(ForwardMethods, StartFromTheGivenAcceleration) {
  OneState s{zoo::arm()};
  for (const ForwardMethod method : {ForwardMethod::ccg, ForwardMethod::pcg_ds}) {
    Vector a, history(500, -1);
    const ForwardInfo cold = s.forward(a, {.method = method, .history = history});
    EXPECT_GT(cold.iterations, 2);
    EXPECT_GT(history[0], history[static_cast<std::size_t>(cold.iterations)]);
    EXPECT_EQ(history[static_cast<std::size_t>(cold.iterations) + 1], -1);
    EXPECT_EQ(s.forward(a, {.method = method, .warm_start = true}).iterations, 0) << "a is the solution";
  }
}

TEST(ForwardMethods, RefuseUnsupportedOptions) {
  OneState s{zoo::arm()};
  Vector a(7);
  const auto refused = [&](const ForwardOptions& options) {
    const Vector before = a;
    const std::string message = message_of<ValueError>([&] { s.dynamics.forward(s.q, s.v, s.tau, a, options); });
    EXPECT_EQ(a, before) << "something was written";
    return message;
  };
  EXPECT_EQ(refused({.refine = -1}), "refine is -1, expected a number of steps up to 1000");
  EXPECT_EQ(refused({.threads = -2}), "threads is -2, expected 0 for all cores, or a number up to 1024");
  EXPECT_EQ(refused({.method = ForwardMethod::ccg, .tolerance = -1}),
            "tolerance is -1, expected a positive number, or 0 for the default");
  EXPECT_EQ(refused({.method = ForwardMethod::ccg, .iterations = -5}),
            "iterations is -5, expected a positive number, or 0 for the default");
  EXPECT_EQ(refused({.method = ForwardMethod::aba, .warm_start = true}),
            "warm_start needs an iterative method: ccg or pcg_ds");
  EXPECT_EQ(refused({.method = ForwardMethod::pieces, .single_precision = true}),
            "method pieces computes in double precision only; use aba or another method for single precision");
}

TEST(ForwardMethods, ConstraintForcesNameTheBodyWithASingularInertia) {
  // a point has no moments of inertia
  const Model model = Builder("points")
                          .body(rod("rod", "", 0, 1, 0.5, 0.1))
                          .body({.name = "bob",
                                 .parent = "rod",
                                 .placement = placed(Vec3<double>{1, 0, 0}),
                                 .joint = JointSpec::revolute({0, 1, 0}),
                                 .mass = 2,
                                 .com = {0.5, 0, 0}})
                          .tolerant()
                          .build();
  OneState s{model};
  Vector a(2);
  EXPECT_EQ(
      message_of<ValueError>([&] { s.dynamics.forward(s.q, s.v, s.tau, a, {.method = ForwardMethod::cfa}); }),
      "cfa cannot be used with model 'points', because the inertia of body 'bob' is singular; expected scan_aba or "
      "another method");
  Vector expected;
  s.forward(expected, {.method = ForwardMethod::aba});
  for (const ForwardMethod method : forward_methods) {
    if (method == ForwardMethod::cfa) continue;
    s.forward(a, {.method = method});
    EXPECT_LE(largest(minus(a, expected)), 1e-12 * largest(expected)) << to_string(method);
  }
}

TEST(ForwardMethods, RefuseAMassMatrixThatDoesNotFit) {
  OneState s{zoo::chain(200'000)};
  Vector a(s.v.size());
  for (const ForwardMethod method : {ForwardMethod::mass_matrix, ForwardMethod::jsiia_columns,
                                     ForwardMethod::jsiia_crba, ForwardMethod::jsiia_sparse}) {
    const std::string message =
        message_of<MemoryError>([&] { s.dynamics.forward(s.q, s.v, s.tau, a, {.method = method}); });
    EXPECT_TRUE(message.find("bytes") != std::string::npos || message.find("GiB") != std::string::npos ||
                message.find("TiB") != std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace treefix::testing
