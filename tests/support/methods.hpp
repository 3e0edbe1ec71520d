// Forward dynamics of one state by every method, as callers use it.
#pragma once

#include <vector>

#include <treefix/dynamics.hpp>
#include <treefix/papers/forward/inverse_inertia.hpp>

#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

struct OneState {
  using Vector = std::vector<double>;

  Model model;
  Dynamics dynamics{model};
  Vector q = random_configuration(model, 1), v = random_velocity(model, 2), tau = random_velocity(model, 3);

  ForwardInfo forward(Vector& a, ForwardOptions options, const Dynamics::External& external = {}) {
    a.resize(v.size());
    options.residual = true;
    return dynamics.forward(q, v, tau, a, options, external);
  }
};

/// Constraint forces need invertible inertias; the humanoid has massless bodies.
inline bool can(ForwardMethod method, const Model& model) {
  return method != ForwardMethod::cfa || singular_body(model.mechanism()) == root;
}

}  // namespace treefix::testing
