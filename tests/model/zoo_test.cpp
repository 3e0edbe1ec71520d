// The robots of treefix/model/zoo.hpp match their documentation.
#include <algorithm>
#include <cmath>
#include <utility>

#include <model/robots.hpp>

#include <treefix/base/text.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::test {
namespace {

void expect_counts(const Model& model, Index nbody, Index nq, Index nv, double mass) {
  EXPECT_EQ(model.nbody(), nbody) << model.name();
  EXPECT_EQ(model.nq(), nq) << model.name();
  EXPECT_EQ(model.nv(), nv) << model.name();
  EXPECT_NEAR(model.total_mass(), mass, 1e-12 * mass) << model.name();
}

Vec3<double> center_of_mass_at_rest(const Model& model) { return Dynamics(model).center_of_mass(neutral(model)); }

/// The message of make() for a text, or empty if it accepts it.
std::string complaint(const std::string& text) {
  try {
    zoo::make(text);
  } catch (const ValueError& error) {
    return error.what();
  }
  return "";
}

TEST(Zoo, RobotsHaveTheDocumentedCountsAndMasses) {
  expect_counts(zoo::chain(7), 7, 7, 7, 3.5);
  expect_counts(zoo::star(6), 6, 6, 6, 3);
  expect_counts(zoo::snake(8), 8, 14, 13, 2.4);
  expect_counts(zoo::auto_tree(5), 5, 5, 5, 5);
  expect_counts(zoo::puma560(), 6, 6, 6, 36.45);
  expect_counts(zoo::arm(), 7, 7, 7, 18);
  expect_counts(zoo::quadruped(), 13, 19, 18, 12);
  expect_counts(zoo::humanoid(), 19, 43, 36, 75);
}

TEST(Zoo, AllHasEveryRobotThatCanBeNamed) {
  std::vector<std::string> built, known;
  for (const Model& model : zoo::all()) built.push_back(model.name());
  for (const std::string& line : zoo::usage()) known.push_back(line.substr(0, line.find(':')));
  EXPECT_EQ(built, known);
}

TEST(Zoo, ChainsAreOnePathAndStarsAreAllLeaves) {
  EXPECT_EQ(zoo::chain(9).mechanism().tree.depth(), 9);
  EXPECT_EQ(zoo::snake(9).mechanism().tree.depth(), 9);
  EXPECT_EQ(zoo::star(9).mechanism().tree.depth(), 1);
}

TEST(Zoo, RodsOfAChainLieEndToEndAlongX) {
  const Model model = zoo::chain(4);
  Dynamics dynamics(model);
  dynamics.kinematics(neutral(model));
  EXPECT_TRUE(near(dynamics.pose(model.frame("link4")).r, Vec3<double>{0.6, 0, 0}, 4));
  EXPECT_TRUE(near(dynamics.center_of_mass(neutral(model)), Vec3<double>{0.4, 0, 0}, 4));
}

TEST(Zoo, StarAndQuadrupedAndHumanoidAreSymmetric) {
  EXPECT_TRUE(near(center_of_mass_at_rest(zoo::star(5)), Vec3<double>{}, 8));
  for (const Model& model : {zoo::quadruped(), zoo::humanoid()})
    EXPECT_NEAR(center_of_mass_at_rest(model).y, 0, 1e-15) << model.name();
  EXPECT_NEAR(center_of_mass_at_rest(zoo::quadruped()).x, 0, 1e-15);
}

TEST(Zoo, AutoTreeHasTheParentsOfItsFormula) {
  for (const double branching : {1.0, 1.2, 1.5, 2.0, 3.0}) {
    const Model model = zoo::auto_tree(40, branching);
    const Mechanism<double>& m = model.mechanism();
    for (Index i = 1; i <= 40; ++i) {
      const auto expected =
          static_cast<Index>(std::floor((static_cast<double>(i) - 2 + std::ceil(branching)) / branching));
      const Index parent = m.parent(model.body(concat("link", i)));
      EXPECT_EQ(parent == root ? "root" : model.body_names()[static_cast<std::size_t>(parent)],
                expected == 0 ? "root" : concat("link", expected))
          << "link " << i << ", branching " << branching;
    }
  }
}

TEST(Zoo, AutoTreeTapersAndSkews) {
  const double taper = 0.9, skew = 0.3;
  const Model model = zoo::auto_tree(6, 1, skew, taper);
  const Mechanism<double>& m = model.mechanism();
  for (Index i = 0; i < 6; ++i) {
    const double l = std::pow(taper, static_cast<double>(i)), mass = l * l * l, r = l / 20;
    const Inertia<double>& I = m.inertia(i);
    EXPECT_NEAR(I.m, mass, 1e-15);
    EXPECT_TRUE(near(I.h, Vec3<double>{mass * l / 2, 0, 0}, 4));
    EXPECT_NEAR(I.I.xx, mass * r * r, 1e-15);
    EXPECT_NEAR(I.I.zz, mass * (r * r / 2 + l * l / 3), 1e-15);  // thin tube about its end
    // each joint is at the tip of the previous link, rotated by skew about x
    const Transform<double>& X = m.joint(i).X_tree;
    EXPECT_NEAR(X.r.x, i == 0 ? 0 : l / taper, 1e-15);
    EXPECT_NEAR(X.E.y.z, i == 0 ? 0 : std::sin(skew), 1e-15);
  }
}

TEST(Zoo, ArmIsAsTallAsItsPublishedKinematicsSay) {
  // extended upwards: 0.333 + 0.316 + 0.384 − 0.107 high, 0.088 ahead
  const Model model = zoo::arm();
  Dynamics dynamics(model);
  dynamics.kinematics(neutral(model));
  EXPECT_TRUE(near(dynamics.pose(model.frame("flange")).r, Vec3<double>{0.088, 0, 0.926}, 16));
  EXPECT_EQ(model.limits().lower[3], -3.0718);
  EXPECT_EQ(model.limits().upper[3], -0.0698);
  EXPECT_EQ(model.limits().velocity[4], 2.61);
  EXPECT_EQ(model.limits().effort[0], 87);
}

TEST(Zoo, PumaHasItsRotorsAndReach) {
  const Model model = zoo::puma560();
  EXPECT_NEAR(model.mechanism().armature(0), 62.6111 * 62.6111 * 200e-6, 1e-12);
  EXPECT_NEAR(model.mechanism().armature(5), 76.686 * 76.686 * 33e-6, 1e-12);
  Dynamics dynamics(model);
  dynamics.kinematics(neutral(model));
  // arm straight out in the zero pose of the Denavit-Hartenberg parameters: a2 + a3 ahead, d3 aside, d4 up
  EXPECT_TRUE(near(dynamics.pose(model.frame("flange")).r, Vec3<double>{0.4521, -0.15005, 0.4318}, 16));
}

TEST(Zoo, RandomTreeIsTheSameForTheSameSeed) {
  const auto masses = [](std::uint64_t seed) {
    std::vector<double> all;
    const Model model = zoo::random_tree({.n = 10, .seed = seed, .joints = "RPHSLF"});
    for (const Inertia<double>& I : model.mechanism().inertias) all.push_back(I.m);
    return all;
  };
  EXPECT_EQ(masses(3), masses(3));
  EXPECT_NE(masses(3), masses(4));
}

TEST(Zoo, RandomTreeIsTheSameFromEveryCompiler) {
  const Model model = zoo::random_tree({.n = 40, .seed = 7, .joints = "RPHSLF", .armature = 0.1});
  const Mechanism<double>& m = model.mechanism();
  double sum = 0;
  for (Index i = 0; i < m.nbody(); ++i) {
    const auto& [S, X] = std::pair(m.joint(i).S, m.joint(i).X_tree);
    const double body = S.w.x + 2 * S.v.y + 3 * X.E.x.y + 5 * X.r.z + 7 * m.inertia(i).I.xz;
    sum += (1 + 0.1 * static_cast<double>(i)) * (body + 11 * static_cast<double>(m.parent(i)));
  }
  EXPECT_NEAR(sum, 18867.154344662536, 1e-9);  // another order of draws would give another robot
}

TEST(Zoo, RandomTreeDrawsWhatItWasAskedFor) {
  const Model model = zoo::random_tree({.n = 300, .seed = 2, .joints = "PSL", .root = "F", .armature = 0.5});
  const Mechanism<double>& m = model.mechanism();
  std::vector<int> count(std::size(joint_kinds));
  for (const Joint<double>& joint : m.joints) ++count[static_cast<std::size_t>(joint.kind)];
  EXPECT_EQ(m.joint(model.body("link1")).kind, JointKind::free);
  EXPECT_EQ(count[static_cast<std::size_t>(JointKind::free)], 1);
  for (const JointKind kind : {JointKind::prismatic, JointKind::spherical, JointKind::planar})
    EXPECT_GT(count[static_cast<std::size_t>(kind)], 60) << to_string(kind);
  EXPECT_EQ(count[static_cast<std::size_t>(JointKind::revolute)], 0);
  for (const Inertia<double>& I : m.inertias) {
    EXPECT_TRUE(0.5 <= I.m && I.m <= 2);
    const Vec3<double> c = (1 / I.m) * I.h;
    for (const double x : components(c)) EXPECT_LE(std::abs(x), 0.3 + 1e-12);
  }
  for (const double armature : m.armatures) EXPECT_TRUE(0 <= armature && armature < 0.5);
  EXPECT_GT(*std::max_element(m.armatures.begin(), m.armatures.end()), 0.45);
  EXPECT_EQ(zoo::random_tree({.n = 20, .branching = 1}).mechanism().tree.depth(), 20);
}

TEST(Zoo, RobotsRefuseSizesThatMeanNothing) {
  EXPECT_THROW(zoo::chain(0), ValueError);
  EXPECT_THROW(zoo::star(-1), ValueError);
  EXPECT_THROW(zoo::snake(0), ValueError);
  EXPECT_THROW(zoo::auto_tree(0), ValueError);
  EXPECT_THROW(zoo::auto_tree(3, 0.5), ValueError);
  EXPECT_THROW(zoo::auto_tree(3, std::nan("")), ValueError);
  EXPECT_THROW(zoo::random_tree({.n = 0}), ValueError);
  EXPECT_THROW(zoo::random_tree({.joints = ""}), ValueError);
  EXPECT_THROW(zoo::random_tree({.joints = "RX"}), ValueError);
  EXPECT_THROW(zoo::random_tree({.root = "RR"}), ValueError);
  EXPECT_THROW(zoo::random_tree({.branching = 0.5}), ValueError);
}

TEST(ZooMake, BuildsTheRobotThatTheTextDescribes) {
  EXPECT_EQ(zoo::make("chain").nbody(), 10);
  EXPECT_EQ(zoo::make("chain:n=3").nbody(), 3);
  EXPECT_EQ(zoo::make("humanoid").nv(), 36);
  const Model tree = zoo::make("auto_tree:n=31,bf=2,skew=0.1,taper=0.95");
  EXPECT_EQ(tree.mechanism().tree.depth(), 5);
  EXPECT_NEAR(tree.mechanism().joint(1).X_tree.E.y.z, std::sin(0.1), 1e-15);
  EXPECT_NEAR(tree.mechanism().inertia(1).m, std::pow(0.95, 3), 1e-15);
  const Model random = zoo::make("random_tree:n=20,seed=3,joints=RSF,root=F,armature=0.1,bf=1");
  EXPECT_EQ(random.nbody(), 20);
  EXPECT_EQ(random.joint(0).kind, JointKind::free);
  EXPECT_EQ(random.mechanism().tree.depth(), 20);
  EXPECT_GT(random.mechanism().armature(0), 0);
}

TEST(ZooMake, TakesEveryLineOfTheUsage) {
  for (const std::string& line : zoo::usage()) EXPECT_EQ(complaint(line), "") << line;
  EXPECT_EQ(zoo::usage().size(), 9U);
}

TEST(ZooMake, SaysWhatItDoesNotKnow) {
  const auto expect_mentions = [](const std::string& text, const std::vector<std::string>& words) {
    for (const std::string& word : words)
      EXPECT_NE(complaint(text).find(word), std::string::npos) << text << ": " << complaint(text);
  };
  expect_mentions("", {"''", "chain"});
  expect_mentions("robot", {"'robot'", "chain", "humanoid"});
  expect_mentions("chain:m=3", {"chain", "'m=3'", "n=10"});
  expect_mentions("chain:n", {"chain", "'n'", "n=10"});
  expect_mentions("humanoid:n=3", {"humanoid", "'n=3'", "none"});
  expect_mentions("chain:n=3,n=4", {"chain", "n", "twice"});
  expect_mentions("chain:n=", {"n=", "whole number"});
  expect_mentions("chain:n=3x", {"n=3x", "whole number"});
  expect_mentions("chain:n=3.5", {"n=3.5", "whole number"});
  expect_mentions("chain:n=99999999999999999999", {"n=99999999999999999999"});
  expect_mentions("chain:n=0", {"chain", "n is 0"});
  expect_mentions("auto_tree:bf=two", {"bf=two", "a number"});
  expect_mentions("auto_tree:bf=0", {"branching is 0", "1"});
  expect_mentions("random_tree:joints=XYZ", {"'X'", "RPHSLF"});
  expect_mentions("chain:,", {"chain"});
}

}  // namespace
}  // namespace treefix::test
