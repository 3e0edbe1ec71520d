// Inverse dynamics by every scan, on any scalar.
#pragma once

#include <string>

#include <treefix/algorithms/scan/inverse.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"

namespace treefix::testing {

struct InverseVariant {
  enum Method { pair_scan, two_scans, simulated } method;
  bool by_vector_tree;
  ScanMethod scan{};
  Index piece_length = 1024;

  friend std::ostream& operator<<(std::ostream& out, const InverseVariant& x) {
    const char* names[] = {"pair scan", "two scans", "simulated"};
    out << names[x.method];
    if (x.by_vector_tree)
      return out << " by vector tree, scan " << static_cast<int>(x.scan.kind) << ", block " << x.scan.block;
    return out << " by heavy paths, pieces of " << x.piece_length;
  }
};

inline std::vector<InverseVariant> inverse_variants() {
  std::vector<InverseVariant> all;
  for (const auto method : {InverseVariant::pair_scan, InverseVariant::two_scans, InverseVariant::simulated}) {
    for (const Index length : {1, 3, 1024}) all.push_back({method, false, {}, length});
    for (const ScanMethod scan :
         {ScanMethod{ScanKind::sequential}, ScanMethod{ScanKind::work_efficient}, ScanMethod{ScanKind::blocked, 5},
          ScanMethod{ScanKind::blocked, 4096}, ScanMethod{ScanKind::per_component, 8}})
      all.push_back({method, true, scan});
  }
  return all;
}

template <class T, class Exec>
std::vector<T> inverse_by_scan(const Exec& exec, const InverseVariant& variant, const Robot<T>& robot,
                               const ExternalForces<T>& external = {}) {
  const ScanModel<T> model(robot.m, variant.piece_length);
  ScanWorkspace<T> w(robot.m.nbody());
  std::vector<T> tau = robot.vector();
  const ScanState<T> state{robot.q, robot.v, robot.a, external};
  const auto run = [&](auto&& fix) {
    switch (variant.method) {
      case InverseVariant::pair_scan: return inverse_by_pair_scan<T>(exec, model, fix, state, w, tau);
      case InverseVariant::two_scans: return inverse_by_two_scans<T>(exec, model, fix, state, w, tau);
      case InverseVariant::simulated: return inverse_simulated<T>(exec, model, fix, state, w, tau);
    }
  };
  variant.by_vector_tree ? run(ByVectorTree<T>(model, variant.scan)) : run(ByHeavyPaths<T>(model));
  return tau;
}

}  // namespace treefix::testing
