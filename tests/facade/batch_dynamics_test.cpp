// Row b of every result is what the recursive algorithms compute for row b of the arguments.
#include <treefix/batch_dynamics.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/model/manifold.hpp>

#include "support/batch.hpp"
#include "support/mimic.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;

/// One state by the recursive algorithms of reference/, in coordinates of the model; poses and energies by Dynamics,
/// which uses those algorithms.
struct Reference {
  Dynamics dynamics;
  Vector q, v, a;
  std::vector<Force<double>> forces;

  template <class T>
  Reference(const Model& model, const Rows<T>& rows, Index b)
      : dynamics(model), q(widened(row(rows.q, b, rows.nq))), v(widened(row(rows.v, b, rows.nv))),
        a(widened(row(rows.a, b, rows.nv))) {
    q = normalize(model, q);
    const Vector f = widened(row(rows.forces, b, 6 * rows.nbody));
    for (std::size_t i = 0; i < f.size(); i += 6)
      forces.push_back({{f[i], f[i + 1], f[i + 2]}, {f[i + 3], f[i + 4], f[i + 5]}});
  }
  template <class T>
  static Vector widened(const std::vector<T>& x) {
    return {x.begin(), x.end()};
  }
  /// Forces as the algorithms take them: on a body, at its joint.
  std::vector<Force<double>> at_joints(const Dynamics::External& external) const {
    std::vector<Force<double>> list(external.forces.begin(), external.forces.end());
    const auto& offsets = model().body_offsets();
    if (external.frame == ExternalFrame::of_body && !offsets.empty())
      for (std::size_t i = 0; i < list.size(); ++i) list[i] = offsets[i].back(list[i]);
    return list;
  }
  Vector H() {
    const auto n = static_cast<std::size_t>(m.nv);
    Vector full(n * n), matrix(v.size() * v.size());
    crba(m, full_q(), w, full);
    if (mimic().empty()) return full;
    reduce_matrix<double>(mimic(), full, model().nv(), matrix);
    return matrix;
  }
  Vector inverse(const Vector& x, const Dynamics::External& external) {
    Vector full(static_cast<std::size_t>(m.nv)), tau(v.size());
    const auto list = at_joints(external);
    rnea(m, full_q(), full_v(v), full_v(x), {list, external.frame}, w, full);
    if (mimic().empty()) return full;
    reduce_torques<double>(mimic(), full, tau);
    return tau;
  }
  /// Σ |H_ij| |x_j| and the largest bias: the terms that are summed in torque i.
  Vector scale(const Vector& x, const Dynamics::External& external) {
    const Vector matrix = H();
    Vector sum(v.size(), 1 + largest(inverse(Vector(v.size()), external)));
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j) sum[i] += std::abs(matrix[i * v.size() + j] * x[j]);
    return sum;
  }
  Vector gravity() {
    Vector rest(v.size());
    std::swap(v, rest);
    const Vector tau = inverse(v, {});
    std::swap(v, rest);
    return tau;
  }

 private:
  const Model& model() const { return dynamics.model(); }
  const MimicCoupling& mimic() const { return model().mimic(); }
  Vector full_q() const {
    Vector full(static_cast<std::size_t>(m.nq));
    if (mimic().empty()) return q;
    expand_configuration<double>(mimic(), q, full);
    return full;
  }
  Vector full_v(const Vector& x) const {
    Vector full(static_cast<std::size_t>(m.nv));
    if (mimic().empty()) return x;
    expand_velocity<double>(mimic(), x, full);
    return full;
  }
  const Mechanism<double>& m = dynamics.model().mechanism();
  Workspace<double> w{m};
};

/// |x − y| in units of the terms that cancel.
double distance(const Vector& x, const Vector& y, const Vector& scale) {
  double worst = x.size() == y.size() && x.size() == scale.size() ? 0 : 1e300;
  for (std::size_t k = 0; k < x.size() && worst < 1e300; ++k)
    if (const double d = std::abs(x[k] - y[k]) / scale[k]; !(d <= worst)) worst = d;
  return worst;
}

Vector kinematics(Reference& r) {
  const Model& model = r.dynamics.model();
  Vector poses, velocities;
  r.dynamics.kinematics(r.q, r.v);
  for (const std::string& name : model.body_names()) {
    const auto [E, p] = r.dynamics.pose(model.frame(name));
    const auto [w, u] = r.dynamics.velocity(model.frame(name));
    for (const double x :
         {E.x.x, E.y.x, E.z.x, p.x, E.x.y, E.y.y, E.z.y, p.y, E.x.z, E.y.z, E.z.z, p.z, 0.0, 0.0, 0.0, 1.0})
      poses.push_back(x);
    for (const double x : {w.x, w.y, w.z, u.x, u.y, u.z}) velocities.push_back(x);
  }
  poses.insert(poses.end(), velocities.begin(), velocities.end());
  return poses;
}

