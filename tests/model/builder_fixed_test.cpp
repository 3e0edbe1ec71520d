// How treefix/model/builder.hpp treats fixed joints, frames and composite joints.
#include <model/robots.hpp>

#include <treefix/dynamics.hpp>

namespace treefix::test {
namespace {

using Names = std::vector<std::string>;

/// Two boxes on one arm: the second welded on by a fixed joint, or both described as one body by hand.
struct Welded {
  Transform<double> placement = placed<double>({0.4, -0.1, 0.2}, turned(Quaternion<double>{0.3, -0.2, 0.5, 0.8}));
  BodySpec arm = moving("arm"),
           tool = box({.name = "tool", .parent = "arm", .placement = placement}, 0.7, {0.05, 0, -0.1}, {0.1, 0.4, 0.2});

  Model with_joint() const {
    return Builder().body(arm).body(tool).body(child("tool", placed<double>({1, 2, 3}))).build();
  }

  Model by_hand() const {
    // parallel axes about the common centre of mass, everything in the axes of the arm
    const Vec3<double> c = placement.point_back(tool.com);
    BodySpec both = arm;
    both.mass = arm.mass + tool.mass;
    both.com = (1 / both.mass) * (arm.mass * arm.com + tool.mass * c);
    const auto shifted = [&](double mass, const Vec3<double>& at) {
      const Vec3<double> d = at - both.com;
      return mass * (dot(d, d) * Sym3<double>::identity() - symmetric(outer(d, d)));
    };
    both.inertia =
        arm.inertia + shifted(arm.mass, arm.com) + rotate(transpose(placement.E), tool.inertia) + shifted(tool.mass, c);
    return Builder().body(both).body(child("arm", placed<double>({1, 2, 3}) * placement)).build();
  }

