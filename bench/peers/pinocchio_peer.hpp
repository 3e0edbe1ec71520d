// Pinocchio as a benchmark peer.
//
// The header includes nothing of Pinocchio, so that only pinocchio_peer.cpp pays for its long
// compile and its flags.
#pragma once

#include <memory>
#include <string>

#include "robot.hpp"
#include "work.hpp"

namespace tfbench {

class PinocchioPeer {
 public:
  // The frame in which Pinocchio does its inner work. Neither is always the faster one, so the
  // benchmark measures both and compares with the better.
  enum class Convention { local, world };

  explicit PinocchioPeer(const RobotDescription& robot);
  ~PinocchioPeer();
  PinocchioPeer(PinocchioPeer&&) noexcept;
  PinocchioPeer& operator=(PinocchioPeer&&) noexcept;

  // Sizes in the layout of the description (planar q is x y theta).
  int nq() const;
  int nv() const;

  // Timed interface. set_state converts and copies the inputs once, outside the timed part; the
  // calls after it are then nothing but Pinocchio's own function. A null pointer leaves that
  // input as it was.
  void set_state(const double* q, const double* v, const double* a, const double* tau);
  void rnea();
  void aba(Convention convention);
  void crba(Convention convention);

  // Results of the last timed calls, copied out in the order of the description. mass_matrix
  // writes nv * nv numbers with both triangles (Pinocchio itself fills only the upper one).
  void torque(double* tau) const;
  void acceleration(double* a) const;
  void mass_matrix(double* H) const;

  // Same algorithms with inputs and outputs in one call, for checks of the results.
  void rnea(const double* q, const double* v, const double* a, double* tau);
  void aba(const double* q, const double* v, const double* tau, double* a, Convention convention = Convention::local);
  void crba(const double* q, Convention convention = Convention::local);
  void crba(const double* q, double* H, Convention convention = Convention::local);

  // Timed: a work for many states. q, v, x and y are rows of nq, nv, nv and result_size(work, nv) numbers, read and
  // written in place. Pinocchio computes one triangle of H, and only that is written: the one on and below the
  // diagonal. Throws std::invalid_argument for a robot whose rows do not have Pinocchio's layout, because copies would
  // cost time.
  void run(Work work, Convention convention, long states, const double* q, const double* v, const double* x, double* y);

  // Name of the joint type that Pinocchio uses for a body, to show that the fast ones are taken.
  std::string joint_type(int body) const;

  // Versions, instructions and compiler of the object file that holds Pinocchio's code.
  static std::string build_info();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tfbench
