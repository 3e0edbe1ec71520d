// Laws of treefix/kernels/joints.hpp.
#include <treefix/kernels/joints.hpp>

#include <vector>

#include "support/placements.hpp"
#include "support/robot.hpp"

namespace treefix::test {
namespace {

using treefix::testing::describe, treefix::testing::many_models, treefix::testing::Robot;

// --- sines and cosines -------------------------------------------------------------------------------------

template <class T>
class KernelTurning : public SpatialTest<T> {};
TYPED_TEST_SUITE(KernelTurning, Scalars, ScalarNames);

/// Counts around the size of a block.
constexpr Index angle_counts[] = {0, 1, 2, 63, 64, 65, 130};

TYPED_TEST(KernelTurning, ManyAnglesAtOnceGiveTheSineAndCosineOfEach) {
  using T = TypeParam;
  Draw<T> draw(1);
  for (const Index n : angle_counts)
    for (const bool with_far : {false, true}) {
      std::vector<T> angles;
      for (Index k = 0; k < n; ++k) angles.push_back(draw.scalar(-100, 100));
      // in one lane of one angle only
      if (with_far && n > 0) Lane<T>::set(at(angles, n / 2), 0, Element<T>(12345678));
      std::vector<Turn<T>> turns(angles.size());
      turn_all(n, [&](Index k) { return at(angles, k); }, turns.data());
      for (Index k = 0; k < n; ++k) {
        const auto [sine, cosine] = sine_cosine(at(angles, k));
        EXPECT_TRUE(near(at(turns, k).c, cosine, 2)) << k << " of " << n;
        EXPECT_TRUE(near(at(turns, k).s, sine, 2)) << k << " of " << n;
      }
    }
}

// --- the joints of a robot ---------------------------------------------------------------------------------

/// A force on body i, in coordinates of its parent's prepared frame.
Force<double> back_to_parent(const Prepared<double>& p, Index i, const LaneGroup<double>& g, Force<double> F) {
  const PreparedBody& body = at(p.bodies, i);
  const Axis<double>& axis = at(p.axes, i);
  if (body.kind == JointKind::revolute)
    F = back_over(axis, g.turns[i], axis.d, F);
  else if (has_axis(body.kind))
    F = back_over(axis, g.turns[i], g.places[body.general].d, F);
  else
    F = g.places[body.general].X.back(F);
  return at(p.mount_of, i) < 0 ? F : back_over(at(p.mounts, at(p.mount_of, i)), F);
}

/// Calls f for each body that is not a slider, with the change of coordinates from its parent's prepared frame.
template <class F>
void for_each_placed_body(const Prepared<double>& p, Robot<double>& robot, F f) {
  for (const Segment& s : p.segments)
    for (Index i = s.first; i < s.end; ++i) {
      const Index parent = robot.m.parent(i);
      const Transform<double>& before = parent == root ? p.root_frame : at(p.frames, parent);
      f(i, at(p.frames, i) * joint_transform<double>(robot.m.joint(i), robot.q) * inverse(before));
    }
}

/// Turns and places of a robot for its configuration.
struct PlacedJoints {
  const Prepared<double> p;
  std::vector<Turn<double>> turns;
  std::vector<Place<double>> places;
  LaneGroup<double> g;

