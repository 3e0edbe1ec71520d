// Laws of changed robots: gravity, payload, locked joints, attached robots, removed subtrees, the root.
#include <model/descriptions.hpp>
#include <support/messages.hpp>
#include <support/robot.hpp>

#include <cmath>
#include <set>

#include <treefix/dynamics.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::test {
namespace {

using Numbers = std::vector<double>;
using testing::message_of;

std::vector<Model> robots_to_change() {
  std::vector<Model> models = testing::many_models(30);
  for (std::uint64_t seed = 0; seed < 60; ++seed) models.push_back(RandomDescription(seed).model());
  return models;
}

/// The largest difference, relative to the largest number.
double difference_of(const Numbers& x, const Numbers& y) {
  double worst = 0, largest = 1;
  for (std::size_t k = 0; k < x.size(); ++k) {
    worst = std::max(worst, std::abs(x[k] - y[k]));
    largest = std::max(largest, std::abs(x[k]));
  }
  return x.size() == y.size() ? worst / largest : 1e300;
}

Numbers torques(const Model& model, const Numbers& q, const Numbers& v, const Numbers& a) {
  Numbers tau(static_cast<std::size_t>(model.nv()));
  Dynamics(model).inverse(q, v, a, tau);
  return tau;
}

bool near_poses(const Transform<double>& a, const Transform<double>& b) { return near(a, b, 1e5); }

/// Checks that all frames of `part` are where those of `whole` with the same name are.
void expect_same_poses(const Model& part, const Numbers& q_part, const Model& whole, const Numbers& q_whole,
                       const std::string& prefix = "") {
  Dynamics a(part), b(whole);
  a.kinematics(q_part);
  b.kinematics(q_whole);
  for (const std::string& name : part.frame_names())
    EXPECT_TRUE(near_poses(a.pose(part.frame(name)), b.pose(whole.frame(prefix + name)))) << name;
}

/// A state of a model, and the same state of the model with some joints locked.
struct LockedState {
  Model whole, locked;
  Numbers q, v, a, q_locked, v_locked, a_locked;

