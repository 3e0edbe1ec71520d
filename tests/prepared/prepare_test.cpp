// What prepared.hpp promises about a prepared model.
#include <treefix/prepared/prepared.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "spatial/values.hpp"
#include "support/axes.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

std::vector<Index> children(const Tree& tree, Index parent) {
  std::vector<Index> list;
  for (Index i = 0; i < tree.size(); ++i)
    if (tree.parent(i) == parent) list.push_back(i);
  return list;
}

TEST(Prepare, BodiesFollowTheTree) {
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    ASSERT_EQ(p.nbody(), m.nbody());
    EXPECT_EQ(p.nq, m.nq);
    EXPECT_EQ(p.nv, m.nv);
    for (Index i = 0; i < m.nbody(); ++i) {
      const PreparedBody& step = at(p.bodies, i);
      EXPECT_EQ(step.kind, m.joint(i).kind);
      EXPECT_EQ(step.parent, m.parent(i));
      EXPECT_EQ(step.q, m.joint(i).q);
      EXPECT_EQ(step.v, m.joint(i).v);
      EXPECT_EQ(step.general >= 0, step.kind != JointKind::revolute);
      if (has_axis(step.kind)) continue;
      const Mat3<double>& E = at(p.general_bodies, step.general).X_tree.E;
      EXPECT_EQ(step.is_straight, test::components(E) == test::components(Mat3<double>::identity()));
    }
    EXPECT_EQ(p.armatures, m.armatures);
    EXPECT_EQ(p.has_armature, largest(m.armatures) > 0);
  }
}

bool is_slider(const Mechanism<double>& m, Index i) {
  return m.joint(i).kind == JointKind::prismatic && children(m.tree, i).empty() && m.parent(i) != root;
}

TEST(Prepare, SegmentsAreRunsOfRevoluteBodiesWithoutBranches) {
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    Index next = 0;
    const auto skip_sliders = [&] {
      while (next < m.nbody() && is_slider(m, next)) ++next;
    };
    for (const Segment& s : p.segments) {
      skip_sliders();
      EXPECT_EQ(s.first, next) << "segments are consecutive, and every other body is a slider";
      ASSERT_GT(s.end, s.first);
      EXPECT_EQ(s.run, s.first + (m.joint(s.first).kind == JointKind::revolute ? 0 : 1));
      for (Index i = s.first + 1; i < s.end; ++i) {
        EXPECT_EQ(m.joint(i).kind, JointKind::revolute);
        EXPECT_EQ(children(m.tree, i - 1), std::vector<Index>{i}) << describe(model);
      }
      for (Index i = s.run; i < s.end; ++i) {
        EXPECT_EQ(m.joint(i).q, s.q + i - s.run);
        EXPECT_EQ(m.joint(i).v, s.v + i - s.run);
        EXPECT_TRUE(i == s.run || at(p.mount_of, i) < 0) << "only a run as a whole has a mount";
      }
      EXPECT_EQ(s.mount, at(p.mount_of, s.first));
      EXPECT_EQ(s.run_mount, s.has_general() && s.run < s.end ? at(p.mount_of, s.run) : -1);
      next = s.end;
    }
    skip_sliders();
    EXPECT_EQ(next, m.nbody());
  }
}

TEST(Prepare, SlotsAreWhereSegmentsHangFrom) {
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    // the last body of the segment that has the slot
    std::vector<Index> owner(static_cast<std::size_t>(p.slots), root);
    for (const Segment& s : p.segments) {
      const std::vector<Index> list = children(m.tree, s.end - 1);
      EXPECT_EQ(s.slot >= 0, !list.empty());
      if (s.slot >= 0) {
        EXPECT_EQ(owner.at(static_cast<std::size_t>(s.slot)), root) << "a slot has one segment";
        at(owner, s.slot) = s.end - 1;
      }
      const Index parent = m.parent(s.first);
      EXPECT_EQ(s.is_at_root(), parent == root);
      if (parent == root) continue;
      EXPECT_EQ(at(owner, s.from), parent) << "the slot of an earlier segment";
      const std::vector<Index> siblings = children(m.tree, parent);
      const bool sliders = std::any_of(siblings.begin(), siblings.end(), [&](Index i) { return is_slider(m, i); });
      EXPECT_EQ(s.is_last_child, !sliders && siblings.back() == s.first);
    }
    for (const SliderHost& host : p.hosts) EXPECT_EQ(at(owner, host.slot), host.body);
  }
}

