// Laws of treefix/kernels/sliders.hpp: a slider is a body on a prismatic joint, with a mass at the origin of its frame.
#include <treefix/kernels/sliders.hpp>

#include <treefix/primitives/articulated_joint.hpp>
#include <treefix/reference/rnea.hpp>

#include "spatial/values.hpp"
#include "support/robot.hpp"

namespace treefix::test {
namespace {

/// A robot with sliders, some of them without mass, and random values of everything that a group has.
struct SlidingGroup {
  const Prepared<double> m;
  std::vector<double> q, v, a, tau, d;
  std::vector<Force<double>> external, forces;
  std::vector<ClassicalMotion<double>> motions;
  std::vector<ArticulatedBody<double>> articulated;
  LaneGroup<double> g;

  SlidingGroup(const Mechanism<double>& mechanism, Draw<double>& draw) : m(prepare(mechanism)) {
    const auto numbers = [&](Index n, std::vector<double>& to) {
      for (Index k = 0; k < n; ++k) to.push_back(draw.scalar());
      return to.data();
    };
    g.q = numbers(m.nq, q);
    g.v = numbers(m.nv, v);
    g.a = numbers(m.nv, a);
    g.tau = numbers(m.nv, tau);
    g.d = numbers(m.nv, d);
    for (Index i = 0; i < m.nbody(); ++i) external.push_back(draw.force());
    for (Index k = 0; k < m.slots; ++k) {
      forces.push_back(draw.force());
      motions.push_back({draw.vec3(), draw.vec3(), draw.vec3()});
    }
    articulated.resize(static_cast<std::size_t>(m.slots) + 1);
    g.external = external.data();
    g.forces = forces.data();
    g.motions = motions.data();
    g.articulated = articulated.data();
  }
  SlidingGroup(const SlidingGroup&) = delete;
  SlidingGroup& operator=(const SlidingGroup&) = delete;
  ~SlidingGroup() = default;
};

/// A slider as a body of a mechanism.
struct SliderBody {
  const Slider<double>& slider;
  Transform<double> X;  // from its host
  Motion<double> S{{}, {0, 0, 1}};

