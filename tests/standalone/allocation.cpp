// After construction Dynamics allocates nothing. A process of its own, because it replaces operator new.
#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include <treefix/treefix.hpp>

namespace {

std::atomic<long> allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace treefix {
namespace {

TEST(Allocation, IsSeenByTheCounter) {
  const long before = allocations;
  delete new int(1);
  EXPECT_EQ(allocations, before + 1);
}

/// A joint that follows another, and a body whose frame is not at its joint.
Model gears() {
  BodySpec large{.name = "large", .joint = JointSpec::revolute({0, 0, 1}), .mass = 1};
  large.inertia = Sym3<double>::identity();
  BodySpec small = large, ball = large;
  small.name = "small", small.joint.mimic = {"large", -2, 0.1}, small.offset = placed<double>({1, 2, 3});
  ball.name = "ball", ball.parent = "small", ball.joint = JointSpec::spherical();
  return Builder("gears").body(large).body(small).body(ball).build();
}

TEST(Allocation, DoesNotHappenInAnyCallOfDynamics) {
  std::vector<Model> models = zoo::all();
  models.push_back(gears());
  for (const Model& model : models) {
    Dynamics dynamics(model);
    const auto q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
    std::vector<double> out(v.size()), H(v.size() * v.size());
    const std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody()),
                                            Force<double>{{1, 2, 3}, {4, 5, 6}});
    const Dynamics::External external{forces, Dynamics::External::Coordinates::of_root}, of_body{forces};
    const long before = allocations;
    dynamics.inverse(q, v, a, out, external);
    dynamics.inverse(q, v, a, out, of_body);
    dynamics.forward(q, v, a, out, {.residual = true}, external);
    dynamics.forward(q, v, a, out, {}, of_body);
    dynamics.mass_matrix(q, H);
    dynamics.bias(q, v, out);
    dynamics.gravity(q, out);
    dynamics.kinetic_energy(q, v);
    dynamics.potential_energy(q);
    dynamics.momentum(q, v);
    dynamics.center_of_mass(q);
    dynamics.kinematics(q, v, a);
    const Frame& frame = model.frame(0);
    dynamics.pose(frame), dynamics.velocity(frame), dynamics.acceleration(frame);
    EXPECT_EQ(allocations, before) << model.name();
  }
}

}  // namespace
}  // namespace treefix
