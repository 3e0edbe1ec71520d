// load_string reads the text of to_urdf back to the same robot.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <spatial/values.hpp>
#include <support/robot.hpp>
#include <support/scalars.hpp>

#include <treefix/base/text.hpp>
#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
#include <treefix/model/shapes.hpp>

namespace treefix::test {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

Model read_back(const Model& model) {
  return load_string(to_urdf(model), {.mimic = true, .strict = true}, model.name() + ".urdf");
}

BodySpec solid(std::string name, std::string parent, JointSpec joint) {
  return box({.name = std::move(name), .parent = std::move(parent), .joint = std::move(joint)}, 2, {0.1, 0.2, 0.3},
             {0.3, 0.2, 0.1});
}

bool can_be_written(const Model& model) {
  const auto& joints = model.mechanism().joints;
  return std::none_of(joints.begin(), joints.end(), [](const Joint<double>& joint) {
    return joint.kind == JointKind::spherical || joint.kind == JointKind::helical;
  });
}

std::vector<Model> writable_models() {
  std::vector<Model> models;
  for (Model& model : zoo::all())
    if (can_be_written(model)) models.push_back(std::move(model));
  const char *joints[] = {"R", "RP", "RPL", "RPLF"}, *roots[] = {"", "F", "L"};
  for (int i = 0; i < 40; ++i)
    models.push_back(zoo::random_tree({.n = 1 + i % 20,
                                       .seed = static_cast<std::uint64_t>(i),
                                       .joints = joints[i % 4],
                                       .root = roots[i % 3],
                                       .branching = i % 5 == 0 ? 0.0 : 1 + i % 3,
                                       .armature = i % 2 == 0 ? 0.0 : 0.3}));
  return models;
}

/// The forces that cancel at each joint in inverse dynamics, the scale of its rounding errors.
std::vector<double> torque_scale(const Model& model) {
  testing::Robot<double> robot(model, 1);
  return robot.scale(robot.a);
}

void expect_same_joints(const Model& model, const Model& back) {
  ASSERT_EQ(back.joint_names(), model.joint_names());
  EXPECT_EQ(back.nq(), model.nq());
  EXPECT_EQ(back.nv(), model.nv());
  EXPECT_EQ(back.limits().lower, model.limits().lower);
  EXPECT_EQ(back.limits().upper, model.limits().upper);
  EXPECT_EQ(back.limits().velocity, model.limits().velocity);
  EXPECT_EQ(back.limits().effort, model.limits().effort);
  EXPECT_EQ(back.passive().damping, model.passive().damping);
  EXPECT_EQ(back.passive().friction, model.passive().friction);
  EXPECT_EQ(back.mechanism().armatures, model.mechanism().armatures);
  for (Index i = 0; i < model.nbody(); ++i) {
    const JointInfo a = model.joint(i), b = back.joint(i);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.leader, b.leader);
    EXPECT_EQ(a.ratio, b.ratio);
    EXPECT_EQ(a.offset, b.offset);
    EXPECT_EQ(model.mechanism().parent(i), back.mechanism().parent(i));
  }
}

void expect_same_frames(const Model& model, const Model& back) {
  for (const std::string& name : model.frame_names()) {
    const Frame a = model.frame(name), b = back.frame(name);
    EXPECT_EQ(a.body, b.body) << name;
    EXPECT_TRUE(near(a.X_FB, b.X_FB, 16)) << name;
  }
}

