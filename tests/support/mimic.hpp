// Random robots with mimic joints, and the same robots with all joints independent.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/shapes.hpp>
#include <treefix/treefix.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

/// The description of joint i, and an oracle for the coordinates that the model does not have.
struct MimicRobot {
  struct Following {
    int leader = -1;  // −1: independent
    double ratio = 1, offset = 0;
  };
  std::vector<Following> following;  // as described: the leader may be a mimic joint, too
  Model coupled, independent;

  static std::string name(int i) { return concat("j", i); }

  std::vector<double> full_q(const std::vector<double>& q) const {
    std::vector<double> full(static_cast<std::size_t>(independent.nq()));
    for (int i = 0; i < ssize(following); ++i) {
      const JointInfo joint = independent.joint(name(i));
      for (Index k = 0; k < joint.nq; ++k) full[static_cast<std::size_t>(joint.q + k)] = position(i, k, q);
    }
    return full;
  }
  /// G, as rows: v_full = G v.
  std::vector<std::vector<double>> G() const {
    std::vector<std::vector<double>> rows(static_cast<std::size_t>(independent.nv()),
                                          std::vector<double>(static_cast<std::size_t>(coupled.nv())));
    for (int i = 0; i < ssize(following); ++i) {
      const JointInfo joint = independent.joint(name(i));
      const auto [leader, ratio] = led(i);
      const Index v = coupled.joint(name(leader)).v;
      for (Index k = 0; k < joint.nv; ++k)
        rows[static_cast<std::size_t>(joint.v + k)][static_cast<std::size_t>(v + k)] = ratio;
    }
    return rows;
  }
  template <class T>
  std::vector<T> full_v(const std::vector<T>& v) const {
    std::vector<T> full;
    for (const auto& row : G()) {
      full.push_back(T(0));
      for (std::size_t k = 0; k < v.size(); ++k) full.back() += T(row[k]) * v[k];
    }
    return full;
  }
  template <class T>
  std::vector<T> reduced(const std::vector<T>& full) const {
    std::vector<T> tau(static_cast<std::size_t>(coupled.nv()), T(0));
    const auto rows = G();
    for (std::size_t i = 0; i < full.size(); ++i)
      for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += T(rows[i][k]) * full[i];
    return tau;
  }

 private:
  /// The first leader of joint i, and the ratio between them.
  std::pair<int, double> led(int i) const {
    const Following& here = following[static_cast<std::size_t>(i)];
    if (here.leader < 0) return {i, 1};
    const auto [leader, ratio] = led(here.leader);
    return {leader, here.ratio * ratio};
  }
  double position(int i, Index k, const std::vector<double>& q) const {
    const auto& [leader, ratio, offset] = following[static_cast<std::size_t>(i)];
    if (leader < 0) return q[static_cast<std::size_t>(coupled.joint(name(i)).q + k)];
    return ratio * position(leader, k, q) + offset;
  }
};

inline JointSpec random_joint(Random& random, bool many_kinds) {
  const Vec3<double> axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
  switch (random.below(many_kinds ? 7 : 3)) {
    case 1: return JointSpec::prismatic(axis);
    case 2: return JointSpec::helical(axis, random.uniform(-0.3, 0.3));
    case 3: return JointSpec::spherical();
    case 4: return JointSpec::planar();
    case 5: return JointSpec::free();
    default: return JointSpec::revolute(axis);
  }
}

inline BodySpec random_body(Random& random, std::string name, std::string parent, JointSpec joint) {
  const auto vector = [&](double range) {
    return Vec3<double>{random.uniform(-range, range), random.uniform(-range, range), random.uniform(-range, range)};
  };
  const Quaternion<double> a{random.normal(), random.normal(), random.normal(), random.normal()};
  BodySpec body{.name = std::move(name), .parent = std::move(parent), .placement = placed(vector(0.3), turned(a))};
  body.joint = std::move(joint);
  // in separate statements, so that every compiler makes the same body
  const Vec3<double> size{random.uniform(0.05, 0.3), random.uniform(0.05, 0.3), random.uniform(0.05, 0.3)};
  const Vec3<double> com = vector(0.2);
  return box(body, random.uniform(0.5, 2), com, size);
}

/// n bodies in a random tree; about half of the joints with one degree of freedom mimic another one, in chains that go
/// up, down and across the tree. Has every kind of joint if many_kinds.
inline MimicRobot random_mimic_robot(int n, std::uint64_t seed, bool many_kinds = true) {
  Random random(seed);
  std::vector<BodySpec> bodies;
  for (int i = 0; i < n; ++i) {
    const std::string parent =
        i == 0 || random.uniform() < 0.1 ? "" : MimicRobot::name(static_cast<int>(random.below(i)));
    bodies.push_back(random_body(random, MimicRobot::name(i), parent, random_joint(random, many_kinds)));
    if (random.uniform() < 0.5)
      bodies.back().joint.armature.assign(static_cast<std::size_t>(velocity_count(bodies.back().joint.kind)), 0.2);
  }
  // a joint may mimic those that come before it in a random order, so there are no cycles
  std::vector<int> order;
  for (int i = 0; i < n; ++i) order.insert(order.begin() + random.below(i + 1), i);
  std::vector<MimicRobot::Following> following(static_cast<std::size_t>(n));
  std::vector<int> candidates;
  for (const int i : order) {
    BodySpec& body = bodies[static_cast<std::size_t>(i)];
    if (velocity_count(body.joint.kind) != 1) continue;
    if (!candidates.empty() && random.uniform() < 0.5) {
      const int leader = candidates[static_cast<std::size_t>(random.below(ssize(candidates)))];
      following[static_cast<std::size_t>(i)] = {leader, random.below(8) == 0 ? 0 : random.uniform(-2, 2),
                                                random.uniform(-1, 1)};
    }
    candidates.push_back(i);
  }
  Builder independent("independent"), coupled("coupled");
  for (int i = 0; i < n; ++i) {
    BodySpec& body = bodies[static_cast<std::size_t>(i)];
    const auto& [leader, ratio, offset] = following[static_cast<std::size_t>(i)];
    independent.body(body);
    if (leader >= 0) body.joint.mimic = {MimicRobot::name(leader), ratio, offset};
    coupled.body(body);
  }
  return {following, coupled.build(), independent.build()};
}

/// Robots of many sizes, each with a mimic joint.
inline std::vector<MimicRobot> random_mimic_robots(int count) {
  std::vector<MimicRobot> robots;
  for (int i = 0; ssize(robots) < count; ++i) {
    MimicRobot robot = random_mimic_robot(2 + i % 20, static_cast<std::uint64_t>(i), i % 3 != 0);
    if (!robot.coupled.mimic().empty()) robots.push_back(std::move(robot));
  }
  return robots;
}

}  // namespace treefix::testing
