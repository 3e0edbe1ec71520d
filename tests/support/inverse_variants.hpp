// Inverse dynamics by every scan, with any executor. Also compiled for CUDA, so it includes only what it needs.
#pragma once

#include <ostream>
#include <vector>

#include <treefix/base/methods.hpp>
#include <treefix/papers/inverse/scan_inverse.hpp>

#include "support/rooms.hpp"
#include "support/scan_copy.hpp"

namespace treefix::testing {

struct InverseVariant {
  InverseMethod method;  // of the papers
  bool by_vector_tree;
  ScanMethod scan{};
  Index piece_length = 1024;

  friend std::ostream& operator<<(std::ostream& out, const InverseVariant& x) {
    out << to_string(x.method);
    if (x.by_vector_tree)
      return out << " by vector tree, scan " << static_cast<int>(x.scan.kind) << ", block " << x.scan.block;
    return out << " by heavy paths, pieces of " << x.piece_length;
  }
};

inline std::vector<InverseVariant> inverse_variants() {
  std::vector<InverseVariant> all;
  for (const auto method : {InverseMethod::pair_scan, InverseMethod::two_scan, InverseMethod::simulated}) {
    for (const Index length : {1, 3, 1024}) all.push_back({method, false, {}, length});
    for (const ScanMethod scan :
         {ScanMethod{ScanKind::sequential}, ScanMethod{ScanKind::work_efficient}, ScanMethod{ScanKind::blocked, 5},
          ScanMethod{ScanKind::blocked, 4096}, ScanMethod{ScanKind::per_component, 8}, ScanMethod{ScanKind::native}})
      all.push_back({method, true, scan});
  }
  return all;
}

/// Input and output are arrays of the host.
template <class T, class Exec>
std::vector<T> inverse_by_scan(const Exec& exec, const InverseVariant& variant, const Mechanism<T>& m,
                               const ScanState<T>& given) {
  using Numbers = typename Exec::template Array<T>;
  const ScanModel<T> host(m, variant.piece_length);
  const ScanCopy<T, Exec> model(host);
  const Numbers q(given.q), v(given.v), a(given.a);
  const typename Exec::template Array<Force<T>> forces(given.external.forces);
  const ScanState<T> state{q.view(), v.view(), a.view(), {forces.view(), given.external.frame}};
  ScanWorkspace<T, Exec> w(m.nbody());
  Numbers tau(m.nv);
  const auto run = [&](auto&& fix) {
    switch (variant.method) {
      case InverseMethod::pair_scan: return inverse_by_pair_scan<T>(exec, model, fix, state, w, tau.view());
      case InverseMethod::two_scan: return inverse_by_two_scans<T>(exec, model, fix, state, w, tau.view());
      case InverseMethod::simulated: return inverse_simulated<T>(exec, model, fix, state, w, tau.view());
      default: return;  // not of the papers
    }
  };
  variant.by_vector_tree ? run(ByVectorTree<T, Exec>(model, variant.scan)) : run(ByHeavyPaths<T, Exec>(model));
  std::vector<T> result(static_cast<std::size_t>(m.nv));
  tau.copy_to(result);
  return result;
}

}  // namespace treefix::testing