  static BodySpec child(const std::string& parent, const Transform<double>& at) {
    BodySpec body = moving("child", parent);
    body.placement = at;
    return body;
  }
};

TEST(FixedJoint, WeldsTwoBodiesIntoTheOneDescribedByHand) {
  const Welded welded;
  const Model with_joint = welded.with_joint(), by_hand = welded.by_hand();
  const Mechanism<double>& a = with_joint.mechanism();
  const Mechanism<double>& b = by_hand.mechanism();
  ASSERT_EQ(a.nbody(), 2);
  ASSERT_EQ(b.nbody(), 2);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_TRUE(near(a.inertia(i), b.inertia(i)));
    EXPECT_TRUE(near(a.joint(i).X_tree, b.joint(i).X_tree));
  }
  EXPECT_DOUBLE_EQ(with_joint.total_mass(), 4.7);
}

TEST(FixedJoint, LeavesTheDynamicsOfTheHandMergedBody) {
  const Welded welded;
  Dynamics a(welded.with_joint()), b(welded.by_hand());
  const std::vector<double> q{0.3, -1.2}, v{2, -1}, acceleration{-0.5, 3};
  std::vector<double> tau(2), expected(2);
  a.inverse(q, v, acceleration, tau);
  b.inverse(q, v, acceleration, expected);
  EXPECT_TRUE(near(tau, expected));
}

TEST(FixedJoint, ChainsOfFixedBodiesKeepTheirFrames) {
  Draw<double> draw(5);
  const Transform<double> X1 = draw.transform(), X2 = draw.transform(), X3 = draw.transform();
  const Model model = Builder()
                          .body(solid({.name = "third", .parent = "second", .placement = X3}))
                          .body(solid({.name = "second", .parent = "first", .placement = X2}))
                          .body(solid({.name = "first", .parent = "arm", .placement = X1}))
                          .body(moving("arm"))
                          .build();
  EXPECT_EQ(model.nbody(), 1);
  EXPECT_DOUBLE_EQ(model.total_mass(), 8);
  for (const char* name : {"arm", "first", "second", "third"}) EXPECT_EQ(model.frame(name).body, 0) << name;
  EXPECT_TRUE(near(model.frame("arm").X_FB, Transform<double>{}, 0));
  EXPECT_TRUE(near(model.frame("first").X_FB, X1, 8));
  EXPECT_TRUE(near(model.frame("second").X_FB, X2 * X1, 16));
  EXPECT_TRUE(near(model.frame("third").X_FB, X3 * X2 * X1, 16));
}

TEST(FixedJoint, ToTheRootIsPartOfTheWorld) {
  const Transform<double> X = placed<double>({1, 2, 3}, turned(Quaternion<double>{0.3, -0.2, 0.5, 0.8}));
  BodySpec arm = moving("arm", "table");
  arm.placement = placed<double>({0, 0, 1});
  const Model model =
      Builder().body(solid({.name = "table", .placement = X})).body(arm).frame("corner", "table", X).build();
  EXPECT_EQ(model.nbody(), 1);
  EXPECT_EQ(model.mechanism().parent(0), root);
  EXPECT_DOUBLE_EQ(model.total_mass(), 2);  // of moving bodies
  EXPECT_EQ(model.frame("table").body, root);
  EXPECT_TRUE(near(model.frame("table").X_FB, X, 8));
  EXPECT_EQ(model.frame("corner").body, root);
  EXPECT_TRUE(near(model.frame("corner").X_FB, X * X, 8));
  EXPECT_TRUE(near(model.mechanism().joint(0).X_tree, arm.placement * X, 8));
}

TEST(FixedJoint, MakesAMasslessLeafMoveAMass) {
  const Model model = Builder()
                          .body({.name = "flange", .joint = JointSpec::revolute({0, 0, 1})})
                          .body(solid({.name = "tool", .parent = "flange"}))
                          .build();
  EXPECT_DOUBLE_EQ(model.total_mass(), 2);
}

TEST(Frames, MoveWithTheirBodyFixedOrNot) {
  const Welded welded;
  Draw<double> draw(6);
  const Transform<double> X = draw.transform();
  const Model model = Builder()
                          .body(welded.arm)
                          .body(welded.tool)
                          .frame("on arm", "arm", X)
                          .frame("on tool", "tool", X)
                          .frame("on root", "", X)
                          .build();
  EXPECT_EQ(model.frame_names(), (Names{"arm", "tool", "on arm", "on tool", "on root"}));
  EXPECT_EQ(model.frame("on arm").body, 0);
  EXPECT_TRUE(near(model.frame("on arm").X_FB, X, 8));
  EXPECT_EQ(model.frame("on tool").body, 0);
  EXPECT_TRUE(near(model.frame("on tool").X_FB, X * welded.placement, 8));
  EXPECT_EQ(model.frame("on root").body, root);
  EXPECT_TRUE(near(model.frame("on root").X_FB, X, 8));
  for (Index i = 0; i < ssize(model.frame_names()); ++i) {
    const Frame by_name = model.frame(model.frame_names()[static_cast<std::size_t>(i)]);
    EXPECT_EQ(by_name.body, model.frame(i).body);
    EXPECT_TRUE(near(by_name.X_FB, model.frame(i).X_FB, 0));
  }
}

TEST(CompositeJoint, IsTheChainOfItsJointsWithMasslessBodiesBetween) {
  const Transform<double> X = placed<double>({1, 2, 3});
  const Model model = Builder()
                          .body(solid({.name = "foot", .placement = X}),
                                {JointSpec::revolute({0, 1, 0}), JointSpec::revolute({1, 0, 0}, "roll"),
                                 JointSpec::prismatic({0, 0, 1})})
                          .body(moving("toe", "foot"))
                          .build();
  EXPECT_EQ(model.body_names(), (Names{"foot/1", "foot/2", "foot", "toe"}));
  EXPECT_EQ(model.joint_names(), (Names{"foot/1", "roll", "foot", "toe"}));
  const Mechanism<double>& m = model.mechanism();
  for (Index i = 0; i < 4; ++i) EXPECT_EQ(m.parent(i), i - 1);
  EXPECT_TRUE(near(m.joint(0).X_tree, X, 0));
  EXPECT_TRUE(near(m.joint(1).X_tree, Transform<double>{}, 0));
  EXPECT_TRUE(near(m.joint(2).X_tree, Transform<double>{}, 0));
  EXPECT_EQ(m.joint(2).kind, JointKind::prismatic);
  EXPECT_EQ(m.inertia(0).m, 0);
  EXPECT_EQ(m.inertia(1).m, 0);
  EXPECT_EQ(m.inertia(2).m, 2);
}

TEST(CompositeJoint, OfOneOrNoJointIsThatJointOrNone) {
  const Model one = Builder().body(solid({.name = "b"}), {JointSpec::spherical()}).build();
  EXPECT_EQ(one.nbody(), 1);
  EXPECT_EQ(one.joint(0).kind, JointKind::spherical);
  const Model none = Builder().body(solid({.name = "b", .joint = JointSpec::free()}), {}).build();
  EXPECT_EQ(none.nbody(), 0);
  EXPECT_EQ(none.frame("b").body, root);
}

TEST(CompositeJoint, OfTwoSlidesAndATurnMovesAsAPlanarJoint) {
  // x and y in the parent, then the rotation: both put the body in the same place
  const Model chain =
      Builder()
          .body(solid({.name = "b", .placement = placed<double>({1, 2, 3})}),
                {JointSpec::prismatic({1, 0, 0}), JointSpec::prismatic({0, 1, 0}), JointSpec::revolute({0, 0, 1})})
          .build();
  const Model planar =
      Builder()
          .body(solid({.name = "b", .placement = placed<double>({1, 2, 3}), .joint = JointSpec::planar()}))
          .build();
  Dynamics a(chain), b(planar);
  const std::vector<double> q{0.3, -0.8, 2.1};
  a.kinematics(q);
  b.kinematics(q);
  EXPECT_TRUE(near(a.pose(chain.frame("b")), b.pose(planar.frame("b")), 8));
}

}  // namespace
}  // namespace treefix::test
