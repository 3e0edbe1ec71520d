// Laws of treefix/engine/group_sweeps.hpp: its results are those of the recursive algorithms.
#include <treefix/engine/group_sweeps.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <engine/states.hpp>

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;

/// State b of a model by the recursive algorithms.
struct Recursion {
  const Model& model;
  Mechanism<double> m = model.mechanism(), at_rest = m;  // without gravity
  Workspace<double> w{m};
  Vector q, v, input;
  std::vector<Force<double>> forces;  // at the joints

  Recursion(const States& s, Index b, ExternalFrame frame = ExternalFrame::of_body) : model(s.model) {
    at_rest.gravity = {};
    q = expanded(row(s.rows.q, b, s.rows.nq), model.mimic().q);
    v = expanded(row(s.rows.v, b, s.rows.nv), model.mimic().v);
    input = row(s.rows.a, b, s.rows.nv);
    const double* x = s.rows.forces.data() + b * 6 * model.nbody();
    for (Index i = 0; i < model.nbody(); ++i, x += 6) {
      const Force<double> F{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
      const bool is_away = frame == ExternalFrame::of_body && !model.body_offsets().empty();
      forces.push_back(is_away ? at(model.body_offsets(), i).back(F) : F);
    }
  }

  static Vector expanded(const Vector& x, const std::vector<MimicCoupling::Source>& sources) {
    if (sources.empty()) return x;
    Vector full;
    for (const auto& source : sources) full.push_back(source.ratio * at(x, source.from) + source.offset);
    return full;
  }
  /// The torques that cause these accelerations; sets `scale` to the forces that cancel in each of them.
  Vector torques(const Mechanism<double>& mechanism, const Vector& velocity, const Vector& a,
                 const ExternalForces<double>& external = {}) {
    const Vector full_a = expanded(a, model.mimic().v);
    Vector tau(full_a.size()), terms(full_a.size());
    rnea(mechanism, q, velocity, full_a, external, w, tau);
    torque_scale(mechanism, full_a, external, w, terms);
    scale.assign(a.size(), 0);
    Vector sums(a.size());
    for (Index k = 0; k < ssize(tau); ++k) {
      const double ratio = model.has_mimic() ? at(model.mimic().v, k).ratio : 1;
      at(sums, model.mimic().user_v(k)) += ratio * at(tau, k);
      at(scale, model.mimic().user_v(k)) += std::abs(ratio) * at(terms, k);
    }
    return sums;
  }
  Vector scale;
};

/// Allows a few thousand ε, because the sweeps round differently. A mistake would cause a larger difference.
void expect_close(const Vector& got, const Vector& expected, const Vector& scale) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    ASSERT_LE(std::abs(got[k] - expected[k]), 1e-12 * scale[k]) << "entry " << k << ": " << got[k];
}

TEST(GroupSweeps, EveryStateHasTheTorquesAndAccelerationsOfTheRecursion) {
  for (const Model& model : swept_models())
    for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root})
      for (const Index B : {1, 4, 5}) {
        SCOPED_TRACE(describe(model));
        States s(model, B);
        const auto run = [&](Quantity quantity) {
          Task task = s.task(quantity);
          if (is_of_motion(quantity)) task.external = s.array(s.rows.forces);
          task.external_frame = frame;
          return s.run(task);
        };
        const Vector tau = run(Quantity::inverse), bias = run(Quantity::bias), gravity = run(Quantity::gravity),
                     a = run(Quantity::forward), by_matrix = run(Quantity::forward_by_mass_matrix),
                     y = run(Quantity::mass_matrix_apply), x = run(Quantity::mass_matrix_solve);
        for (Index b = 0; b < B; ++b) {
          Recursion r(s, b, frame);
          const ExternalForces<double> external{r.forces, frame};
          const Vector none(r.input.size()), rest(r.v.size());
          const auto of = [&](const Vector& all) { return row(all, b, s.rows.nv); };
          expect_close(of(tau), r.torques(r.m, r.v, r.input, external), r.scale);
          expect_close(of(bias), r.torques(r.m, r.v, none, external), r.scale);
          expect_close(of(gravity), r.torques(r.m, rest, none), r.scale);
          expect_close(of(y), r.torques(r.at_rest, rest, r.input), r.scale);
          // inverse dynamics of a solution must give back its input
          expect_close(r.input, r.torques(r.m, r.v, of(a), external), r.scale);
          expect_close(r.input, r.torques(r.m, r.v, of(by_matrix), external), r.scale);
          expect_close(r.input, r.torques(r.at_rest, rest, of(x)), r.scale);
        }
      }
}