  LockedState(const Model& model, std::uint64_t seed)
      : whole(model), locked(model), q(random_configuration(model, seed)), v(random_velocity(model, seed + 1)),
        a(random_velocity(model, seed + 2)) {
    Random random(seed);
    std::vector<JointPosition> positions;
    std::set<Index> chosen;
    for (Index i = 0; i < model.nbody(); ++i) {
      const JointInfo joint = model.joint(i);
      if (joint.leader != root || random.below(2) == 0) continue;
      chosen.insert(i);
      positions.push_back({joint.name, Numbers(q.begin() + joint.q, q.begin() + joint.q + joint.nq)});
      std::fill_n(v.begin() + joint.v, joint.nv, 0.0);
      std::fill_n(a.begin() + joint.v, joint.nv, 0.0);
    }
    locked = model.locked(positions);
    q_locked = kept(q, false);
    v_locked = kept(v, true);
    a_locked = kept(a, true);
  }
  /// The numbers of joints that the locked model still has.
  Numbers kept(const Numbers& x, bool rate) const {
    Numbers out;
    for (Index i = 0; i < locked.nbody(); ++i) {
      const JointInfo joint = whole.joint(locked.joint(i).name);
      const Index first = rate ? joint.v : joint.q, count = rate ? joint.nv : joint.nq;
      out.insert(out.end(), x.begin() + first, x.begin() + first + count);
    }
    return out;
  }
};

TEST(LockedJoints, GiveTheDynamicsWithTheirVelocityAndAccelerationAtZero) {
  std::uint64_t seed = 0;
  for (const Model& model : robots_to_change()) {
    const LockedState s(model, ++seed);
    ASSERT_EQ(ssize(s.v_locked), s.locked.nv());
    const Numbers all = torques(s.whole, s.q, s.v, s.a);
    EXPECT_LE(difference_of(s.kept(all, true), torques(s.locked, s.q_locked, s.v_locked, s.a_locked)), 1e-10)
        << model.name() << " " << seed;
    expect_same_poses(s.locked, s.q_locked, s.whole, s.q);
  }
}

TEST(LockedJoints, KeepNamesOrderLimitsAndArmatureOfTheOthers) {
  std::uint64_t seed = 0;
  for (const Model& model : robots_to_change()) {
    const LockedState s(model, ++seed);
    EXPECT_EQ(s.locked.frame_names(), model.frame_names());
    const std::pair<const Numbers&, const Numbers&> rates[] = {{model.limits().velocity, s.locked.limits().velocity},
                                                               {model.limits().effort, s.locked.limits().effort},
                                                               {model.passive().damping, s.locked.passive().damping},
                                                               {model.passive().friction, s.locked.passive().friction}};
    for (const auto& [before, after] : rates) EXPECT_EQ(s.kept(before, true), after);
    EXPECT_EQ(s.kept(model.limits().lower, false), s.locked.limits().lower);
    EXPECT_EQ(s.kept(model.limits().upper, false), s.locked.limits().upper);
    for (Index i = 0; i < s.locked.nbody(); ++i) {
      const BodySpec before = model.body_spec(s.locked.body_names()[static_cast<std::size_t>(i)]),
                     after = s.locked.body_spec(before.name);
      EXPECT_EQ(before.joint.armature, after.joint.armature);
      EXPECT_EQ(before.joint.mimic.joint, after.joint.mimic.joint);
      EXPECT_EQ(before.mass, after.mass);
    }
  }
}

TEST(LockedJoints, MayBeLockedOneByOneOrTogether) {
  const Model arm = zoo::arm();
  const Numbers q = random_configuration(arm, 3);
  const Model together = arm.locked({{"joint2", {q[1]}}, {"joint5", {q[4]}}});
  EXPECT_EQ(arm.locked({{"joint2", {q[1]}}}).locked({{"joint5", {q[4]}}}), together);
  EXPECT_EQ(arm.locked({}), arm);
}

TEST(LockedJoints, AreRefusedWithTheJointAndWhatWasExpected) {
  const Model arm = zoo::arm(), humanoid = zoo::humanoid();
  const auto message = [](const Model& model, std::vector<JointPosition> positions) {
    return message_of<ValueError>([&] { model.locked(positions); });
  };
  EXPECT_EQ(message(arm, {{"joint2", {}}}), "position of joint 'joint2' has 0 numbers, expected 1");
  EXPECT_EQ(message(arm, {{"joint2", {1, 2}}}), "position of joint 'joint2' has 2 numbers, expected 1");
  EXPECT_EQ(message(arm, {{"joint2", {std::nan("")}}}), "position of joint 'joint2' is nan, expected a finite number");
  EXPECT_EQ(message(arm, {{"jont2", {1}}}), "model 'arm' has no joint named 'jont2' (did you mean 'joint2'?)");
  EXPECT_EQ(message(arm, {{"joint2", {1}}, {"joint2", {2}}}), "joint 'joint2' has two positions, expected one");
  const std::string ball = humanoid.joint(1).name;
  ASSERT_EQ(humanoid.joint(1).kind, JointKind::spherical);
  EXPECT_EQ(message(humanoid, {{ball, {0, 0, 0, 2}}}),
            concat("position of joint '", ball, "' has a quaternion of length 2, expected 1"));
  Builder gears;
  gears.body(moving("big")).body(following("small", "big", 3));
  EXPECT_EQ(message(gears.build(), {{"small", {1}}}),
            "joint 'small' mimics joint 'big'; lock that joint, and both are fixed");
}

TEST(Payload, IsABodyFixedToTheOther) {
  std::uint64_t seed = 0;
  for (const Model& model : robots_to_change()) {
    Draw<double> draw(++seed);
    const BodySpec load = box({.name = "load"}, 1.5, draw.vec3(), {0.2, 0.3, 0.1});
    Random random(seed);
    const std::string body = model.frame_names()[static_cast<std::size_t>(random.below(model.link_count()))];
    const Model with = model.with_payload(body, load.mass, load.com, load.inertia);
    BodySpec fixed = load;
    fixed.parent = body;
    const Model described = model.to_builder().body(fixed).build();
    const Numbers q = random_configuration(model, seed), v = random_velocity(model, seed + 1),
                  a = random_velocity(model, seed + 2);
    EXPECT_LE(difference_of(torques(described, q, v, a), torques(with, q, v, a)), 1e-11) << model.name();
    EXPECT_EQ(with.frame_names(), model.frame_names());
  }
}

TEST(Payload, IsRefusedIfNoBodyCanHaveIt) {
  const Model arm = zoo::arm();
  EXPECT_EQ(message_of<ModelError>([&] { arm.with_payload("link7", -1); }),
            "model 'payload' cannot be built, 1 problem:\n  body 'payload': mass is -1, expected zero or more");
  EXPECT_EQ(message_of<ValueError>([&] { arm.with_payload("link77", 1); }),
            "model 'arm' has no body named 'link77' (did you mean 'link7'?)");
}

TEST(Gravity, ChangesOnlyTheTorquesOfGravity) {
  for (const Model& model : robots_to_change()) {
    const Vec3<double> g = model.mechanism().gravity;
    const Model none = model.with_gravity({}), twice = model.with_gravity(2.0 * g);
    const Numbers q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
    const Numbers tau = torques(model, q, v, a), without = torques(none, q, v, a), more = torques(twice, q, v, a);
    Numbers sum(tau);
    for (std::size_t k = 0; k < tau.size(); ++k) sum[k] = 2 * tau[k] - without[k];
    EXPECT_LE(difference_of(more, sum), 1e-11);
    EXPECT_EQ(twice.with_gravity(g), model);
  }
  EXPECT_EQ(message_of<ModelError>([&] { zoo::arm().with_gravity({0, 0, INFINITY}); }),
            "model 'arm' cannot be built, 1 problem:\n  gravity is not finite");
}

/// A random body whose parent has mass, so that the rest can be built without it.
std::string removable_body(const Model& model, Random& random) {
  for (;;) {
    const BodySpec body = model.body_spec(random.below(model.link_count()));
    if (body.parent.empty() || model.body_spec(body.parent).mass > 0) return body.name;
  }
}

/// A model taken apart at a body: the rest, and the subtree as a robot of its own.
struct Cut {
  Model rest, branch;
  std::string parent;
  bool by_frame;

