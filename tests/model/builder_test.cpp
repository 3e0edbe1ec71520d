// How treefix/model/builder.hpp builds a description; fixed and composite joints are in builder_fixed_test.cpp.
#include <sys/resource.h>

#include <limits>

#include <model/robots.hpp>

#include <treefix/base/text.hpp>
#include <treefix/model/zoo.hpp>

#include "support/sanitized.hpp"

namespace treefix::test {
namespace {

using Names = std::vector<std::string>;

constexpr double inf = std::numeric_limits<double>::infinity();

/// The bodies are in the order of the tree, siblings in the order in which they were added.
TEST(BuilderOrder, IsDepthFirstWhateverTheOrderOfDescription) {
  const Names expected{"a", "a1", "a11", "a2", "b", "b1"};
  const auto order = [](const std::vector<std::pair<std::string, std::string>>& description) {
    Builder builder;
    for (const auto& [name, parent] : description) builder.body(moving(name, parent));
    return builder.build().body_names();
  };
  EXPECT_EQ(order({{"a", ""}, {"a1", "a"}, {"a11", "a1"}, {"a2", "a"}, {"b", ""}, {"b1", "b"}}), expected);
  EXPECT_EQ(order({{"a", ""}, {"b", ""}, {"a1", "a"}, {"a2", "a"}, {"b1", "b"}, {"a11", "a1"}}), expected);
  EXPECT_EQ(order({{"a11", "a1"}, {"b1", "b"}, {"a1", "a"}, {"a2", "a"}, {"a", ""}, {"b", ""}}), expected);
}

TEST(BuilderOrder, NamesNumbersAndDataOfAJointStayTogether) {
  Builder builder;
  JointSpec joint = JointSpec::prismatic({0, 0, 1}, "slide");
  joint.lower = {-3};
  builder.body(moving("tip", "middle"));
  builder.body(solid({.name = "middle", .parent = "base", .joint = joint}));
  builder.body(solid({.name = "base", .joint = JointSpec::free("float")}));
  const Model model = builder.build();
  EXPECT_EQ(model.body_names(), (Names{"base", "middle", "tip"}));
  EXPECT_EQ(model.joint_names(), (Names{"float", "slide", "tip"}));
  const JointInfo slide = model.joint("slide");
  EXPECT_EQ(slide.name, "slide");
  EXPECT_EQ(slide.kind, JointKind::prismatic);
  EXPECT_EQ(slide.body, model.body("middle"));
  EXPECT_EQ(model.limits().lower[static_cast<std::size_t>(slide.q)], -3);
  for (Index i = 0; i < model.nbody(); ++i) {
    EXPECT_EQ(model.joint(i).name, model.joint_names()[static_cast<std::size_t>(i)]);
    EXPECT_EQ(model.joint(model.joint(i).name).body, i);
    EXPECT_EQ(model.body(model.body_names()[static_cast<std::size_t>(i)]), i);
    EXPECT_EQ(model.frame(model.body_names()[static_cast<std::size_t>(i)]).body, i);
  }
}

TEST(BuilderOrder, JointSlicesFollowEachOtherWithoutGaps) {
  for (const Model& model : {every_joint(), zoo::humanoid(), zoo::random_tree({.n = 30, .joints = "RPHSLF"})}) {
    Index q = 0, v = 0;
    for (Index i = 0; i < model.nbody(); ++i) {
      const JointInfo joint = model.joint(i);
      EXPECT_EQ(joint.body, i);
      EXPECT_EQ(joint.q, q);
      EXPECT_EQ(joint.v, v);
      EXPECT_EQ(joint.nq, position_count(joint.kind));
      EXPECT_EQ(joint.nv, velocity_count(joint.kind));
      q += joint.nq;
      v += joint.nv;
    }
    EXPECT_EQ(model.nq(), q);
    EXPECT_EQ(model.nv(), v);
  }
}

TEST(BuilderData, LimitsAndArmaturesAreKeptAndInfiniteOrZeroWhereNoneWasGiven) {
  JointSpec joint = JointSpec::planar();
  joint.armature = {1, 2, 3};
  joint.lower = {-1, -inf, -3};
  joint.upper = {1, 2, inf};
  joint.velocity_limit = {4, 5, 6};
  joint.effort_limit = {7, inf, 9};
  const Model model = Builder()
                          .body(solid({.name = "free", .joint = JointSpec::free()}))
                          .body(solid({.name = "planar", .parent = "free", .joint = joint}))
                          .build();
  using Numbers = std::vector<double>;
  EXPECT_EQ(model.limits().lower, (Numbers{-inf, -inf, -inf, -inf, -inf, -inf, -inf, -1, -inf, -3}));
  EXPECT_EQ(model.limits().upper, (Numbers{inf, inf, inf, inf, inf, inf, inf, 1, 2, inf}));
  EXPECT_EQ(model.limits().velocity, (Numbers{inf, inf, inf, inf, inf, inf, 4, 5, 6}));
  EXPECT_EQ(model.limits().effort, (Numbers{inf, inf, inf, inf, inf, inf, 7, inf, 9}));
  EXPECT_EQ(model.mechanism().armatures, (Numbers{0, 0, 0, 0, 0, 0, 1, 2, 3}));
}

TEST(BuilderData, DampingAndFrictionAreKeptAndZeroWhereNoneWasGiven) {
  JointSpec joint = JointSpec::planar();
  joint.damping = {1, 2, 3};
  joint.friction = {4, 5, 6};
  const Model model = Builder()
                          .body(moving("first"))
                          .body(solid({.name = "planar", .parent = "first", .joint = joint}))
                          .body(moving("last", "planar"))
                          .build();
  EXPECT_EQ(model.passive().damping, (std::vector<double>{0, 1, 2, 3, 0}));
  EXPECT_EQ(model.passive().friction, (std::vector<double>{0, 4, 5, 6, 0}));
}

TEST(BuilderData, AxesOfAnyLengthBecomeUnitVectors) {
  const auto S = [](JointSpec joint) {
    return Builder().body(solid({.name = "b", .joint = std::move(joint)})).build().mechanism().joint(0).S;
  };
  EXPECT_TRUE(near(S(JointSpec::revolute({0, 30, 40})), Motion<double>{{0, 0.6, 0.8}, {}}, 2));
  EXPECT_TRUE(near(S(JointSpec::prismatic({0, 3e-9, -4e-9})), Motion<double>{{}, {0, 0.6, -0.8}}, 2));
  EXPECT_TRUE(near(S(JointSpec::helical({0, 3, 4}, 0.5)), Motion<double>{{0, 0.6, 0.8}, {0, 0.3, 0.4}}, 2));
}

TEST(BuilderData, RotationsThatWereRoundedAreMadeOrthonormal) {
  BodySpec body = moving("b");
  body.placement.E = turned(Quaternion<double>{0.1, 0.2, 0.3, 0.9});
  body.placement.E.x.x += 2e-7;
  const Mat3<double> E = Builder().body(body).build().mechanism().joint(0).X_tree.E;
  EXPECT_TRUE(near(E * transpose(E), Mat3<double>::identity(), 4));
  EXPECT_TRUE(near(E, body.placement.E, 4e-7 / epsilon<double>()));
}

TEST(BuilderData, GravityPointsDownByDefault) {
  EXPECT_TRUE(near(Builder().build().mechanism().gravity, Vec3<double>{0, 0, -9.81}, 0));
  EXPECT_TRUE(near(Builder().gravity({1, 2, 3}).build().mechanism().gravity, Vec3<double>{1, 2, 3}, 0));
}

TEST(BuilderData, ARobotMayHaveNoBodies) {
  const Model model = Builder("nothing").build();
  EXPECT_EQ(model.name(), "nothing");
  EXPECT_EQ(model.nbody(), 0);
  EXPECT_EQ(model.nq(), 0);
  EXPECT_EQ(model.total_mass(), 0);
}

TEST(BuilderData, UnknownNamesAreErrorsThatSayWhich) {
  const Model model = every_joint();
  const auto says = [](const auto& call, const char* kind) {
    try {
      call();
    } catch (const ValueError& error) {
      const std::string text = error.what();
      return text.find("'every joint'") != text.npos && text.find(concat(kind, " named 'x'")) != text.npos;
    }
    return false;
  };
  EXPECT_TRUE(says([&] { model.body("x"); }, "body"));
  EXPECT_TRUE(says([&] { model.joint("x"); }, "joint"));
  EXPECT_TRUE(says([&] { model.frame("x"); }, "frame"));
}

TEST(BuilderData, AFixedBodyIsAFrameAndNoBody) {
  const Model model = Builder().body(moving("arm")).body(solid({.name = "tool", .parent = "arm"})).build();
  EXPECT_EQ(model.nbody(), 1);
  EXPECT_THROW(model.body("tool"), ValueError);
  EXPECT_THROW(model.joint("tool"), ValueError);
  EXPECT_EQ(model.frame("tool").body, 0);
}

TEST(Builder, MayBeUsedAgain) {
  Builder builder;
  builder.body(moving("a"));
  const Model first = builder.build(), again = builder.build();
  builder.body(moving("b", "a"));
  const Model larger = builder.build();
  EXPECT_EQ(first.nbody(), 1);
  EXPECT_EQ(again.body_names(), first.body_names());
  EXPECT_EQ(larger.nbody(), 2);
  EXPECT_TRUE(near(larger.mechanism().inertia(0), first.mechanism().inertia(0), 0));
}

TEST(Builder, MayBeCorrectedAfterAnError) {
  Builder builder;
  builder.body(moving("b", "a"));
  EXPECT_THROW(builder.build(), ModelError);
  EXPECT_EQ(builder.body(moving("a")).build().body_names(), (Names{"a", "b"}));
}

TEST(Builder, CopiesOfAModelShareItsData) {
  const Model model = every_joint();
  const Model copy = model;  // NOLINT(performance-unnecessary-copy-initialization): the copy is what is tested
  EXPECT_EQ(&copy.mechanism(), &model.mechanism());
}

/// The peak memory of this process, in bytes.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

TEST(Builder, BuildsAChainOfAMillionBodiesInMemoryThatGrowsWithTheirNumber) {
  constexpr Index n = testing::unless_sanitized(1'000'000, 200'000);
  const double before = peak_memory();
  const Model model = zoo::chain(n);
  EXPECT_EQ(model.nbody(), n);
  EXPECT_EQ(model.mechanism().tree.depth(), n);
  EXPECT_EQ(model.body(concat("link", n)), n - 1);
  // description and model together; anything quadratic would be terabytes. A sanitizer itself needs memory.
  if (!testing::sanitized) {
    EXPECT_LT((peak_memory() - before) / static_cast<double>(n), 4096);
  }
}

}  // namespace
}  // namespace treefix::test
