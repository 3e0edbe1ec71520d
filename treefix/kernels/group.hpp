// What sweeps read and write: several states of a robot, one in each lane.
#pragma once

#include <treefix/kernels/turn.hpp>
#include <treefix/prepared/prepared.hpp>

namespace treefix::kernels {

using namespace prepared;

/// The motion of a body in the classical formulation: angular velocity ω, angular acceleration ω̇, and the acceleration
/// of the body's origin as a point, including gravity [Luh 1980]. With spatial accelerations the same sweeps take a
/// third more arithmetic.
template <class T>
struct ClassicalMotion {
  Vec3<T> w{}, dw{}, a{};
};

/// The placement of a body on a joint that is not revolute, for given q.
template <class T>
struct Place {
  Transform<T> X{};  // joints without an axis: from the parent's frame
  T d{};  // prismatic, helical: the distance along the axis
};

/// Views of memory that the caller owns. Sweeps of one group run one after the other; those of several groups may
/// alternate.
template <class T>
struct LaneGroup {
  // arguments and results
  const T* q = nullptr;  // (nq)
  const T* v = nullptr;  // (nv)
  T* a = nullptr;  // (nv)
  T* tau = nullptr;  // (nv)
  const Force<T>* external = nullptr;  // (nbody) external forces in prepared frames; null for none

  // written by joint_sweep
  Turn<T>* turns = nullptr;  // (nbody) of joints with an axis
  Place<T>* places = nullptr;  // (general bodies)
  // written by rnea_outward; the inward sweep of forward dynamics overwrites it with G = U D⁻¹ of revolute joints
  Force<T>* F = nullptr;  // (nbody)
  // written by aba_inward
  T* d = nullptr;  // (nv) D⁻¹ u
  Force<T>* G = nullptr;  // (nv) columns of U D⁻¹ of other joints
  // what segments pass on to their children, and the sums over their children
  ClassicalMotion<T>* motions = nullptr;  // (slots)
  Force<T>* forces = nullptr;  // (slots)
  ArticulatedBody<T>* articulated = nullptr;  // (slots + 1) the last is for segments without a slot
};

}  // namespace treefix::kernels