void expect_same_dynamics(const Model& model, const Model& back) {
  const std::vector<double> q = random_configuration(model, 1), v = random_velocity(model, 2),
                            a = random_velocity(model, 3);
  const auto n = static_cast<std::size_t>(model.nv());
  Dynamics one(model), two(back);
  std::vector<double> H(n * n), H_back(n * n), tau(n), tau_back(n), a_back(n), tau_again(n);
  one.mass_matrix(q, H), two.mass_matrix(q, H_back);
  one.inverse(q, v, a, tau), two.inverse(q, v, a, tau_back);
  two.forward(q, v, tau, a_back);
  one.inverse(q, v, a_back, tau_again);  // forward dynamics is compared by its residual
  const double depth = 1 + static_cast<double>(model.mechanism().tree.depth());
  const auto relative = [](const std::vector<double>& x, const std::vector<double>& y, double scale) {
    double worst = 0;
    for (std::size_t k = 0; k < x.size(); ++k) worst = std::max(worst, std::abs(x[k] - y[k]) / scale);
    return worst / epsilon<double>();
  };
  const auto largest = [](const std::vector<double>& x) {
    return std::abs(
        *std::max_element(x.begin(), x.end(), [](double s, double t) { return std::abs(s) < std::abs(t); }));
  };
  EXPECT_LE(relative(H, H_back, largest(H)), 16 * depth);
  const double scale = model.mimic().empty() ? largest(torque_scale(model)) : largest(tau);
  EXPECT_LE(relative(tau, tau_back, scale), 16 * depth);
  EXPECT_LE(relative(tau, tau_again, scale), 64 * depth);
}

std::string refusal(const Model& model) {
  try {
    to_urdf(model);
  } catch (const ValueError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(UrdfWriter, WritesARobotThatLoadsBackTheSame) {
  const std::vector<Model> models = writable_models();
  EXPECT_GE(models.size(), 46U);  // all of the zoo but humanoid and the random tree with every joint
  for (const Model& model : models) {
    SCOPED_TRACE(testing::describe(model));
    const Model back = read_back(model);
    EXPECT_EQ(back.name(), model.name());
    EXPECT_EQ(back.body_names(), model.body_names());
    EXPECT_TRUE(back.warnings().empty());
    expect_same_joints(model, back);
    expect_same_frames(model, back);
    expect_same_dynamics(model, back);
  }
}

TEST(UrdfWriter, KeepsEveryKindOfLimit) {
  Builder builder;
  int k = 0;
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic})
    for (const double lower : {-inf, -1.25})
      for (const double upper : {inf, 0.1})
        for (const double velocity : {inf, 3.0})
          for (const double effort : {inf, 0.0})
            builder.body(solid(concat("body", ++k), "",
                               {.kind = kind,
                                .lower = {lower},
                                .upper = {upper},
                                .velocity_limit = {velocity},
                                .effort_limit = {effort}}));
  const Model model = builder.build();
  expect_same_joints(model, read_back(model));
  const std::string text = to_urdf(model);
  EXPECT_NE(text.find("type=\"continuous\""), std::string::npos);
  EXPECT_NE(text.find("upper=\"1.7976931348623157e+308\""), std::string::npos);
}

TEST(UrdfWriter, KeepsDampingFrictionAndArmature) {
  const Model model =
      Builder()
          .body(solid("one", "", {.kind = JointKind::revolute, .armature = {0.1}, .damping = {0.3}, .friction = {2}}))
          .body(solid("two", "one", {.kind = JointKind::planar, .armature = {1, 2, 3}, .damping = {0.5, 0.5, 0.5}}))
          .body(solid("three", "two", {.kind = JointKind::free, .armature = {1, 2, 3, 4, 5, 6}}))
          .build();
  const Model back = read_back(model);
  expect_same_joints(model, back);
  expect_same_dynamics(model, back);
}

TEST(UrdfWriter, KeepsMimicJoints) {
  JointSpec follower = JointSpec::revolute({0, 1, 0}), second = JointSpec::prismatic({1, 2, 0});
  follower.mimic = {"one", -0.5, 0.25};
  second.mimic = {"two", 2, 0.125};
  const Model model = Builder()
                          .body(solid("one", "", JointSpec::revolute({0, 0, 1})))
                          .body(solid("two", "one", follower))
                          .body(solid("three", "two", second))
                          .build();
  const Model back = read_back(model);
  expect_same_joints(model, back);
  expect_same_dynamics(model, back);
  EXPECT_EQ(back.nv(), 1);
}

