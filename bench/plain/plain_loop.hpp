// The straightforward implementation: inverse dynamics of a tree of revolute joints as two loops over arrays.
#pragma once

#include <vector>

#include "bench/plain/plain_body.hpp"

namespace tfbench {

class PlainLoop {
 public:
  using Body = PlainBody;

  PlainLoop(std::vector<Body> bodies, const treefix::Vec3<double>& gravity);

  /// tau = ID(q, v, a), one number per body.
  void inverse(const double* q, const double* v, const double* a, double* tau);

 private:
  struct State {
    treefix::Transform<double> X{};
    treefix::Motion<double> V{}, A{};
    treefix::Force<double> F{};
  };
  std::vector<Body> bodies_;
  std::vector<State> states_;
  treefix::Motion<double> rest_;
};

}  // namespace tfbench