TEST(GroupSweeps, ColumnsOfTheMassMatrixAreTorquesOfUnitAccelerations) {
  for (const Model& model : swept_models()) {
    SCOPED_TRACE(describe(model));
    States s(model, 5);
    const Index n = model.nv();
    const Vector H = s.run(Quantity::mass_matrix), packed = s.run(Quantity::packed_mass_matrix);
    for (Index b = 0; b < s.rows.B; ++b) {
      Recursion r(s, b);
      const Vector H_b = row(H, b, n * n), packed_b = row(packed, b, packed_size(n));
      for (Index j = 0; j < n; ++j) {
        Vector unit(r.input.size()), column;
        at(unit, j) = 1;
        for (Index i = 0; i < n; ++i) column.push_back(at(H_b, i * n + j));
        expect_close(column, r.torques(r.at_rest, Vector(r.v.size()), unit), r.scale);
        for (Index i = j; i < n; ++i) EXPECT_EQ(at(packed_b, packed_size(i) + j), at(column, i));
      }
    }
  }
}

TEST(GroupSweeps, FramesAndEnergiesAreThoseOfTheRecursion) {
  for (const Model& model : swept_models()) {
    SCOPED_TRACE(describe(model));
    States s(model, 5);
    std::vector<Frame> frames{{}};  // the root
    for (const std::string& name : model.body_names()) frames.push_back(model.frame(name));
    const Index n = ssize(frames), B = s.rows.B;
    Vector poses(static_cast<std::size_t>(16 * n * B)), velocities(static_cast<std::size_t>(6 * n * B));
    Vector kinetic(static_cast<std::size_t>(B)), potential(kinetic);
    Task task = s.task(Quantity::kinematics);
    task.frames = frames;
    task.output = s.array(poses);
    task.second_output = s.array(velocities);
    Kernel::run(task, 0, s.groups(), s.memory());
    task.quantity = Quantity::energy;
    task.output = s.array(kinetic);
    task.second_output = s.array(potential);
    Kernel::run(task, 0, s.groups(), s.memory());
    for (Index b = 0; b < B; ++b) {
      Recursion r(s, b);
      reference::kinematics<double>(r.m, r.q, r.v, r.w.zero.view(), r.w);
      const double T = reference::kinetic_energy<double>(r.m, r.v, r.w);
      EXPECT_NEAR(at(kinetic, b), T, 1e-12 * (1 + T));
      const double V = reference::potential_energy<double>(r.m, r.w);
      EXPECT_NEAR(at(potential, b), V, 1e-12 * (1 + 100 * model.total_mass()));
      for (Index i = 0; i < n; ++i) {
        const Frame& frame = at(frames, i);
        const Transform<double> X = frame.body == root ? Transform<double>{} : frame.X_FB * r.w.X0[frame.body];
        const Vector pose = row(poses, b * n + i, 16), velocity = row(velocities, b * n + i, 6);
        const Motion<double> V_F = frame.body == root ? Motion<double>{} : frame.X_FB * r.w.V[frame.body];
        expect_close(pose,
                     {X.E.x.x, X.E.y.x, X.E.z.x, X.r.x, X.E.x.y, X.E.y.y, X.E.z.y, X.r.y,  //
                      X.E.x.z, X.E.y.z, X.E.z.z, X.r.z, 0, 0, 0, 1},
                     Vector(16, 10));
        expect_close(velocity, {V_F.w.x, V_F.w.y, V_F.w.z, V_F.v.x, V_F.v.y, V_F.v.z}, Vector(6, 100));
      }
    }
  }
}

}  // namespace
}  // namespace treefix::testing
