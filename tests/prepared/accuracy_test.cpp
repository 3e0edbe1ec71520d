// A prepared model gives the torques, the mass matrix and the accelerations of its mechanism as accurately as the
// recursive algorithms of reference/: errors relative to __float128 are within four times theirs, or a few ε if theirs
// are smaller.
#include <gtest/gtest.h>

#include "support/axes.hpp"
#include "support/errors.hpp"

namespace treefix::testing {
namespace {

/// Errors of one quantity over many models.
struct Spread {
  double sum = 0, worst = 0;
  void add(double error) {
    sum += error;
    if (!(error <= worst)) worst = error;  // keeps NaN
  }
};

/// Models of a kind. A single error may be small or large by chance. So means and extremes over the family are compared
/// for matrices, whose entries cancel differently than in the recursive algorithm; everything else is compared for
/// every model.
class Family {
 public:
  using Engine = Computed (*)(Robot<double>&);
  explicit Family(Engine engine = by_sweeps) : engine_(engine) {}

  void add(const Model& model, std::uint64_t seed = 1) {
    ErrorJudge errors(model, seed);
    const Errors reference = errors(by_recursion(errors.robot)), got = errors(engine_(errors.robot));
    EXPECT_LE(got.tau, 4 * std::max(reference.tau, 3.0)) << describe(model) << ", seed " << seed;
    EXPECT_LE(got.a, 4 * std::max(reference.a, 3.0)) << describe(model) << ", seed " << seed;
    tau_.add(got.tau);
    H_.add(got.H);
    a_.add(got.a);
    by_matrix_.add(got.a_by_matrix);
    recursive_tau_.add(reference.tau);
    recursive_H_.add(reference.H);
    recursive_a_.add(reference.a);
    depth_ = std::max(depth_, static_cast<double>(model.mechanism().tree.depth()));
    ++count_;
  }
  void expect_accurate(const std::string& name) const {
    expect(name + ", tau", tau_, recursive_tau_, 3);
    expect(name + ", H", H_, recursive_H_, 8 * (depth_ + 4));  // the bound that the recursive H is tested with
    expect(name + ", a", a_, recursive_a_, 3);
    expect(name + ", a by H", by_matrix_, recursive_a_, 3);
  }

 private:
  void expect(const std::string& name, const Spread& got, const Spread& reference, double floor) const {
    ASSERT_GT(count_, 0);
    EXPECT_LE(got.sum / count_, 4 * std::max(reference.sum / count_, 1.0)) << name << ", mean in ε";
    EXPECT_LE(got.worst, 4 * std::max(reference.worst, floor)) << name << ", worst in ε";
  }
  Engine engine_;
  Spread tau_, H_, a_, by_matrix_, recursive_tau_, recursive_H_, recursive_a_;
  double depth_ = 0;
  int count_ = 0;
};

TEST(PreparedAccuracy, HoldsOverThousandsOfRandomTrees) {
  Family family;
  // 13 sizes: every size is combined with every joint kind and shape
  for (const Model& model : random_models(2000, 13)) family.add(model);
  family.expect_accurate("random trees");
}

TEST(PreparedAccuracy, HoldsInBatchesOnEveryLevel) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    Family family(by_batch);
    for (const Model& model : many_models(300)) family.add(model);
    family.expect_accurate(concat("batches, ", level));
  }
}

TEST(PreparedAccuracy, HoldsOverTheZoo) {
  Family family;
  for (const Model& model : zoo::all()) family.add(model);
  family.expect_accurate("zoo");
}

TEST(PreparedAccuracy, HoldsInLongChainsWithManyMomentFrames) {
  for (const Index n : {Index(50), Index(100)}) {
    Family family;
    family.add(zoo::chain(n));
    family.add(zoo::snake(n));
    family.add(zoo::auto_tree(n, 1, 0.1, 0.98));
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      family.add(zoo::random_tree({.n = n, .seed = seed, .joints = "R", .branching = 1}));
      family.add(zoo::random_tree({.n = n, .seed = seed, .joints = "RPH", .branching = 1, .armature = 0.2}));
    }
    family.expect_accurate(concat("chains of ", n));
  }
}

TEST(PreparedAccuracy, HoldsInLargeTrees) {
  Family family;
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    family.add(zoo::random_tree({.n = 60, .seed = seed, .joints = "RRRRPHSLF", .branching = seed % 2 == 0 ? 1.3 : 0}));
  family.expect_accurate("large trees");
}

/// Every angle from a right angle to zero, and below what rounding can distinguish from zero.
constexpr double angles[] = {
    1.5707963267948966, 0.5, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12, 1e-15, 0};

/// 36 robots.
void add_robots_at(double angle, double reach, bool flipped, Family& family) {
  std::uint64_t seed = 0;
  for (const auto meeting : {Axes::Meeting::apart, Axes::Meeting::crossing, Axes::Meeting::coincident})
    for (const char* joints : {"R", "RPRH", "RRRS"})
      for (const bool aligned : {false, true})
        for (const bool branching : {false, true}) {
          ++seed;
          family.add(robot_with_axes({angle, flipped, meeting, reach, aligned, joints, branching}, 6, seed), seed);
        }
}

void expect_accurate_at_every_angle(double reach, bool flipped) {
  for (const double angle : angles) {
    Family family;
    add_robots_at(angle, reach, flipped, family);
    family.expect_accurate(concat("axes at an angle of ", angle, ", ", reach, " m apart"));
  }
}

TEST(PreparedAccuracy, HoldsForAxesAtEveryAngle) { expect_accurate_at_every_angle(0.3, false); }
TEST(PreparedAccuracy, HoldsForAxesInOppositeDirections) { expect_accurate_at_every_angle(0.3, true); }
TEST(PreparedAccuracy, HoldsForAxesThatAreClose) { expect_accurate_at_every_angle(1e-3, false); }

TEST(PreparedAccuracy, HoldsForAxesThatAreFarApart) {
  // 10 m with bodies of 0.2 m: both mass matrices lose digits, but for different robots, so all are one family
  Family family;
  for (const double angle : angles)
    for (const bool flipped : {false, true}) add_robots_at(angle, 10, flipped, family);
  family.expect_accurate("axes 10 m apart");
}

}  // namespace
}  // namespace treefix::testing