/// The error of a job's result for one state, in units of the terms that cancel.
double error(Job job, Reference& r, const Vector& got, const Dynamics::External& external) {
  const std::size_t n = r.v.size();
  const Vector zero(n);
  switch (job) {
    case Job::inverse: return distance(got, r.inverse(r.a, external), r.scale(r.a, external));
    case Job::bias: return distance(got, r.inverse(zero, external), r.scale(zero, external));
    case Job::gravity: return distance(got, r.gravity(), r.scale(zero, {}));
    // the residual, because accelerations themselves may be ill-conditioned
    case Job::forward:
    case Job::by_matrix: return distance(r.inverse(got, external), r.a, r.scale(got, external));
    case Job::apply: return distance(got, matrix_times(r.H(), r.a), r.scale(r.a, {}));
    case Job::solve: return distance(matrix_times(r.H(), got), r.a, r.scale(got, {}));
    case Job::matrix:
    case Job::packed: {
      const Vector H = r.H();
      Vector expected, scale;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < (job == Job::packed ? i + 1 : n); ++j) {
          expected.push_back(H[i * n + j]);
          scale.push_back(std::sqrt(H[i * n + i] * H[j * n + j]));
        }
      return distance(got, expected, scale);
    }
    case Job::kinematics: {
      const Vector list = kinematics(r);
      return distance(got, list, Vector(list.size(), 1 + largest(list)));
    }
    case Job::energy: {
      const double kinetic = r.dynamics.kinetic_energy(r.q, r.v), potential = r.dynamics.potential_energy(r.q);
      const double heavy = 10 * r.dynamics.model().total_mass() * 3;
      return distance(got, {kinetic, potential}, {1 + kinetic, heavy});
    }
  }
  return 1e300;
}

/// Bodies whose frames are not at their joints.
std::vector<Model> offset_models(int count) {
  std::vector<Model> models;
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Builder builder("offsets");
    for (int k = 0; k < 1 + i % 9; ++k) {
      const std::string parent = k == 0 ? "" : concat("b", random.below(k));
      BodySpec body = random_body(random, concat("b", k), parent, random_joint(random, true));
      const Vec3<double> rpy{random.normal(), random.normal(), random.normal()};
      if (k % 2 == 0) body.offset = placed<double>({random.normal(), 0.2, -0.1}, turned_rpy(rpy));
      builder.body(body);
    }
    models.push_back(builder.build());
  }
  return models;
}

std::vector<Model> all_kinds_of_models() {
  std::vector<Model> models = many_models(60);
  for (const MimicRobot& robot : random_mimic_robots(30)) models.push_back(robot.coupled);
  for (const Model& model : offset_models(20)) models.push_back(model);
  return models;
}

template <class T>
void expect_right_results(const BatchOptions& options, double tolerance) {
  for (const Model& model : all_kinds_of_models()) {
    BatchDynamics batch(model, options);
    const Rows<T> rows(model, 7);
    for (const Job job : jobs) {
      const std::vector<T> out = run(batch, job, rows);
      for (Index b = 0; b < rows.B; ++b) {
        Reference reference(model, rows, b);
        const Vector got = Reference::widened(row(out, b, output_size(job, model)));
        EXPECT_LT(error(job, reference, got, {reference.forces}), tolerance)
            << describe(model) << ", job " << static_cast<int>(job) << ", state " << b << ", " << batch.level();
      }
    }
  }
}

TEST(BatchDynamics, EqualsTheRecursiveAlgorithmsOnEveryLevelOfTheMachine) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    ASSERT_EQ(BatchDynamics(zoo::arm()).level(), level);
    expect_right_results<double>({.threads = 1}, 1e-12);
  }
}

TEST(BatchDynamics, InFloatIsAsAccurateAsFloatCanBe) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_right_results<float>({.threads = 1}, 1e-3);
  }
}

TEST(BatchDynamics, TakesForcesInRootCoordinates) {
  for (const Model& model : all_kinds_of_models()) {
    BatchDynamics batch(model, {.threads = 1});
    const Rows<double> rows(model, 5);
    auto x = arguments(rows, 0, rows.B);
    x.call.external_frame = ExternalFrame::of_root;
    for (const Job job : {Job::inverse, Job::forward, Job::by_matrix, Job::bias}) {
      Vector out(rows.v.size());
      run<double>(batch, job, x, Batch<double>::rows(out.data(), rows.B, rows.nv));
      for (Index b = 0; b < rows.B; ++b) {
        Reference r(model, rows, b);
        const Dynamics::External external{r.forces, ExternalFrame::of_root};
        EXPECT_LT(error(job, r, row(out, b, rows.nv), external), 1e-12) << describe(model);
      }
    }
  }
}

TEST(BatchDynamics, TheMassMatrixIsSymmetricAndZeroBetweenBranches) {
  for (const Model& model : {zoo::star(5), zoo::quadruped(), zoo::humanoid()}) {
    BatchDynamics batch(model);
    const Rows<double> rows(model, 5);
    const Index n = rows.nv;
    const Vector out = run(batch, Job::matrix, rows);
    for (Index b = 0; b < rows.B; ++b) {
      const Vector H = row(out, b, n * n);
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < i; ++j) {
          EXPECT_EQ(at(H, i * n + j), at(H, j * n + i));
          EXPECT_TRUE(model.name() != "star" || at(H, i * n + j) == 0);
        }
    }
  }
}

TEST(BatchDynamics, ComputesMatricesOfLargeRobotsInMemoryThatIsAllocatedLater) {
  const Model model = zoo::make("auto_tree:n=520,bf=1.5");
  BatchDynamics batch(model, {.threads = 1});
  const Rows<double> rows(model, 2);
  const Vector a = run(batch, Job::forward, rows), b = run(batch, Job::by_matrix, rows);
  EXPECT_LT(largest(minus(a, b)), 1e-6 * largest(a));
}

}  // namespace
}  // namespace treefix::testing
