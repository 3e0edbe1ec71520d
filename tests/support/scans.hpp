// Inverse dynamics of a robot by every scan, on any scalar.
#pragma once

#include "support/executors.hpp"
#include "support/inverse_variants.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

template <class T, class Exec>
std::vector<T> inverse_by_scan(const Exec& exec, const InverseVariant& variant, const Robot<T>& robot,
                               const ExternalForces<T>& external = {}) {
  return inverse_by_scan<T>(exec, variant, robot.m, ScanState<T>{robot.q, robot.v, robot.a, external});
}

}  // namespace treefix::testing
