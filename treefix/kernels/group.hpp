// What sweeps read and write: some states of a robot, one in each lane.
#pragma once

#include <treefix/kernels/turn.hpp>
#include <treefix/prepared/prepared.hpp>

namespace treefix::kernels {

using namespace prepared;

/// How a body moves, in the classical formulation: angular velocity ω, angular acceleration ω̇ and the acceleration of the
/// body's origin as a point, gravity in it [Luh 1980]. With spatial accelerations the same sweeps take a third more
/// arithmetic.
template <class T>
struct ClassicalMotion {
  Vec3<T> w{}, dw{}, a{};
};

/// Where q has put a body on another joint than a revolute one.
template <class T>
struct Place {
  Transform<T> X{};  // joints without an axis: from the parent's frame
  T d{};  // prismatic, helical: how far along the axis
};

/// Views memory of its owner. Sweeps of one group run one after the other; several groups may take turns.
template <class T>
struct LaneGroup {
  // given or wanted
  const T* q = nullptr;  // (nq)
  const T* v = nullptr;  // (nv)
  T* a = nullptr;  // (nv)
  T* tau = nullptr;  // (nv)
  const Force<T>* external = nullptr;  // (nbody) external forces in prepared frames; null for none

  // written by joint_sweep
  Turn<T>* turns = nullptr;  // (nbody) of joints with an axis
  Place<T>* places = nullptr;  // (general_bodies)
  // written by rnea_outward; the inward sweep of forward dynamics leaves G = U D⁻¹ of revolute joints there
  Force<T>* F = nullptr;  // (nbody)
  // written by aba_inward
  T* d = nullptr;  // (nv) D⁻¹ u
  Force<T>* G = nullptr;  // (nv) columns of U D⁻¹ of other joints
  // what segments hand to their children, and what they get from them
  ClassicalMotion<T>* motions = nullptr;  // (slots)
  Force<T>* forces = nullptr;  // (slots)
  ArticulatedBody<T>* articulated = nullptr;  // (slots and one more, for segments that have none)
};

}  // namespace treefix::kernels
