// Bodies whose frames are not at their joints move like the same bodies described in frames that are.
#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/mimic.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;

Transform<double> random_placement(Random& random) {
  const Quaternion<double> a{random.normal(), random.normal(), random.normal(), random.normal()};
  return placed<double>({random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)}, turned(a));
}

/// The same robot twice; in the second, every other body has its frame elsewhere. One body in five is fixed.
struct Twins {
  Model plain, offset;
  std::vector<Transform<double>> offsets;  // (nbody)
};

Twins random_twins(int n, std::uint64_t seed) {
  Random random(seed);
  Builder plain, offset;
  std::vector<Transform<double>> placements;
  for (int i = 0; i < n; ++i) {
    const Index parent = i == 0 ? root : random.below(i);
    const std::string parent_name = parent == root ? "" : concat("b", parent);
    JointSpec joint = i % 5 == 4 ? JointSpec::fixed() : random_joint(random, true);
    BodySpec body = random_body(random, concat("b", i), parent_name, std::move(joint));
    plain.body(body).frame(concat("mark", i), body.name, placed<double>({1, 2, 3}));

    const Transform<double> X = i % 2 == 0 ? random_placement(random) : Transform<double>{};
    placements.push_back(X);
    if (parent != root) body.placement = body.placement * inverse(placements[static_cast<std::size_t>(parent)]);
    body.offset = X;
    body.com = X.E * (body.com - X.r);
    body.inertia = rotate(X.E, body.inertia);
    offset.body(body).frame(concat("mark", i), body.name, placed<double>({1, 2, 3}) * inverse(X));
  }
  Twins twins{plain.build(), offset.build(), {}};
  twins.offsets.resize(static_cast<std::size_t>(twins.plain.nbody()));
  for (int i = 0; i < n; ++i)
    if (i % 5 != 4)
      twins.offsets[static_cast<std::size_t>(twins.plain.body(concat("b", i)))] =
          placements[static_cast<std::size_t>(i)];
  return twins;
}

::testing::AssertionResult close(const Vector& x, const Vector& y, double tolerance) {
  const double error = largest(minus(x, y)), size = 1 + largest(y);
  if (x.size() == y.size() && error <= tolerance * size) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "differ by " << error << ", size " << size;
}

Vector numbers(const Transform<double>& X) {
  const auto& [E, r] = X;
  return {E.x.x, E.x.y, E.x.z, E.y.x, E.y.y, E.y.z, E.z.x, E.z.y, E.z.z, r.x, r.y, r.z};
}
Vector numbers(const Vec3<double>& a, const Vec3<double>& b) { return {a.x, a.y, a.z, b.x, b.y, b.z}; }

struct State {
  Twins twins;
  Dynamics a{twins.plain}, b{twins.offset};
  Vector q = random_configuration(twins.plain, 1), v = random_velocity(twins.plain, 2);
  Vector acceleration = random_velocity(twins.plain, 3), out_a = v, out_b = v;
};

template <class Law>
void for_many(Law law) {
  for (int seed = 0; seed < 40; ++seed) {
    State s{random_twins(1 + seed % 12, static_cast<std::uint64_t>(seed))};
    law(s);
  }
}

TEST(DynamicsOffset, DynamicsAreTheSame) {
  for_many([](State& s) {
    s.a.inverse(s.q, s.v, s.acceleration, s.out_a);
    s.b.inverse(s.q, s.v, s.acceleration, s.out_b);
    EXPECT_TRUE(close(s.out_b, s.out_a, 1e-12));
    const Vector tau = s.out_a;
    s.a.forward(s.q, s.v, tau, s.out_a);
    s.b.forward(s.q, s.v, tau, s.out_b);
    EXPECT_TRUE(close(s.out_b, s.out_a, 1e-9));
    Vector Ha(s.v.size() * s.v.size()), Hb = Ha;
    s.a.mass_matrix(s.q, Ha);
    s.b.mass_matrix(s.q, Hb);
    EXPECT_TRUE(close(Hb, Ha, 1e-13));
  });
}

TEST(DynamicsOffset, EnergiesAndMomentaAreTheSame) {
  for_many([](State& s) {
    EXPECT_TRUE(close({s.b.kinetic_energy(s.q, s.v)}, {s.a.kinetic_energy(s.q, s.v)}, 1e-13));
    EXPECT_TRUE(close({s.b.potential_energy(s.q)}, {s.a.potential_energy(s.q)}, 1e-13));
    const auto [n, f] = s.a.momentum(s.q, s.v);
    const auto [m, g] = s.b.momentum(s.q, s.v);
    EXPECT_TRUE(close(numbers(m, g), numbers(n, f), 1e-12));
    EXPECT_TRUE(close(numbers(s.b.center_of_mass(s.q), {}), numbers(s.a.center_of_mass(s.q), {}), 1e-13));
  });
}