  explicit PlacedJoints(const Robot<double>& robot)
      : p(prepare(robot.m)), turns(p.bodies.size()), places(p.general_bodies.size()) {
    g.q = robot.q.data();
    g.turns = turns.data();
    g.places = places.data();
    joint_sweep(p, g);
  }
};

TEST(KernelJoints, PutBodiesWhereTheJointsOfTheMechanismDo) {
  bool seen[std::size(joint_kinds)] = {};
  for (const Model& model : many_models(200)) {
    Robot<double> robot(model);
    const PlacedJoints joints(robot);
    for_each_placed_body(joints.p, robot, [&](Index i, const Transform<double>& X) {
      seen[static_cast<int>(robot.m.joint(i).kind)] = true;
      const Force<double> F = at(robot.forces, i);
      EXPECT_TRUE(near(back_to_parent(joints.p, i, joints.g, F), X.back(F), 400)) << describe(model) << ", body " << i;
    });
  }
  for (const JointKind kind : joint_kinds)
    EXPECT_EQ(seen[static_cast<int>(kind)], kind != JointKind::fixed) << to_string(kind);
}

TEST(KernelJoints, OneLaneFarFromZeroTurnsAndDoesNotChangeTheOthers) {
  using T = Lanes<double, 4>;
  for (const Model& model : many_models(60)) {
    const Prepared<double> p = prepare(model.mechanism());
    if (p.angles.empty()) continue;
    std::vector<T> q;
    for (Index k = 0; k < p.nq; ++k) q.push_back(T(0.1 * static_cast<double>(k) - 1));
    std::vector<Turn<T>> near_turns(p.bodies.size()), turns(p.bodies.size());
    std::vector<Place<T>> places(p.general_bodies.size());
    LaneGroup<T> g;
    g.q = q.data();
    g.places = places.data();
    g.turns = near_turns.data();
    joint_sweep(p, g);
    at(q, p.angles.back().q).set(2, 1e9);
    g.turns = turns.data();
    joint_sweep(p, g);
    for (const Angle<double>& angle : p.angles) {
      const Turn<T>&turn = at(turns, angle.body), &before = at(near_turns, angle.body);
      const auto [sine, cosine] = sine_cosine(at(q, angle.q)[2] + angle.offset);
      EXPECT_TRUE(near(turn.c[2], cosine, 2)) << describe(model);
      EXPECT_TRUE(near(turn.s[2], sine, 2)) << describe(model);
      for (const int lane : {0, 1, 3}) {
        EXPECT_EQ(turn.c[lane], before.c[lane]) << describe(model);
        EXPECT_EQ(turn.s[lane], before.s[lane]) << describe(model);
      }
    }
  }
}

// --- motions and forces of joints --------------------------------------------------------------------------

/// A joint of this kind in its prepared frame: an axis is z.
Joint<double> joint_in_its_frame(JointKind kind, double pitch) {
  const Vec3<double> z{0, 0, 1};
  Joint<double> joint{.kind = kind};
  if (kind == JointKind::prismatic) joint.S.v = z;
  if (kind == JointKind::helical) joint.S = {z, pitch * z};
  return joint;
}

TEST(KernelJoints, HaveTheMotionsAndTorquesOfTheirKind) {
  Draw<double> draw(2);
  for (const JointKind given : general_kinds())
    for (int again = 0; again < repetitions; ++again) {
      const GeneralBody<double> general{.pitch = draw.scalar()};
      const Joint<double> joint = joint_in_its_frame(given, general.pitch);
      double x[6], expected[6], t[6];
      for (double& number : x) number = draw.scalar();
      EXPECT_TRUE(near(general_motion(given, general, x), joint_motion<double>(joint, x), 0)) << to_string(given);
      const Force<double> F = draw.force();
      joint_torque(joint, F, expected);
      with_general(given, [&](auto kind) {
        EXPECT_EQ(kind(), given);
        constexpr int n = velocity_count(kind());
        for_each_constant<n>([&](auto k) { t[k] = along<kind(), k()>(general, F); });
        EXPECT_TRUE(near(std::vector<double>(t, t + n), std::vector<double>(expected, expected + n), 2));
      });
    }
}

// --- placements --------------------------------------------------------------------------------------------

template <class T>
class KernelPlacements : public TurnTest<T> {};
TYPED_TEST_SUITE(KernelPlacements, Scalars, ScalarNames);

TYPED_TEST(KernelPlacements, MoveForcesAndAccelerationsOverAnAxisAndAMount) {
  using T = TypeParam;
  this->for_each_placement([](Draw<T>& draw, const DrawnPlacement<T>& w, int right_angles) {
    const Force<T> F = draw.force();
    EXPECT_TRUE(near(back_over(w.axis, w.turn, w.axis.d, F), w.over_axis.back(F), 16));
    EXPECT_TRUE(near(back_over(w.mount, F), w.over_mount.back(F), 16));
    bool is_known = true;
    with_alpha(w.axis, [&](auto alpha) {
      using R = decltype(alpha);
      is_known = !std::is_same_v<R, AnyAlpha>;
      EXPECT_TRUE(near(back_over<R>(w.axis, w.turn, w.axis.d, F), w.over_axis.back(F), 16));
    });
    constexpr bool is_number = requires(T a) { a == a; };  // nothing is known about lanes
    EXPECT_EQ(is_known, is_number && right_angles >= 0 && right_angles != 2);  // opposite axes are rare
    with_turn(w.mount, [&](const auto& turn) {
      EXPECT_TRUE(near(back_over(w.mount, F, turn), w.over_mount.back(F), 16));
      EXPECT_EQ(!(requires { turn.c; }), is_number && right_angles >= 0);
    });
    const Motion<T> m = draw.motion();
    Motion<T> over = m, past = m;
    out_over(w.axis, w.turn, w.axis.d, over.w, over.v);
    out_over(w.mount, past.w, past.v);
    EXPECT_TRUE(near(over, w.over_axis * m, 16));
    EXPECT_TRUE(near(past, w.over_mount * m, 16));
  });
}

TEST(KernelPlacements, AParallelAxisIsATranslationOnlyIfItIsReachedAtTheSameHeight) {
  Draw<double> draw(3);
  for (int again = 0; again < repetitions; ++again)
    for (const double d : {0.0, 0.5, -1e-300}) {
      DrawnPlacement<double> w = draw_placement<double>(draw, 0);
      w.axis.d = d;
      EXPECT_EQ(is_parallel(w.axis), d == 0);
      const Force<double> F = draw.force(), expected = back_over(w.axis, w.turn, d, F);
      with_alpha(w.axis, [&](auto alpha) {
        EXPECT_TRUE(near(back_over<decltype(alpha)>(w.axis, w.turn, d, F), expected, 4)) << d;
      });
    }
}

}  // namespace
}  // namespace treefix::test
