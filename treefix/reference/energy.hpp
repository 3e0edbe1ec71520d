// Energies, momentum and centre of mass, from kinematics already computed in a workspace.
#pragma once

#include <treefix/reference/steps.hpp>

namespace treefix::reference {

// The first three functions also work in lanes: T is the type of values, C that of the constants of the model.
// velocity(i) and pose(i) are V and X0 of body i.

/// V, v -> ½ vᵀ H v: ½ Vᵀ I V of the bodies and ½ R v² of the armatures.
template <class T, class C, class Velocity>
T kinetic_energy_of(const Mechanism<C>& m, In<T> v, Velocity velocity) {
  T twice = T(0);
  for (Index i = 0; i < m.nbody(); ++i) {
    const Motion<T>& V = velocity(i);
    twice += dot(cast<T>(m.inertia(i)) * V, V);
  }
  for (Index k = 0; k < m.nv; ++k) twice += T(m.armature(k)) * v[k] * v[k];
  return T(0.5) * twice;
}

/// X0 -> Σ m c in root coordinates.
template <class T, class C, class Pose>
Vec3<T> first_moment_of(const Mechanism<C>& m, Pose pose) {
  Vec3<T> sum{};
  for (Index i = 0; i < m.nbody(); ++i) {
    const Inertia<T> I = cast<T>(m.inertia(i));
    const auto& [E, r] = pose(i);
    sum += I.m * r + transpose_times(E, I.h);
  }
  return sum;
}

/// X0 -> −g · Σ m c: zero if the centre of mass is at the height of the root.
template <class T, class C, class Pose>
T potential_energy_of(const Mechanism<C>& m, Pose pose) {
  return -dot(cast<T>(m.gravity), first_moment_of<T>(m, pose));
}

template <class T>
T kinetic_energy(const Mechanism<T>& m, In<T> v, const Workspace<T>& w) {
  return kinetic_energy_of<T>(m, v, [&](Index i) -> const Motion<T>& { return w.V[i]; });
}
template <class T>
Vec3<T> first_moment(const Mechanism<T>& m, const Workspace<T>& w) {
  return first_moment_of<T>(m, [&](Index i) -> const Transform<T>& { return w.X0[i]; });
}
template <class T>
T potential_energy(const Mechanism<T>& m, const Workspace<T>& w) {
  return potential_energy_of<T>(m, [&](Index i) -> const Transform<T>& { return w.X0[i]; });
}

/// X0, V -> momentum of all bodies in root coordinates, moments about the origin of the root. Armature is not included.
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

/// X0 -> centre of mass in root coordinates; NaN for a massless mechanism.
template <class T>
Vec3<T> center_of_mass(const Mechanism<T>& m, const Workspace<T>& w) {
  return (T(1) / total_mass(m)) * first_moment(m, w);
}

}  // namespace treefix::reference