  Cut(const Model& model, const std::string& body)
      : rest(model.without_subtree(body)), branch(model), parent(model.body_spec(body).parent), by_frame(false) {
    Builder builder("branch");
    builder.tolerant(model.is_tolerant());
    std::set<std::string> inside{body};
    for (bool grows = true; grows;) {
      grows = false;
      for (Index k = 0; k < model.link_count(); ++k) {
        const BodySpec spec = model.body_spec(k);
        if (inside.contains(spec.parent) && inside.insert(spec.name).second) grows = true;
      }
    }
    for (Index k = 0; k < model.link_count(); ++k) {
      BodySpec spec = model.body_spec(k);
      if (!inside.contains(spec.name)) continue;
      if (spec.name == body) spec.parent.clear();
      builder.body(std::move(spec));
    }
    for (Index k = model.link_count(); k < ssize(model.frame_names()); ++k)
      if (FrameSpec frame = model.frame_spec(k); inside.contains(frame.body))
        builder.frame(frame.name, frame.body, frame.placement);
    branch = builder.build();
  }
};

TEST(AttachedRobots, UndoRemovingASubtree) {
  std::uint64_t seed = 0;
  int tried = 0;
  for (const Model& model : robots_to_change()) {
    if (model.has_mimic()) continue;  // leaders may be on the other side
    Random random(++seed);
    const Cut cut(model, removable_body(model, random));
    if (cut.rest.link_count() == 0) continue;
    ++tried;
    const Model whole = cut.rest.attached(cut.branch, cut.parent, "x ");
    ASSERT_EQ(whole.nv(), model.nv());
    // the same state, in the order of the joints of the new model
    const Numbers q = random_configuration(model, seed), v = random_velocity(model, seed + 1),
                  a = random_velocity(model, seed + 2), tau = torques(model, q, v, a);
    Numbers q_new, v_new, a_new, tau_new;
    for (Index i = 0; i < whole.nbody(); ++i) {
      const std::string& name = whole.joint_names()[static_cast<std::size_t>(i)];
      const JointInfo joint = model.joint(name.starts_with("x ") ? name.substr(2) : name);
      const auto copy = [](const Numbers& from, Index first, Index count, Numbers& to) {
        to.insert(to.end(), from.begin() + first, from.begin() + first + count);
      };
      copy(q, joint.q, joint.nq, q_new);
      copy(v, joint.v, joint.nv, v_new);
      copy(a, joint.v, joint.nv, a_new);
      copy(tau, joint.v, joint.nv, tau_new);
    }
    EXPECT_LE(difference_of(tau_new, torques(whole, q_new, v_new, a_new)), 1e-11) << model.name();
    EXPECT_EQ(whole.frame_names().size(), model.frame_names().size());
  }
  EXPECT_GT(tried, 30);
}

TEST(AttachedRobots, AreAtTheFrame) {
  std::uint64_t seed = 0;
  for (const Model& model : robots_to_change()) {
    Random random(++seed);
    const Model tool = RandomDescription(seed, 4).model();
    const auto k = static_cast<std::size_t>(random.below(ssize(model.frame_names())));
    const std::string frame = model.frame_names()[k];
    const Model whole = model.attached(tool, frame, "tool/");
    EXPECT_EQ(whole.link_count(), model.link_count() + tool.link_count());
    const Numbers q = random_configuration(whole, seed);
    Dynamics d(whole), alone(tool);
    d.kinematics(q);
    Numbers q_tool;
    for (Index i = 0; i < tool.nbody(); ++i) {
      const JointInfo joint = whole.joint("tool/" + tool.joint_names()[static_cast<std::size_t>(i)]);
      if (joint.leader == root) q_tool.insert(q_tool.end(), q.begin() + joint.q, q.begin() + joint.q + joint.nq);
    }
    alone.kinematics(q_tool);
    for (const std::string& name : tool.frame_names())
      EXPECT_TRUE(
          near_poses(alone.pose(tool.frame(name)) * d.pose(whole.frame(frame)), d.pose(whole.frame("tool/" + name))))
          << name;
  }
}

TEST(AttachedRobots, NeedOtherNames) {
  const Model arm = zoo::arm();
  EXPECT_TRUE(
      message_of<ModelError>([&] { arm.attached(arm, "link7", ""); }).starts_with("model 'arm' cannot be built"));
  EXPECT_EQ(arm.attached(arm, "link7", "second ").nv(), 14);
  EXPECT_EQ(message_of<ValueError>([&] { arm.attached(arm, "lnk7", "second "); }),
            "model 'arm' has no body named 'lnk7' (did you mean 'link7'?)");
}

TEST(RemovedSubtrees, LeaveTheRestAsItWas) {
  std::uint64_t seed = 0;
  for (const Model& model : robots_to_change()) {
    if (model.has_mimic()) continue;
    Random random(++seed);
    const std::string body = removable_body(model, random);
    const Model rest = model.without_subtree(body);
    const Numbers q = random_configuration(model, seed);
    Numbers q_rest;
    for (Index i = 0; i < rest.nbody(); ++i) {
      const JointInfo joint = model.joint(rest.joint(i).name);
      q_rest.insert(q_rest.end(), q.begin() + joint.q, q.begin() + joint.q + joint.nq);
    }
    expect_same_poses(rest, q_rest, model, q);
    for (const std::string& name : rest.frame_names()) EXPECT_NE(name, body);
  }
}

TEST(RemovedSubtrees, DoNotTakeTheLeaderOfAMimicJointAway) {
  Builder gears;
  gears.body(moving("big")).body(moving("other")).body(following("small", "big", 3));
  const Model model = gears.build();
  EXPECT_EQ(model.without_subtree("small").nv(), 2);
  EXPECT_TRUE(message_of<ModelError>([&] { model.without_subtree("big"); }).find("it mimics 'big'") !=
              std::string::npos);
}

TEST(Root, MayBeFreeOrFixed) {
  const Model quadruped = zoo::quadruped(), fixed = quadruped.with_root(RootJoint::fixed);
  EXPECT_EQ(fixed.nv(), quadruped.nv() - 6);
  EXPECT_EQ(quadruped.with_root(RootJoint::free), quadruped);
  EXPECT_EQ(fixed.with_root(RootJoint::fixed), fixed);
  const Model again = fixed.with_root(RootJoint::free);
  EXPECT_EQ(again.joint(0).name, "root_joint");
  const Numbers q = random_configuration(quadruped, 1), v = random_velocity(quadruped, 2),
                a = random_velocity(quadruped, 3);
  EXPECT_EQ(torques(again, q, v, a), torques(quadruped, q, v, a));
  // fixed: the same dynamics with the root at rest at the origin
  Numbers q0 = q, v0 = v, a0 = a;
  std::fill_n(q0.begin(), 6, 0.0);
  q0[6] = 1;
  std::fill_n(v0.begin(), 6, 0.0);
  std::fill_n(a0.begin(), 6, 0.0);
  const auto tail = [](const Numbers& x, Index from) { return Numbers(x.begin() + from, x.end()); };
  EXPECT_LE(
      difference_of(tail(torques(quadruped, q0, v0, a0), 6), torques(fixed, tail(q0, 7), tail(v0, 6), tail(a0, 6))),
      1e-13);
}

TEST(Root, IsRefusedIfItIsNotOneBodyThatIsFixedOrFree) {
  EXPECT_EQ(message_of<ValueError>([] { zoo::arm().with_root(RootJoint::free); }),
            "body 'link1' is attached to the root by a revolute joint, expected a fixed or a free one; use attached() "
            "to put the robot on a free body");
  EXPECT_EQ(message_of<ValueError>([] { zoo::star(3).with_root(RootJoint::fixed); }),
            "model 'star' has 3 bodies on the root, expected one; use attached() to put it on a body");
}

}  // namespace
}  // namespace treefix::test