TEST(DynamicsOffset, TheFrameOfABodyIsWhereItsOffsetPutsIt) {
  for_many([](State& s) {
    s.a.kinematics(s.q, s.v, s.acceleration);
    s.b.kinematics(s.q, s.v, s.acceleration);
    for (const std::string& name : s.twins.plain.frame_names()) {
      const Frame &plain = s.twins.plain.frame(name), &offset = s.twins.offset.frame(name);
      ASSERT_EQ(plain.body, offset.body);
      if (name.starts_with("mark")) {
        EXPECT_TRUE(close(numbers(s.b.pose(offset)), numbers(s.a.pose(plain)), 1e-13));
        const Motion<double> V = s.a.velocity(plain), W = s.b.velocity(offset);
        EXPECT_TRUE(close(numbers(W.w, W.v), numbers(V.w, V.v), 1e-12));
      } else if (plain.body != root && s.twins.plain.body_names()[static_cast<std::size_t>(plain.body)] == name) {
        const Transform<double>& X = s.twins.offsets[static_cast<std::size_t>(plain.body)];
        EXPECT_TRUE(close(numbers(s.b.pose(offset)), numbers(X * s.a.pose(plain)), 1e-13));
        const Motion<double> A = X * s.a.acceleration(plain), B = s.b.acceleration(offset);
        EXPECT_TRUE(close(numbers(B.w, B.v), numbers(A.w, A.v), 1e-12));
      }
    }
  });
}

TEST(DynamicsOffset, ForcesOnABodyAreInCoordinatesOfItsFrame) {
  for_many([](State& s) {
    Random random(9);
    std::vector<Force<double>> at_joint, at_body, in_root;
    s.a.kinematics(s.q);
    for (Index i = 0; i < s.twins.plain.nbody(); ++i) {
      const auto number = [&] { return random.uniform(-1, 1); };
      at_joint.push_back({{number(), number(), number()}, {number(), number(), number()}});
      at_body.push_back(s.twins.offsets[static_cast<std::size_t>(i)] * at_joint.back());
      in_root.push_back(s.a.pose({.body = i}).back(at_joint.back()));
    }
    const auto expect_same = [&](const Dynamics::External& forces) {
      s.a.inverse(s.q, s.v, s.acceleration, s.out_a, {}, {at_joint});
      s.b.inverse(s.q, s.v, s.acceleration, s.out_b, {}, forces);
      EXPECT_TRUE(close(s.out_b, s.out_a, 1e-12));
      s.a.bias(s.q, s.v, s.out_a, {at_joint});
      s.b.bias(s.q, s.v, s.out_b, forces);
      EXPECT_TRUE(close(s.out_b, s.out_a, 1e-12));
      s.a.forward(s.q, s.v, s.acceleration, s.out_a, {}, {at_joint});
      const ForwardInfo info = s.b.forward(s.q, s.v, s.acceleration, s.out_b, {.residual = true}, forces);
      EXPECT_TRUE(close(s.out_b, s.out_a, 1e-9));
      EXPECT_LT(info.residual, 1e-14);
    };
    expect_same({at_body});
    expect_same({in_root, ExternalFrame::of_root});
  });
}

TEST(DynamicsOffset, OfACompositeJointIsBehindItsLastJoint) {
  Random random(4);
  const Transform<double> X = random_placement(random);
  BodySpec body = random_body(random, "b", "", JointSpec::fixed());
  body.offset = X;
  const Model model = Builder().body(body, {JointSpec::revolute({0, 0, 1}), JointSpec::revolute({1, 0, 0})}).build();
  ASSERT_EQ(model.body_offsets().size(), 2U);
  EXPECT_TRUE(close(numbers(model.frame("b/1").X_FB), numbers(Transform<double>{}), 0));
  EXPECT_TRUE(close(numbers(model.frame("b").X_FB), numbers(X), 1e-15));
  EXPECT_TRUE(close(numbers(model.mechanism().joint(1).X_tree), numbers(Transform<double>{}), 0));
}

TEST(DynamicsOffset, IsNoneWhereEveryBodyIsAtItsJoint) {
  for (const Model& model : zoo::all()) EXPECT_TRUE(model.body_offsets().empty()) << model.name();
}

TEST(DynamicsOffset, MustBeAPlacement) {
  BodySpec body{.name = "b"};
  body.offset.E.x.x = 2;
  try {
    Builder().body(body).build();
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.problems().size(), 1U);
    EXPECT_TRUE(error.problems()[0].text.starts_with("offset of body 'b': rotation has rows (2, 0, 0)"))
        << error.problems()[0].text;
  }
}

}  // namespace
}  // namespace treefix::testing