TEST(Prepare, EveryCoordinateKnowsItsPathToTheRoot) {
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    ASSERT_EQ(ssize(p.paths.above), m.nv);
    ASSERT_EQ(ssize(p.leaves_moment_frame), m.nv);
    for (Index i = 0; i < m.nbody(); ++i) {
      const Joint<double>& joint = m.joint(i);
      const Index parent = m.parent(i);
      const Index next = parent == root ? -1 : m.joint(parent).v + m.joint(parent).dof() - 1;
      for (int k = 0; k < joint.dof(); ++k) {
        EXPECT_EQ(at(p.paths.above, joint.v + k), k > 0 ? joint.v + k - 1 : next);
        EXPECT_EQ(at(p.leaves_moment_frame, joint.v + k), k == 0 && at(p.bodies, i).is_moment_frame ? i : -1);
      }
    }
  }
}

TEST(Prepare, RunsAreAsLongAsCoordinatesAreConsecutiveOrShareAMomentFrame) {
  for (const Model& model : many_models(200)) {
    const Prepared<double> p = prepare(model.mechanism());
    ASSERT_EQ(ssize(p.paths.run), p.nv);
    EXPECT_EQ(p.moment_frame_paths.above, p.paths.above);
    for (Index k = 0; k < p.nv; ++k) {
      Index last = k, last_in_frame = k;
      while (at(p.paths.above, last) == last - 1 && last > 0) --last;
      while (last_in_frame > last && at(p.leaves_moment_frame, last_in_frame) < 0) --last_in_frame;
      EXPECT_EQ(at(p.paths.run, k), last) << describe(model);
      EXPECT_EQ(at(p.moment_frame_paths.run, k), last_in_frame) << describe(model);
    }
  }
}

TEST(Prepare, AMomentFrameIsNeverFar) {
  for (const Model& model : {zoo::chain(100), zoo::star(30), zoo::make("auto_tree:n=200,bf=1.3")}) {
    const Prepared<double> p = prepare(model.mechanism());
    for (Index i = 0; i < p.nbody(); ++i) {
      int distance = 0;
      for (Index k = i; k >= 0 && !at(p.bodies, k).is_moment_frame; k = at(p.bodies, k).parent) ++distance;
      EXPECT_LE(distance, 8);
    }
  }
}

/// From the parent's prepared frame to the body's, as prepared.hpp describes it.
Transform<double> placement(const Prepared<double>& p, Index i, In<double> q) {
  const Vec3<double> x{1, 0, 0}, z{0, 0, 1};
  const PreparedBody& step = at(p.bodies, i);
  const Axis<double>& axis = at(p.axes, i);
  if (!has_axis(step.kind)) {
    Joint<double> joint{.kind = step.kind, .q = step.q, .v = step.v};
    joint.X_tree = at(p.general_bodies, step.general).X_tree;
    return joint_transform(joint, q);
  }
  Transform<double> X;
  if (at(p.mount_of, i) >= 0) {
    const Mount<double>& mount = at(p.mounts, at(p.mount_of, i));
    X = Transform<double>{Mat3<double>::identity(), {0, mount.b, mount.lift}} *
        Transform<double>{turned(z, mount.sin, mount.cos), {}};
  }
  X = Transform<double>{turned(x, axis.sin_alpha, axis.cos_alpha), {axis.a, 0, 0}} * X;
  if (step.kind == JointKind::prismatic) {
    const GeneralBody<double>& general = at(p.general_bodies, step.general);
    return Transform<double>{turned(z, general.sin, general.cos), {0, 0, axis.d + q[step.q]}} * X;
  }
  const auto angle = std::find_if(p.angles.begin(), p.angles.end(), [i](const auto& a) { return a.body == i; });
  const double pitch = step.general >= 0 ? at(p.general_bodies, step.general).pitch : 0;
  return Transform<double>{turned(z, angle->offset + q[angle->q]), {0, 0, axis.d + pitch * q[step.q]}} * X;
}