TEST(UrdfWriter, WritesFramesAsLinksOnFixedJoints) {
  Draw<double> draw(3);
  const Model model = Builder("frames")
                          .body(solid("one", "", JointSpec::revolute({0, 0, 1}, "tool_fixed")))
                          .body(solid("arm", "one", JointSpec::fixed()))
                          .body(solid("base", "", JointSpec::fixed()))
                          .frame("tool", "one", draw.transform())
                          .frame("table", "", draw.transform())
                          .frame("root", "one", draw.transform())
                          .build();
  const Model back = read_back(model);
  expect_same_frames(model, back);
  expect_same_dynamics(model, back);
  EXPECT_EQ(back.frame_names().size(), model.frame_names().size());  // base is the root link
  EXPECT_EQ(back.joint_names(), std::vector<std::string>{"tool_fixed"});
  const std::string text = to_urdf(model);
  for (const char* fixed : {"arm_fixed", "tool_fixed_2", "table_fixed", "root_fixed"})
    EXPECT_NE(text.find(concat("<joint name=\"", fixed, "\" type=\"fixed\">")), std::string::npos) << fixed;
}

TEST(UrdfWriter, GivesTheRootLinkANameThatNoOtherLinkHas) {
  const Model model = Builder().body(solid("root", "", JointSpec::free("base"))).build();
  const Model back = read_back(model);
  EXPECT_EQ(back.body_names(), std::vector<std::string>{"root"});
  EXPECT_EQ(back.frame("root_2").body, root);
  // a second conversion needs no other name
  EXPECT_EQ(read_back(back).frame_names().size(), back.frame_names().size());
}

TEST(UrdfWriter, WritesABodyThatIsNotAtItsJointAsTwoLinks) {
  Draw<double> draw(4);
  BodySpec one = solid("one", "", JointSpec::revolute({0, 0, 1})), two = solid("two", "one", JointSpec::free());
  one.offset = draw.transform(), two.offset = draw.transform(), two.placement = draw.transform();
  const Model model = Builder().body(one).body(two).frame("tool", "two", draw.transform()).build();
  const Model back = read_back(model);
  EXPECT_EQ(back.body_names(), (std::vector<std::string>{"one/joint", "two/joint"}));
  expect_same_joints(model, back);
  expect_same_frames(model, back);
  expect_same_dynamics(model, back);
}

