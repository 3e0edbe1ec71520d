// A free-flying tree has no real root: whichever body carries the free joint, the motion is the same.
#include <map>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/model/shapes.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// A free tree as an undirected graph: links[i] joins body i to its parent.
struct FreeTree {
  struct Link {
    Index parent;
    Transform<double> placement;
    JointSpec joint;
    double mass;
    Vec3<double> com;
    Sym3<double> inertia;
  };
  std::vector<Link> links;  // links[0] is the body that was the root
};

FreeTree random_free_tree(Index n, std::uint64_t seed) {
  Random random(seed);
  const auto vector = [&](double most) {
    return Vec3<double>{random.uniform(-most, most), random.uniform(-most, most), random.uniform(-most, most)};
  };
  FreeTree tree;
  for (Index i = 0; i < n; ++i) {
    const JointSpec joints[] = {JointSpec::revolute(vector(1)), JointSpec::prismatic(vector(1)),
                                JointSpec::helical(vector(1), random.uniform(-0.3, 0.3))};
    const Mat3<double> E =
        turned(Vec3<double>{0, 0, 1}, random.uniform(-3, 3)) * turned(Vec3<double>{1, 0, 0}, random.uniform(-3, 3));
    const BodySpec shape = box({}, random.uniform(0.5, 2), vector(0.3), {0.1, 0.2, 0.3});
    tree.links.push_back({i == 0 ? root : random.below(i), placed(vector(0.3), E), joints[random.below(3)], shape.mass,
                          shape.com, shape.inertia});
  }
  return tree;
}

std::string body_name(Index i) { return "body" + std::to_string(i); }

/// The tree with body k on the free joint. Joints on the path from k to the old root are reversed: their axis
/// changes sign, so that q, v and torque keep their meaning, and the frame of the body beyond becomes the joint frame.
Model rooted_at(const FreeTree& tree, Index k) {
  const auto n = static_cast<Index>(tree.links.size());
  const auto link = [&](Index i) -> const FreeTree::Link& { return tree.links[static_cast<std::size_t>(i)]; };
  std::map<Index, Transform<double>> moved;  // for bodies on the path: from the old body frame to the new one
  moved[k] = {};
  for (Index i = k; link(i).parent != root; i = link(i).parent) moved[link(i).parent] = link(i).placement;

  Builder builder("rooted_at_" + std::to_string(k));
  const auto add = [&](Index i, std::string parent, Transform<double> placement, JointSpec joint) {
    const Transform<double> X = moved.contains(i) ? moved[i] : Transform<double>{};
    const auto& [parent_, placement_, joint_, mass, com, inertia] = link(i);
    builder.body({.name = body_name(i),
                  .parent = std::move(parent),
                  .placement = placement,
                  .joint = std::move(joint),
                  .mass = mass,
                  .com = X.E * (com - X.r),
                  .inertia = rotate(X.E, inertia)});
  };
  add(k, "", {}, JointSpec::free("base"));
  for (Index i = k; link(i).parent != root; i = link(i).parent) {
    JointSpec joint = link(i).joint;
    joint.axis = -joint.axis;
    joint.name = "joint" + std::to_string(i);
    add(link(i).parent, body_name(i), inverse(moved[i]), joint);
  }
  for (Index i = 0; i < n; ++i) {
    if (moved.contains(i)) continue;
    const Index p = link(i).parent;
    JointSpec joint = link(i).joint;
    joint.name = "joint" + std::to_string(i);
    add(i, body_name(p), moved.contains(p) ? link(i).placement * inverse(moved[p]) : link(i).placement, joint);
  }
  return builder.build();
}

