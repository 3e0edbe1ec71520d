// Errors of torques, mass matrices and accelerations in double, relative to __float128.
#pragma once

#include <algorithm>

#include "support/batch.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {

/// Results for the state of a robot with external forces: the torques for robot.a, H, and the accelerations for
/// robot.a, which also serves as torques.
struct Computed {
  std::vector<double> tau, H, a, a_by_matrix;
};

inline Computed by_recursion(Robot<double>& robot) {
  const auto a = robot.fd(robot.a, robot.external());
  return {robot.id(robot.a, robot.external()), robot.H(), a, a};
}

/// By the sweeps over the prepared model.
inline Computed by_sweeps(Robot<double>& robot) {
  Sweeps<double> sweeps(prepare(robot.model.mechanism()));
  sweeps.q = robot.q;
  sweeps.v = robot.v;
  sweeps.a = robot.a;
  for (Index i = 0; i < robot.m.nbody(); ++i) sweeps.external.push_back(at(sweeps.m.frames, i) * at(robot.forces, i));
  Computed out{sweeps.id(), sweeps.H(), {}, {}};
  sweeps.tau = robot.a;
  out.a = sweeps.fd();
  out.a_by_matrix = minus(robot.a, sweeps.bias());
  sweeps.solve(out.a_by_matrix);
  return out;
}

/// By BatchDynamics, as one of several states.
inline Computed by_batch(Robot<double>& robot) {
  constexpr Index B = 3;
  BatchDynamics batch(robot.model, {.threads = 1});
  Rows<double> rows(robot.model, B);
  const auto put = [](const std::vector<double>& x, std::vector<double>& all) {
    std::copy(x.begin(), x.end(), all.begin() + ssize(x));
  };
  std::vector<double> forces;
  for (const auto& [n, f] : robot.forces) forces.insert(forces.end(), {n.x, n.y, n.z, f.x, f.y, f.z});
  put(robot.q, rows.q);
  put(robot.v, rows.v);
  put(robot.a, rows.a);
  put(forces, rows.forces);
  const auto get = [&](Job job) { return row(run(batch, job, rows), 1, output_size(job, robot.model)); };
  return {get(Job::inverse), get(Job::matrix), get(Job::forward), get(Job::by_matrix)};
}

/// The largest errors of a model, in ε: of torques relative to the forces that cancel in each of them, of H_ij relative
/// to √(H_ii H_jj); for accelerations, the residual.
struct Errors {
  double tau = 0, H = 0, a = 0, a_by_matrix = 0;
};

/// One random state in __float128.
class ErrorJudge {
 public:
  ErrorJudge(const Model& model, std::uint64_t seed) : robot(model, seed), exact_(model, seed) {
    exact_.q = cast_all<Quad>(robot.q);
    tau_ = exact_.id(exact_.a, exact_.external());
    torque_scale(exact_.m, exact_.a, exact_.external(), exact_.w, scale_);
    H_ = exact_.H();
  }

  Errors operator()(const Computed& got) {
    return {torque_error(got.tau), matrix_error(got.H), acceleration_error(got.a), acceleration_error(got.a_by_matrix)};
  }

  Robot<double> robot;

 private:
  static void keep_worse(const Quad& error, double& worst) {
    if (const double e = plain(error) / epsilon<double>(); !(e <= worst)) worst = e;  // keeps NaN
  }
  double torque_error(const std::vector<double>& got) const {
    double worst = 0;
    for (std::size_t k = 0; k < got.size(); ++k) keep_worse(abs(Quad(got[k]) - tau_[k]) / scale_[k], worst);
    return worst;
  }
  double matrix_error(const std::vector<double>& got) const {
    double worst = 0;
    const auto n = static_cast<std::size_t>(exact_.m.nv);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        keep_worse(abs(Quad(got[i * n + j]) - H_[i * n + j]) / sqrt(H_[i * n + i] * H_[j * n + j]), worst);
    return worst;
  }
  double acceleration_error(const std::vector<double>& got) {
    double worst = 0;
    keep_worse(exact_.residual(cast_all<Quad>(got), cast_all<Quad>(robot.a), exact_.external()), worst);
    return worst;
  }

  Robot<Quad> exact_;
  std::vector<Quad> tau_, scale_ = exact_.vector(), H_;
};

}  // namespace treefix::testing
