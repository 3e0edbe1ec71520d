// What forward dynamics knows of the trunk.
#pragma once

#include <treefix/kernels/aba.hpp>

namespace treefix {

/// Squares of the largest accelerations of bodies between pieces, from the root on.
struct Largest {
  double angular = 0, linear = 0;
  void add(const Motion<double>& a);
  bool is_much(const Motion<double>& error) const;
};

/// Of the last body of each unit.
struct ForwardUnit {
  Moving<double> moving{};  // ω, and as if its joint did not accelerate; of rows ω only
  Articulated<double> below{};  // what comes to it from units below
  Motion<double> acceleration{};
  Largest largest{};
};

}  // namespace treefix
