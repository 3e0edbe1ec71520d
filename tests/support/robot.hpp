// A model in scalar type T with a random state and the recursive algorithms, for tests that state laws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/reference/aba.hpp>
#include <treefix/reference/crba.hpp>
#include <treefix/reference/energy.hpp>
#include <treefix/reference/kinematics.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>
#include <treefix/treefix.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

using namespace math;  // laws read better without qualification

/// Random trees of every shape and with every joint kind: chains, bushes, free roots, armature.
inline std::vector<Model> random_models(int count, Index largest = 25) {
  std::vector<Model> models;
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const char* joints[] = {"R", "RPH", "RPHSLF", "RS"};
    const char* roots[] = {"", "F", "L"};
    const double branching[] = {0, 1, 2, 0, 1.5};
    models.push_back(zoo::random_tree({.n = 1 + i % largest,
                                       .seed = seed,
                                       .joints = joints[i % 4],
                                       .root = roots[i % 3],
                                       .branching = branching[i % 5],
                                       .armature = i % 2 == 0 ? 0.0 : 0.3}));
  }
  return models;
}

/// The random trees and the zoo.
inline std::vector<Model> many_models(int count) {
  std::vector<Model> models = random_models(count);
  for (Model& model : zoo::all()) models.push_back(std::move(model));
  return models;
}

/// The description of a model that a failing test prints.
inline std::string describe(const Model& model) {
  std::string text = model.name() + " of";
  for (const auto& joint : model.mechanism().joints) text += " " + std::string(to_string(joint.kind));
  return text;
}

template <class T>
std::vector<T> cast_all(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

template <class T>
struct Robot {
  using Vector = std::vector<T>;

  Model model;
  Mechanism<T> m;
  Workspace<T> w{m};
  Vector q, v, a;
  std::vector<Force<T>> forces;  // a force on each body

  explicit Robot(const Model& described, std::uint64_t seed = 1)
      : model(described), m(convert<T>(model.mechanism())), q(cast_all<T>(random_configuration(model, seed))),
        v(cast_all<T>(random_velocity(model, seed + 1))), a(cast_all<T>(random_velocity(model, seed + 2))) {
    treefix::normalize<T>(m, q);
    Random random(seed + 3);
    const auto number = [&] { return T(random.uniform(-1, 1)); };
    for (Index i = 0; i < m.nbody(); ++i)
      forces.push_back({{number(), number(), number()}, {number(), number(), number()}});
  }

  Vector vector() const { return Vector(static_cast<std::size_t>(m.nv)); }
  ExternalForces<T> external(ExternalFrame c = ExternalFrame::of_body) const { return {forces, c}; }

  Vector id(const Vector& acceleration, const ExternalForces<T>& on_bodies = {}) {
    Vector tau = vector();
    rnea(m, q, v, acceleration, on_bodies, w, tau);
    return tau;
  }
  Vector fd(const Vector& tau, const ExternalForces<T>& on_bodies = {}) {
    Vector result = vector();
    aba(m, q, v, tau, on_bodies, w, result);
    return result;
  }
  Vector bias(const ExternalForces<T>& on_bodies = {}) {
    Vector tau = vector();
    bias_torques(m, q, v, on_bodies, w, tau);
    return tau;
  }
  Vector H() {
    Vector matrix(static_cast<std::size_t>(m.nv * m.nv));
    crba(m, q, w, matrix);
    return matrix;
  }
  /// Σ |terms| of each torque of id(acceleration).
  Vector scale(const Vector& acceleration) {
    id(acceleration);
    Vector result = vector();
    torque_scale(m, acceleration, {}, w, result);
    return result;
  }
  T residual(const Vector& acceleration, const Vector& tau, const ExternalForces<T>& on_bodies = {}) {
    Vector r = vector(), s = vector();
    return scaled_residual(m, q, v, acceleration, tau, on_bodies, w, r, s);
  }
  void kinematics() { reference::kinematics(m, q, v, a, w); }
  T kinetic_energy() {
    kinematics();
    return reference::kinetic_energy(m, v, w);
  }
  T potential_energy() {
    kinematics();
    return reference::potential_energy(m, w);
  }
  Force<T> momentum() {
    kinematics();
    return reference::momentum(m, w);
  }
  /// The state after moving for a short time with velocity v and acceleration a.
  Robot moved(const T& time) const {
    Robot later = *this;
    later.move(time);
    return later;
  }
  void move(const T& time) {
    // q(t) = q ⊕ (v t + a t²/2) is correct to second order, also for curved joints: the error is of third order
    Vector step = vector();
    for (std::size_t k = 0; k < v.size(); ++k) step[k] = time * v[k] + T(0.5) * time * time * a[k];
    integrate<T>(m, q, step, q);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * a[k];
  }
  Robot(const Robot& other)
      : model(other.model), m(other.m), w(m), q(other.q), v(other.v), a(other.a), forces(other.forces) {}
  Robot& operator=(const Robot&) = delete;
  ~Robot() = default;

  Index depth() const { return m.tree.depth(); }
};

/// For comparing and printing, which GoogleTest cannot do with Quad.
inline double plain(Quad x) { return static_cast<double>(x); }

template <class T>
T dot_product(const std::vector<T>& x, const std::vector<T>& y) {
  T sum = T(0);
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

template <class T>
std::vector<T> matrix_times(const std::vector<T>& H, const std::vector<T>& x) {
  const std::size_t n = x.size();
  std::vector<T> y(n, T(0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) y[i] += H[i * n + j] * x[j];
  return y;
}

template <class T>
T largest(const std::vector<T>& x) {
  T most = T(0);
  for (const T& value : x)
    if (most == most && !(abs(value) <= most)) most = abs(value);  // keeps NaN
  return most;
}

template <class T>
std::vector<T> minus(const std::vector<T>& x, const std::vector<T>& y) {
  std::vector<T> z(x);
  for (std::size_t k = 0; k < x.size(); ++k) z[k] = x[k] - y[k];
  return z;
}

}  // namespace treefix::testing