void expect_same_places(const Model& model, double tolerance) {
  Robot<double> robot(model);
  const Prepared<double> p = prepare(robot.m);
  for (Index i = 0; i < robot.m.nbody(); ++i) {
    const Index parent = robot.m.parent(i);
    const Transform<double>& before = parent == root ? p.root_frame : at(p.frames, parent);
    const Transform<double> expected =
        at(p.frames, i) * joint_transform<double>(robot.m.joint(i), robot.q) * inverse(before);
    const auto got = placement(p, i, robot.q);
    const auto length = [](const Transform<double>& X) { return sqrt(dot(X.r, X.r)); };
    const double size = 1 + length(robot.m.joint(i).X_tree) + length(at(p.frames, i)) + length(before);
    const auto x = test::components(got), y = test::components(expected);
    EXPECT_LT(largest(minus(x, y)), tolerance * size) << describe(model) << ", body " << i;
  }
}

TEST(Prepare, JointsPutBodiesWhereTheMechanismDoes) {
  for (const Model& model : many_models(300)) expect_same_places(model, 1e-14);
}

TEST(Prepare, JointsPutBodiesWhereTheMechanismDoesAtEveryAngleBetweenAxes) {
  std::uint64_t seed = 0;
  for (const double angle : {0.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12, 1e-15})
    for (const auto meeting : {Axes::Meeting::apart, Axes::Meeting::crossing, Axes::Meeting::coincident})
      for (const bool flipped : {false, true})
        for (const char* joints : {"R", "RPH"})
          for (const double reach : {0.3, 10.0})
            expect_same_places(robot_with_axes({angle, flipped, meeting, reach, false, joints, true}, 6, ++seed),
                               1e-14);
}

TEST(Prepare, BodiesHaveZOnTheirAxis) {
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    for (Index i = 0; i < m.nbody(); ++i) {
      if (!has_axis(m.joint(i).kind)) continue;
      const auto& [S_w, S_v] = m.joint(i).S;
      const Vec3<double> axis = m.joint(i).kind == JointKind::prismatic ? S_v : S_w;
      const auto& [E, r] = at(p.frames, i);
      EXPECT_TRUE(test::near(E.z, axis, 2));
      if (is_slider(m, i)) continue;  // its axis passes through its centre of mass
      EXPECT_TRUE(test::near(cross(axis, r), Vec3<double>{}, 8)) << "the origin is on the axis";
    }
  }
}

TEST(Prepare, MainChildrenOfParallelAndCrossingAxesNeedNoMount) {
  std::uint64_t seed = 0;
  for (const char* joints : {"R", "RP", "RHPR"})
    for (const auto meeting : {Axes::Meeting::apart, Axes::Meeting::crossing, Axes::Meeting::coincident})
      for (const bool flipped : {false, true}) {
        const Axes parallel{0, flipped, meeting, 0.3, true, joints}, square{1.2, flipped, meeting, 0.3, false, joints};
        EXPECT_TRUE(prepare(robot_with_axes(parallel, 9, ++seed).mechanism()).mounts.empty());
        EXPECT_TRUE(prepare(robot_with_axes(square, 9, ++seed).mechanism()).mounts.empty());
      }
  for (const Model& model : {zoo::chain(30), zoo::arm(), zoo::puma560()})
    EXPECT_TRUE(prepare(model.mechanism()).mounts.empty()) << model.name();
}