TEST(UrdfWriter, KeepsRotationsToTheLastDigits) {
  std::vector<Mat3<double>> rotations;
  Draw<double> draw(5);
  const double right = std::numbers::pi / 2;
  for (int i = 0; i < 200; ++i) rotations.push_back(draw.transform().E);
  for (const double pitch : {right, -right})
    for (const double off : {0.0, 1e-16, 1e-12, 1e-9, -1e-8, 1e-6, -1e-3})
      for (const double roll : {0.0, 0.3, -3.1, right})
        for (const double yaw : {0.0, -1.2, 2 * right})
          rotations.push_back(turned_rpy(Vec3<double>{roll, pitch + off, yaw}));
  rotations.push_back({{0, 0, -1}, {0, 1, 0}, {1, 0, 0}});  // exactly
  rotations.push_back({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
  Builder builder;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    BodySpec body = solid(concat("body", i), "", JointSpec::revolute({0, 0, 1}));
    body.placement = placed({1, 2, 3}, rotations[i]);
    builder.body(body);
  }
  const Model model = builder.build(), back = read_back(model);
  for (Index i = 0; i < model.nbody(); ++i)
    EXPECT_TRUE(near(model.mechanism().joint(i).X_tree.E, back.mechanism().joint(i).X_tree.E, 4)) << i;
}

TEST(UrdfWriter, KeepsInertiaThatIsSmallBesideItsDistance) {
  Builder builder;
  builder.tolerant();
  const Sym3<double> shapes[] = {{},
                                 Sym3<double>::diagonal(1e-9, 1e-3, 1e-3),
                                 Sym3<double>::diagonal(1, 2, 3),
                                 Sym3<double>::diagonal(0, 1e-12, 1e-12)};
  int k = 0;
  for (const Sym3<double>& inertia : shapes)
    for (const double distance : {0.1, 1.0, 37.3, 1e4})
      builder.body({.name = concat("body", ++k),
                    .joint = JointSpec::revolute({0, 0, 1}),
                    .mass = 0.7,
                    .com = {distance, 0.3 * distance, -0.7 * distance},
                    .inertia = inertia});
  const Model model = builder.build(), back = load_string(to_urdf(model));  // with warnings, as before
  for (Index i = 0; i < model.nbody(); ++i) {
    const Inertia<double>&a = model.mechanism().inertia(i), &b = back.mechanism().inertia(i);
    EXPECT_LE(std::abs(a.I.zz - b.I.zz), 32 * epsilon<double>() * trace(a.I));
    EXPECT_TRUE(near((1 / a.m) * a.h, (1 / b.m) * b.h, 4));
  }
}

TEST(UrdfWriter, WritesInertiaWithoutMass) {
  BodySpec rotor{.name = "rotor", .joint = JointSpec::revolute({0, 0, 1}), .inertia = Sym3<double>::diagonal(1, 2, 3)};
  const Model model =
      Builder().tolerant().body(rotor).body(solid("two", "rotor", JointSpec::revolute({1, 0, 0}))).build();
  expect_same_dynamics(model, load_string(to_urdf(model)));
}

TEST(UrdfWriter, LeavesNothingOutOfARobotWithoutBodies) {
  const Model back = read_back(Builder("empty").frame("table", "", placed(Vec3<double>{1, 2, 3})).build());
  EXPECT_EQ(back.nbody(), 0);
  EXPECT_EQ(back.frame("table").body, root);
}

TEST(UrdfWriter, EscapesNames) {
  const std::string names[] = {"a<b>&\"c'd", " two words ", "tab\tline\nreturn\r", "Gelenk äöü 関節", "&lt;",
                               "]]>",        "-->"};
  Builder builder("<robot> & \"co\"");
  for (const std::string& name : names)
    builder.body(solid(name, "", JointSpec::revolute({0, 0, 1}, concat("joint ", name))));
  const Model model = builder.build(), back = read_back(model);
  EXPECT_EQ(back.name(), model.name());
  EXPECT_EQ(back.body_names(), model.body_names());
  EXPECT_EQ(back.joint_names(), model.joint_names());
}

TEST(UrdfWriter, NamesWhatUrdfCannotExpress) {
  JointSpec limited = JointSpec::planar("table"), unequal = JointSpec::free("rubber");
  limited.velocity_limit = {1, 2, 3};
  unequal.damping = {1, 1, 1, 1, 1, 2};
  const Model model = Builder("hand")
                          .gravity({0, 0, -1.62})
                          .body(solid("one", "", JointSpec::spherical("wrist")))
                          .body(solid("two", "one", JointSpec::helical({1, 0, 0}, 0.1, "screw")))
                          .body(solid("three", "two", limited))
                          .body(solid("four", "three", unequal))
                          .body(solid("bell\a", "four", JointSpec::revolute({1, 0, 0}, "latin\xe4")))
                          .build();
  EXPECT_EQ(refusal(model),
            "model 'hand' cannot be written as URDF for 7 reasons:\n"
            "  gravity is (0, 0, -1.62), which URDF cannot express; it is read as (0, 0, -9.81)\n"
            "  joint 'wrist': URDF has no spherical joints\n"
            "  joint 'screw': URDF has no helical joints\n"
            "  joint 'table': it is planar, and URDF does not support limits for such joints\n"
            "  joint 'rubber': its coordinates have different damping, and URDF has one value per joint\n"
            "  joint 'latin\\xe4': the name contains characters that XML cannot represent\n"
            "  frame 'bell\\x07': the name contains characters that XML cannot represent");
  EXPECT_EQ(refusal(Builder("one").body(solid("a", "", JointSpec::spherical("ball"))).build()),
            "model 'one' cannot be written as URDF: joint 'ball': URDF has no spherical joints");
}

}  // namespace treefix::test