  SliderBody(const Slider<double>& given, const LaneGroup<double>& g) : slider(given) {
    const Joint<double> joint{.kind = JointKind::prismatic, .S = S, .X_tree = {given.E, given.p}};
    X = joint_transform<double>(joint, View<const double>(g.q + given.q, 1));
  }
  Inertia<double> inertia() const { return {slider.m, {}, {}}; }
  /// Its host moves with b; the host's origin is at rest at this moment.
  Force<double> force(const ClassicalMotion<double>& b, double rate, double acceleration) const {
    const Motion<double> vJ = rate * S, V = X * Motion<double>{b.w, {}} + vJ;
    const Motion<double> A = X * Motion<double>{b.dw, b.a} + acceleration * S + cross(V, vJ);
    return body_force(inertia(), V, A);
  }
  /// With this force along its axis at rest.
  ArticulatedBody<double> load(double bias) const { return {inertia(), {{}, {0, 0, bias}}}; }
  ArticulatedJoint<double, 1> joint(double tau, double bias) const {
    return {[this](int) { return S; }, [this](int) { return slider.armature; }, [=](int) { return tau; }, load(bias)};
  }
};

/// law(group) for many robots, most of which have sliders.
template <class Law>
void for_each_group(Law law) {
  Draw<double> draw(1);
  Index found = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Model model = zoo::random_tree({.n = static_cast<Index>(2 + seed % 15),
                                          .seed = seed,
                                          .joints = seed % 2 == 0 ? "RP" : "RPHSLF",
                                          .branching = 1.5,
                                          .armature = seed % 3 == 0 ? 0.0 : 0.3});
    Mechanism<double> mechanism = model.mechanism();
    if (seed % 3 == 1)  // sliders without mass, whose armature resists
      for (const Slider<double>& slider : prepare(mechanism).sliders)
        if (slider.body % 2 == 0) at(mechanism.inertias, slider.body) = {};
    SlidingGroup group(mechanism, draw);
    found += ssize(group.m.sliders);
    law(group);
  }
  EXPECT_GT(found, 100);
}

/// f(SliderBody) for each slider of a host.
template <class F>
void for_each_body(const SlidingGroup& group, const SliderHost& host, F f) {
  for (Index k = host.first; k < host.end; ++k) f(SliderBody(at(group.m.sliders, k), group.g));
}

TEST(Sliders, AreWhereTheirJointsPutThem) {
  for_each_group([](SlidingGroup& group) {
    for (const SliderHost& host : group.m.hosts) {
      Index k = host.first;
      for_each_slider(group.m, host, group.g,
                      [&](const Slider<double>& slider, const Vec3<double>& r, const Vec3<double>& z) {
                        EXPECT_EQ(&slider, &at(group.m.sliders, k++)) << "each once, in order";
                        const SliderBody body(slider, group.g);
                        EXPECT_TRUE(near(r, body.X.point_back({}), 8));
                        EXPECT_TRUE(near(z, body.X.back(body.S).v, 8));
                      });
      EXPECT_EQ(k, host.end);
    }
  });
}

template <bool accelerated, bool pushed>
void expect_forces(SlidingGroup& group) {
  if (!pushed) group.g.external = nullptr;
  sliders_outward<accelerated>(group.m, group.g);
  for (const SliderHost& host : group.m.hosts) {
    Force<double> sum;
    for_each_body(group, host, [&](const SliderBody& body) {
      const Index v = body.slider.v;
      Force<double> F = body.force(at(group.motions, host.slot), at(group.v, v), accelerated ? at(group.a, v) : 0);
      if (pushed) F -= at(group.external, body.slider.body);
      EXPECT_TRUE(near(at(group.d, v), dot(body.S, F), 64));
      sum += body.X.back(F);
    });
    EXPECT_TRUE(near(at(group.forces, host.slot), sum, 64));
  }
}

TEST(Sliders, OutwardNeedTheForcesOfTheirMotion) {
  for_each_group(expect_forces<true, true>);
  for_each_group(expect_forces<false, true>);
  for_each_group(expect_forces<true, false>);
}

TEST(Sliders, InwardHaveTheForceAlongTheAxisAndThatOfTheRotorAsTorque) {
  for_each_group([](SlidingGroup& group) {
    const std::vector<double> before = group.tau;
    std::vector<double> expected = before, at_rest = before;
    for (const Slider<double>& slider : group.m.sliders) {
      at(at_rest, slider.v) = at(group.d, slider.v);
      at(expected, slider.v) = at(group.d, slider.v) + slider.armature * at(group.a, slider.v);
    }
    sliders_inward<false>(group.m, group.g);
    EXPECT_EQ(group.tau, at_rest) << "and other torques are not touched";
    sliders_inward<true>(group.m, group.g);
    EXPECT_TRUE(near(group.tau, expected, 2));
  });
}

TEST(Sliders, InwardPassOnWhatArticulatedJointsDo) {
  for_each_group([](SlidingGroup& group) {
    const std::vector<double> bias = group.d;
    const std::vector<Force<double>> before = group.forces;
    sliders_articulated(group.m, group.g);
    for (const SliderHost& host : group.m.hosts) {
      ArticulatedBody<double> sum{{}, at(before, host.slot)};
      for_each_body(group, host, [&](const SliderBody& body) {
        const Index v = body.slider.v;
        const auto joint = body.joint(at(group.tau, v), at(bias, v));
        EXPECT_TRUE(near(at(group.d, v), joint.d[0], 64));
        const ArticulatedBody<double> load = body.load(at(bias, v)), passed_on = joint.across(load, {});
        // the sum of forces of the host already contains the bias force
        sum = sum + ArticulatedBody<double>{body.X.back(passed_on.A), body.X.back(passed_on.p - load.p)};
      });
      EXPECT_TRUE(near(at(group.articulated, host.slot).A, sum.A, 64));
      EXPECT_TRUE(near(at(group.articulated, host.slot).p, sum.p, 64));
    }
  });
}

TEST(Sliders, OutwardAccelerateAsArticulatedJointsDo) {
  for_each_group([](SlidingGroup& group) {
    const std::vector<double> bias = group.d;
    sliders_articulated(group.m, group.g);
    sliders_accelerate(group.m, group.g);
    for (const SliderHost& host : group.m.hosts) {
      const ClassicalMotion<double>& b = at(group.motions, host.slot);
      for_each_body(group, host, [&](const SliderBody& body) {
        const Index v = body.slider.v;
        const auto joint = body.joint(at(group.tau, v), at(bias, v));
        EXPECT_TRUE(near(at(group.a, v), joint.d[0] - dot(joint.G[0], body.X * Motion<double>{b.dw, b.a}), 64));
      });
    }
  });
}

}  // namespace
}  // namespace treefix::test