TEST(Prepare, NearlyParallelAxesAreReachedWithoutTheirCommonNormal) {
  for (const double angle : {1e-4, 1e-6, 1e-9, 1e-12}) {
    const Prepared<double> p = prepare(robot_with_axes({.angle = angle}, 8, 3).mechanism());
    EXPECT_EQ(p.mounts.size(), 7U) << "all but the first body";
    for (const Mount<double>& mount : p.mounts) EXPECT_NE(mount.b, 0);
  }
}

TEST(Prepare, TipsHoldTheInertiaThatTheirJointTransmits) {
  Index found = 0;
  for (const Model& model : many_models(200)) {
    const Prepared<double> p = prepare(model.mechanism());
    for (const Segment& s : p.segments) {
      EXPECT_EQ(s.tip >= 0, s.slot < 0 && s.end > s.run_stop());
      if (s.tip < 0) continue;
      ++found;
      const Axis<double>& axis = at(p.axes, s.end - 1);
      const Sym3<double> S{axis.Sxx, axis.Sxy, axis.Syy, axis.Sxz, axis.Syz, 0};
      const Inertia<double> I{0, {axis.hx, axis.hy, 0}, rotational_inertia(S)};
      const Motion<double> z{{0, 0, 1}, {}};
      const Force<double> U = I * z;
      const double D = U.n.z + axis.armature;
      const auto& [inverse, G, A] = at(p.tips, s.tip);
      EXPECT_NEAR(inverse * D, 1, 1e-15);
      EXPECT_TRUE(test::near(G, (1 / D) * U, 4));
      for (const Motion<double>& x :
           {z, Motion<double>{{1, 2, 3}, {4, 5, 6}}, Motion<double>{{-2, 1, 0.5}, {0.25, -3, 1}}})
        EXPECT_TRUE(test::near(A * x, I * x + (-dot(U, x) / D) * U, 64)) << describe(model);
    }
    EXPECT_EQ(ssize(p.tips), std::count_if(p.segments.begin(), p.segments.end(), [](auto& s) { return s.tip >= 0; }));
  }
  EXPECT_GT(found, 100);
}

/// The largest distance in a prepared model, and the largest in its mechanism.
struct Distances {
  double prepared = 0, given = 0;
};
Distances distances(const Model& model) {
  Distances d;
  const Prepared<double> p = prepare(model.mechanism());
  for (const Axis<double>& axis : p.axes) d.prepared = std::max({d.prepared, std::abs(axis.a), std::abs(axis.d)});
  for (const Mount<double>& mount : p.mounts)
    d.prepared = std::max({d.prepared, std::abs(mount.b), std::abs(mount.lift)});
  for (const auto& joint : model.mechanism().joints)
    d.given = std::max(d.given, sqrt(dot(joint.X_tree.r, joint.X_tree.r)));
  return d;
}

TEST(Prepare, DistancesStayBoundedByThoseOfTheMechanism) {
  std::uint64_t seed = 0;
  for (const double angle : {0.0, 0.5, 1e-1, 3e-2, 1e-2, 1e-3, 1e-4, 1e-6, 1e-9, 1e-12, 1e-15})
    for (int again = 0; again < 20; ++again) {
      // on both sides of a body the foot of a normal is within 3 |p|, that of a sibling within 3 (|p| + 3 |p|) of
      // another place
      const auto [chain, p] = distances(robot_with_axes({.angle = angle}, 8, ++seed));
      EXPECT_LE(chain, 6.01 * p) << "angle " << angle;
      const auto [tree, r] = distances(robot_with_axes({.angle = angle, .branching = true}, 8, ++seed));
      EXPECT_LE(tree, 16.01 * r) << "angle " << angle;
    }
}

double length(const Vec3<double>& a) { return std::sqrt(dot(a, a)); }

