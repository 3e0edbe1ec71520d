// How far torques, mass matrices and accelerations in double are from those in __float128.
#pragma once

#include <algorithm>

#include "support/robot.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {

/// The largest errors of a model, in units of ε and of what cancels: of torques the forces that cancel in each of them, of
/// H_ij √(H_ii H_jj), of accelerations the residual that they leave.
struct Errors {
  double tau = 0, H = 0, a = 0, a_by_matrix = 0;
};
struct Comparison {
  Errors recursive, prepared;
};

/// One random state with forces from outside, by algorithms/recursive and by the sweeps over the prepared model.
inline Comparison compare_errors(const Model& model, std::uint64_t seed = 1) {
  Robot<double> robot(model, seed);
  Robot<Quad> exact(model, seed);
  exact.q = cast_all<Quad>(robot.q);
  Sweeps<double> sweeps(prepare(model.mechanism()));
  sweeps.q = robot.q, sweeps.v = robot.v, sweeps.a = robot.a;
  for (Index i = 0; i < robot.m.nbody(); ++i) sweeps.outside.push_back(at(sweeps.m.frames, i) * at(robot.outside, i));

  Comparison result;
  const auto tau = exact.id(exact.a, exact.external());
  std::vector<Quad> scale = exact.vector();
  torque_scale(exact.m, exact.a, exact.external(), exact.w, scale);
  const auto tau_error = [&](const std::vector<double>& got) {
    double worst = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
      const double error = plain(abs(Quad(got[k]) - tau[k]) / scale[k]);
      if (!(error <= worst)) worst = error;  // keeps NaN
    }
    return worst / epsilon<double>();
  };
  result.recursive.tau = tau_error(robot.id(robot.a, robot.external()));
  result.prepared.tau = tau_error(sweeps.id());

  const auto H = exact.H();
  const auto n = static_cast<std::size_t>(exact.m.nv);
  const auto H_error = [&](const std::vector<double>& got) {
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double error = plain(abs(Quad(got[i * n + j]) - H[i * n + j]) / sqrt(H[i * n + i] * H[j * n + j]));
        if (!(error <= worst)) worst = error;
      }
    return worst / epsilon<double>();
  };
  result.recursive.H = H_error(robot.H());
  result.prepared.H = H_error(sweeps.H());

  const auto given = robot.a;  // any torque will do
  const auto a_error = [&](const std::vector<double>& got) {
    return plain(exact.residual(cast_all<Quad>(got), cast_all<Quad>(given), exact.external())) / epsilon<double>();
  };
  result.recursive.a = a_error(robot.fd(given, robot.external()));
  sweeps.tau = given;
  result.prepared.a = a_error(sweeps.fd());
  auto x = minus(given, sweeps.bias());
  sweeps.solve(x);
  result.prepared.a_by_matrix = a_error(x);
  return result;
}

}  // namespace treefix::testing
