// The straightforward implementation: forward dynamics of a tree of revolute joints as three loops over arrays.
#pragma once

#include <vector>

#include "bench/plain/plain_body.hpp"

namespace tfbench {

class PlainAba {
 public:
  using Body = PlainBody;

  PlainAba(std::vector<Body> bodies, const treefix::Vec3<double>& gravity);

  /// a = FD(q, v, tau), one number per body.
  void forward(const double* q, const double* v, const double* tau, double* a);

 private:
  struct State {
    treefix::Transform<double> X{};
    treefix::Motion<double> V{}, c{}, A{};
    treefix::ArticulatedInertia<double> I{};
    treefix::Force<double> p{}, U{};
    double D = 0, u = 0;
  };
  std::vector<Body> bodies_;
  std::vector<State> states_;
  treefix::Motion<double> rest_;
};

}  // namespace tfbench