TEST(Prepare, SlidersAreTipsThatSlideAndHaveTheirCentreOnTheAxis) {
  Index found = 0;
  for (const Model& model : many_models(200)) {
    const Mechanism<double>& m = model.mechanism();
    const Prepared<double> p = prepare(m);
    std::vector<Index> sliders;
    for (const SliderHost& host : p.hosts)
      for (Index k = host.first; k < host.end; ++k) {
        EXPECT_EQ(k, ssize(sliders)) << "sliders are consecutive";
        const Slider<double>& slider = at(p.sliders, k);
        const GeneralBody<double>& general = at(p.general_bodies, at(p.bodies, slider.body).general);
        sliders.push_back(slider.body);
        EXPECT_EQ(m.parent(slider.body), host.body);
        EXPECT_EQ(slider.q, m.joint(slider.body).q);
        EXPECT_EQ(slider.v, m.joint(slider.body).v);
        EXPECT_EQ(slider.m, general.m);
        const double size = length(m.inertia(slider.body).h);
        EXPECT_LE(length(general.h), 1e-15 * size) << "the origin is the centre of mass";
        const Transform<double> X = placement(p, slider.body, std::vector<double>(static_cast<std::size_t>(m.nq)));
        EXPECT_LE(length(X.r - slider.p), 1e-14 * (1 + length(X.r)));
        for (const Vec3<double>& row : {X.E.x - slider.E.x, X.E.y - slider.E.y, X.E.z - slider.E.z})
          EXPECT_LE(length(row), 1e-14);
        // along the line the parent feels the part of the mass that the armature holds
        const double felt = slider.m * slider.armature * slider.inverse;
        EXPECT_LE(length(full(slider.M) * slider.E.z - felt * slider.E.z), 1e-14 * slider.m);
      }
    EXPECT_EQ(sliders.size(), p.sliders.size());
    std::sort(sliders.begin(), sliders.end());
    std::vector<Index> expected;
    for (Index i = 0; i < m.nbody(); ++i)
      if (is_slider(m, i)) expected.push_back(i);
    EXPECT_EQ(sliders, expected) << describe(model);
    found += ssize(expected);
  }
  EXPECT_GT(found, 100) << "in this many robots";
}

TEST(Prepare, InAnotherScalarHasTheSameNumbersRounded) {
  for (const Model& model : many_models(30)) {
    const Prepared<double> p = prepare(model.mechanism());
    const Prepared<float> f = convert<float>(p);
    EXPECT_EQ(f.paths.above, p.paths.above);
    EXPECT_EQ(f.paths.run, p.paths.run);
    EXPECT_EQ(f.moment_frame_paths.run, p.moment_frame_paths.run);
    EXPECT_EQ(f.bodies.size(), p.bodies.size());
    EXPECT_EQ(f.has_armature, p.has_armature);
    EXPECT_EQ(f.slots, p.slots);
    EXPECT_EQ(f.segments.size(), p.segments.size());
    const auto same = [](const auto& x, const auto& y) {
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto a = test::components(x[i]);
        const auto b = test::components(y[i]);
        for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k], static_cast<float>(b[k]));
      }
    };
    same(f.axes, p.axes);
    EXPECT_EQ(f.mount_of, p.mount_of);
    same(f.mounts, p.mounts);
    same(f.tips, p.tips);
    same(f.general_bodies, p.general_bodies);
    ASSERT_EQ(f.sliders.size(), p.sliders.size());
    for (std::size_t k = 0; k < p.sliders.size(); ++k) {
      const auto& [m, armature, inverse, r, E, M, body, q, v] = p.sliders[k];
      const Slider<float>& x = f.sliders[k];
      EXPECT_EQ(std::tie(x.body, x.q, x.v), std::tie(body, q, v));
      same(std::vector{x.m, x.armature, x.inverse}, std::vector{m, armature, inverse});
      same(std::vector{x.p, x.E.x, x.E.y, x.E.z}, std::vector{r, E.x, E.y, E.z});
      same(std::vector{x.M}, std::vector{M});
    }
    same(f.armatures, p.armatures);
    same(f.frames, p.frames);
  }
}

}  // namespace
}  // namespace treefix::testing
