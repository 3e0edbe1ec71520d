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
std::vector<Model> random_models(int count, Index largest = 25);

/// The random trees and the zoo.
std::vector<Model> many_models(int count);

/// The description of a model that a failing test prints.
std::string describe(const Model& model);

template <class T>
std::vector<T> cast_all(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

/// A robot in one state. The members are compiled once, in robot.cpp: they use all recursive algorithms, and nearly
/// every test uses them.
template <class T>
struct Robot {
  using Vector = std::vector<T>;

  Model model;
  Mechanism<T> m;
  Workspace<T> w{m};
  Vector q, v, a;
  std::vector<Force<T>> forces;  // a force on each body

  explicit Robot(const Model& described, std::uint64_t seed = 1);
  Robot(const Robot& other);
  Robot& operator=(const Robot&) = delete;
  ~Robot();

  Vector vector() const { return Vector(static_cast<std::size_t>(m.nv)); }
  ExternalForces<T> external(ExternalFrame c = ExternalFrame::of_body) const { return {forces, c}; }
  Index depth() const { return m.tree.depth(); }

  Vector id(const Vector& acceleration, const ExternalForces<T>& on_bodies = {});
  Vector fd(const Vector& tau, const ExternalForces<T>& on_bodies = {});
  Vector bias(const ExternalForces<T>& on_bodies = {});
  Vector H();
  /// Σ |terms| of each torque of id(acceleration).
  Vector scale(const Vector& acceleration);
  T residual(const Vector& acceleration, const Vector& tau, const ExternalForces<T>& on_bodies = {});
  void kinematics();
  T kinetic_energy();
  T potential_energy();
  Force<T> momentum();
  /// The state after moving for a short time with velocity v and acceleration a.
  Robot moved(const T& time) const;
  void move(const T& time);
};

template <class T>
Robot<T>::Robot(const Model& described, std::uint64_t seed)
    : model(described), m(convert<T>(model.mechanism())), q(cast_all<T>(random_configuration(model, seed))),
      v(cast_all<T>(random_velocity(model, seed + 1))), a(cast_all<T>(random_velocity(model, seed + 2))) {
  treefix::normalize<T>(m, q);
  Random random(seed + 3);
  const auto number = [&] { return T(random.uniform(-1, 1)); };
  for (Index i = 0; i < m.nbody(); ++i)
    forces.push_back({{number(), number(), number()}, {number(), number(), number()}});
}

template <class T>
Robot<T>::Robot(const Robot& other)
    : model(other.model), m(other.m), w(m), q(other.q), v(other.v), a(other.a), forces(other.forces) {}

template <class T>
Robot<T>::~Robot() = default;

template <class T>
typename Robot<T>::Vector Robot<T>::id(const Vector& acceleration, const ExternalForces<T>& on_bodies) {
  Vector tau = vector();
  rnea(m, q, v, acceleration, on_bodies, w, tau);
  return tau;
}

template <class T>
typename Robot<T>::Vector Robot<T>::fd(const Vector& tau, const ExternalForces<T>& on_bodies) {
  Vector result = vector();
  aba(m, q, v, tau, on_bodies, w, result);
  return result;
}

template <class T>
typename Robot<T>::Vector Robot<T>::bias(const ExternalForces<T>& on_bodies) {
  Vector tau = vector();
  bias_torques(m, q, v, on_bodies, w, tau);
  return tau;
}

template <class T>
typename Robot<T>::Vector Robot<T>::H() {
  Vector matrix(static_cast<std::size_t>(m.nv * m.nv));
  crba(m, q, w, matrix);
  return matrix;
}

template <class T>
typename Robot<T>::Vector Robot<T>::scale(const Vector& acceleration) {
  id(acceleration);
  Vector result = vector();
  torque_scale(m, acceleration, {}, w, result);
  return result;
}

template <class T>
T Robot<T>::residual(const Vector& acceleration, const Vector& tau, const ExternalForces<T>& on_bodies) {
  Vector r = vector(), s = vector();
  return scaled_residual(m, q, v, acceleration, tau, on_bodies, w, r, s);
}

template <class T>
void Robot<T>::kinematics() {
  reference::kinematics(m, q, v, a, w);
}

template <class T>
T Robot<T>::kinetic_energy() {
  kinematics();
  return reference::kinetic_energy(m, v, w);
}

template <class T>
T Robot<T>::potential_energy() {
  kinematics();
  return reference::potential_energy(m, w);
}

template <class T>
Force<T> Robot<T>::momentum() {
  kinematics();
  return reference::momentum(m, w);
}

template <class T>
Robot<T> Robot<T>::moved(const T& time) const {
  Robot later = *this;
  later.move(time);
  return later;
}

template <class T>
void Robot<T>::move(const T& time) {
  // q(t) = q ⊕ (v t + a t²/2) is correct to second order, also for curved joints: the error is of third order
  Vector step = vector();
  for (std::size_t k = 0; k < v.size(); ++k) step[k] = time * v[k] + T(0.5) * time * time * a[k];
  integrate<T>(m, q, step, q);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * a[k];
}

extern template struct Robot<double>;
extern template struct Robot<Quad>;

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