/// The orientation of the frame with rotation E, by the largest of the four squares.
Quaternion<Quad> quaternion_of(const Mat3<Quad>& E) {
  const Quad trace = E.x.x + E.y.y + E.z.z;
  Quaternion<Quad> a{E.y.z - E.z.y, E.z.x - E.x.z, E.x.y - E.y.x, 1 + trace};
  if (trace < 0) {
    if (E.x.x >= E.y.y && E.x.x >= E.z.z)
      a = {1 + E.x.x - E.y.y - E.z.z, E.x.y + E.y.x, E.x.z + E.z.x, E.y.z - E.z.y};
    else if (E.y.y >= E.z.z)
      a = {E.x.y + E.y.x, 1 + E.y.y - E.x.x - E.z.z, E.y.z + E.z.y, E.z.x - E.x.z};
    else
      a = {E.x.z + E.z.x, E.y.z + E.z.y, 1 + E.z.z - E.x.x - E.y.y, E.x.y - E.y.x};
  }
  return treefix::detail::normalized(a);
}

/// Gives `to` the same physical state as `from`: joints by name, the free joint from the pose and velocity of its body.
void copy_state(Robot<Quad>& from, Robot<Quad>& to) {
  from.kinematics();
  for (const std::string& name : to.model.joint_names()) {
    const JointInfo there = to.model.joint(name);
    if (there.kind != JointKind::free) {
      const JointInfo here = from.model.joint(name);
      to.q[static_cast<std::size_t>(there.q)] = from.q[static_cast<std::size_t>(here.q)];
      to.v[static_cast<std::size_t>(there.v)] = from.v[static_cast<std::size_t>(here.v)];
      continue;
    }
    // the body on the free joint keeps its own frame
    const Index body = from.model.body(to.model.body_names()[static_cast<std::size_t>(there.body)]);
    const auto& [E, r] = from.w.X0[body];
    const auto& [w, v] = from.w.V[body];
    const Quaternion<Quad> a = quaternion_of(E);
    const Quad q[] = {r.x, r.y, r.z, a.x, a.y, a.z, a.w}, qd[] = {v.x, v.y, v.z, w.x, w.y, w.z};
    std::copy(std::begin(q), std::end(q), to.q.begin() + there.q);
    std::copy(std::begin(qd), std::end(qd), to.v.begin() + there.v);
  }
}

std::vector<Quad> torques_by_name(const Robot<Quad>& robot) {
  std::vector<Quad> tau = robot.vector();
  for (const std::string& name : robot.model.joint_names()) {
    const JointInfo joint = robot.model.joint(name);
    if (joint.kind == JointKind::free) continue;
    tau[static_cast<std::size_t>(joint.v)] = Quad(0.1) * Quad(std::stoi(name.substr(5)) % 7 - 3);
  }
  return tau;
}

TEST(Reroot, ChangesNothing) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Index n = 2 + static_cast<Index>(seed) % 12;
    const FreeTree tree = random_free_tree(n, seed);
    Robot<Quad> original(rooted_at(tree, 0));
    const Quad kinetic = original.kinetic_energy(), potential = original.potential_energy();
    const Force<Quad> momentum = original.momentum();
    const auto a = original.fd(torques_by_name(original));
    for (Index k = 1; k < n; ++k) {
      Robot<Quad> other(rooted_at(tree, k));
      copy_state(original, other);
      EXPECT_LT(plain(abs(other.kinetic_energy() - kinetic)), 1e-12) << "seed " << seed << ", root " << k;
      EXPECT_LT(plain(abs(other.potential_energy() - potential)), 1e-12) << "seed " << seed << ", root " << k;
      const Force<Quad> off = other.momentum() - momentum;
      EXPECT_LT(plain(sqrt(dot(off.n, off.n) + dot(off.f, off.f))), 1e-12) << "seed " << seed << ", root " << k;
      const auto b = other.fd(torques_by_name(other));
      for (const std::string& name : other.model.joint_names()) {
        const JointInfo there = other.model.joint(name);
        if (there.kind == JointKind::free) continue;
        const JointInfo here = original.model.joint(name);
        const Quad expected = a[static_cast<std::size_t>(here.v)];
        EXPECT_LT(plain(abs(b[static_cast<std::size_t>(there.v)] - expected)), 1e-9 * plain(1 + abs(expected)))
            << "seed " << seed << ", root " << k << ", " << name;
      }
    }
  }
}

}  // namespace
}  // namespace treefix::testing
