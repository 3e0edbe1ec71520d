// After construction Dynamics allocates nothing. A separate process, because it replaces operator new.
#include <gtest/gtest.h>

#include <treefix/large_tree/forward/stages.hpp>
#include <treefix/papers/forward/pcg.hpp>
#include <treefix/treefix.hpp>

#include "support/armatures.hpp"
#include "support/counted_new.hpp"

namespace treefix {

using namespace papers;
using namespace reference;
namespace {

using testing::gears;
using testing::news;

TEST(Allocation, IsSeenByTheCounter) {
  const long before = news;
  ::operator delete(::operator new(1));  // called as functions, which compilers may not elide
  EXPECT_EQ(news, before + 1);
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
    const Dynamics::External external{forces, ExternalFrame::of_root}, of_body{forces};
    const long before = news;
    dynamics.inverse(q, v, a, out, {}, external);
    dynamics.inverse(q, v, a, out, {}, of_body);
    dynamics.forward(q, v, a, out, {.residual = true}, external);
    dynamics.forward(q, v, a, out, {}, of_body);
    dynamics.mass_matrix(q, H);
    dynamics.packed_mass_matrix(q, {H.data(), model.nv() * (model.nv() + 1) / 2});
    dynamics.mass_matrix_apply(q, v, out);
    dynamics.mass_matrix_solve(q, v, out);
    dynamics.bias(q, v, out);
    dynamics.gravity(q, out);
    dynamics.kinetic_energy(q, v);
    dynamics.potential_energy(q);
    dynamics.momentum(q, v);
    dynamics.center_of_mass(q);
    dynamics.kinematics(q, v, a);
    const Frame& frame = model.frame(0);
    dynamics.pose(frame);
    dynamics.velocity(frame);
    dynamics.acceleration(frame);
    EXPECT_EQ(news, before) << model.name();
  }
}

TEST(Allocation, DoesNotHappenInInverseDynamicsOfLargeTreesInOneThread) {
  for (const Model& model : {zoo::chain(400), zoo::auto_tree(400, 2, 0.1)}) {
    Dynamics dynamics(model);
    const auto q = random_configuration(model, 1), v = random_velocity(model, 2);
    std::vector<double> tau(v.size());
    dynamics.inverse(q, v, v, tau, {.threads = 1});  // another number of threads than at first
    const long before = news;
    dynamics.inverse(q, v, v, tau, {.threads = 1});
    dynamics.mass_matrix_apply(q, v, tau, {.threads = 1});
    EXPECT_EQ(news, before) << model.name();
  }
}

TEST(Allocation, DoesNotHappenInForwardDynamicsOfLargeTreesInOneThread) {
  // forests, pieces that forget, pieces that do not, and bodies one by one
  for (const Model& model : {zoo::chain(4000), zoo::auto_tree(4000, 1), zoo::auto_tree(4000, 2, 0.1),
                             zoo::random_tree({.n = 4000, .seed = 1, .joints = "RRRRRRRRRS", .branching = 1.01})}) {
    const Mechanism<double>& m = model.mechanism();
    Workers workers(1);
    large_tree::ForwardInPieces pieces(std::make_shared<large_tree::DividedModel>(m, prepared::prepare(m)), m, 1);
    const auto q = random_configuration(model, 1), v = random_velocity(model, 2), tau = random_velocity(model, 3);
    const std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody()),
                                            Force<double>{{1, 2, 3}, {4, 5, 6}});
    std::vector<double> a(v.size());
    const long before = news;
    pieces.run(workers, q, v, tau, {}, a);
    pieces.run(workers, q, v, tau, forces, a);
    EXPECT_EQ(news, before) << model.name();
  }
}

TEST(Allocation, OfMassMatricesInCompressedRowsHappensOnceAndThenNoMore) {
  std::vector<Model> models = zoo::all();
  models.insert(models.end(), {zoo::chain(400), zoo::auto_tree(400, 2, 0.1)});  // in pieces
  for (const Model& model : models) {
    Dynamics dynamics(model);
    const auto q = random_configuration(model, 1);
    auto x = random_velocity(model, 2);
    std::vector<double> values(static_cast<std::size_t>(dynamics.sparse_entries())),
        both(static_cast<std::size_t>(dynamics.symmetric_rows().entries()));
    const auto compute = [&] {
      dynamics.sparse_mass_matrix(q, values, {.threads = 1});
      dynamics.symmetric_mass_matrix(q, both, {.threads = 1});
      dynamics.factor_sparse(values);
      dynamics.solve_sparse(values, x);
    };
    compute();
    const long before = news;
    compute();
    EXPECT_EQ(news, before) << model.name();
  }
}

TEST(Allocation, DoesNotHappenInConjugateGradients) {
  const Model robot = zoo::auto_tree(100, 2, 0.1);
  const ScanModel<double> model(robot.mechanism());
  const auto q = random_configuration(robot, 1), v = random_velocity(robot, 2), tau = random_velocity(robot, 3);
  std::vector<double> a(v.size()), history(10);
  const std::vector<Force<double>> forces(100, Force<double>{{1, 2, 3}, {4, 5, 6}});
  const ExternalForces<double> external{forces, ExternalFrame::of_root};
  for (const bool precondition : {false, true}) {
    Pcg<double> pcg(model, {.precondition = precondition});
    const long before = news;
    EXPECT_TRUE(pcg.run(Serial(), {q, v, tau, external}, a, history).converged);
    EXPECT_EQ(news, before);
  }
}

}  // namespace
}  // namespace treefix
