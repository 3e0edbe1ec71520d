// Energies, momentum and centre of mass, from kinematics already computed in a workspace.
#pragma once

#include <treefix/algorithms/steps.hpp>

namespace treefix {

/// V, v -> ½ vᵀ H v: bodies ½ Vᵀ I V, rotors ½ R v².
template <class T>
T kinetic_energy(const Mechanism<T>& m, In<T> v, const Workspace<T>& w) {
  T twice = T(0);
  for (Index i = 0; i < m.nbody(); ++i) twice += dot(m.inertia(i) * w.V[i], w.V[i]);
  for (Index k = 0; k < m.nv; ++k) twice += m.armature(k) * v[k] * v[k];
  return T(0.5) * twice;
}

/// X0 -> Σ m c in root coordinates.
template <class T>
Vec3<T> first_moment(const Mechanism<T>& m, const Workspace<T>& w) {
  Vec3<T> sum{};
  for (Index i = 0; i < m.nbody(); ++i) sum += m.inertia(i).m * w.X0[i].r + transpose_times(w.X0[i].E, m.inertia(i).h);
  return sum;
}

/// X0 -> −g · Σ m c: zero when the centre of mass is level with the root.
template <class T>
T potential_energy(const Mechanism<T>& m, const Workspace<T>& w) {
  return -dot(m.gravity, first_moment(m, w));
}

/// X0, V -> momentum of all bodies in root coordinates, moments about its origin. Rotors (armature) are not in it.
template <class T>
Force<T> momentum(const Mechanism<T>& m, const Workspace<T>& w) {
  Force<T> sum{};
  for (Index i = 0; i < m.nbody(); ++i) sum += w.X0[i].back(m.inertia(i) * w.V[i]);
  return sum;
}

template <class T>
T total_mass(const Mechanism<T>& m) {
  T sum = T(0);
  for (const Inertia<T>& I : m.inertias) sum += I.m;
  return sum;
}

/// X0 -> centre of mass in root coordinates; all of a massless mechanism is at NaN.
template <class T>
Vec3<T> center_of_mass(const Mechanism<T>& m, const Workspace<T>& w) {
  return (T(1) / total_mass(m)) * first_moment(m, w);
}

}  // namespace treefix
