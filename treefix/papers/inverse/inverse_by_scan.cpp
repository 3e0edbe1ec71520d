#include <treefix/papers/inverse/inverse_by_scan.hpp>

#include <variant>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>
#include <treefix/exec/threads.hpp>

namespace treefix::papers {

namespace {

const ScanMethod& checked(const ScanMethod& method) {
  if (method.block <= 0)
    throw ValueError(
        concat("the block size of the scan is ", method.block, ", expected a positive number of elements"));
  return method;
}

}  // namespace

struct InverseByScan::State {
  State(const Mechanism<double>& m, InverseMethod chosen, TreeScan tree, const ScanMethod& scan)
      : method(chosen), model(m), workspace(m.nbody()) {
    if (tree == TreeScan::heavy)
      fix.emplace<ByHeavyPaths<double>>(model);
    else
      fix.emplace<ByVectorTree<double>>(model, scan);
  }

  template <class Fix>
  void run(const Threads& exec, Fix& with, const ScanState<double>& s, View<double> tau) {
    switch (method) {
      case InverseMethod::pair_scan: return inverse_by_pair_scan<double>(exec, model, with, s, workspace, tau);
      case InverseMethod::two_scan: return inverse_by_two_scans<double>(exec, model, with, s, workspace, tau);
      case InverseMethod::simulated: return inverse_simulated<double>(exec, model, with, s, workspace, tau);
      default: TREEFIX_ASSERT(is_from_papers(method));
    }
  }

  InverseMethod method;
  ScanModel<double> model;
  ScanWorkspace<double> workspace;
  std::variant<std::monostate, ByHeavyPaths<double>, ByVectorTree<double>> fix;
};

InverseByScan::InverseByScan(const Mechanism<double>& m, InverseMethod method, TreeScan tree, const ScanMethod& scan)
    : state_(std::make_unique<State>(m, method, tree, checked(scan))) {}
InverseByScan::~InverseByScan() = default;
InverseByScan::InverseByScan(InverseByScan&&) noexcept = default;
InverseByScan& InverseByScan::operator=(InverseByScan&&) noexcept = default;

void InverseByScan::run(Workers& workers, const ScanState<double>& s, View<double> tau) {
  const Threads exec(workers);
  if (auto* heavy = std::get_if<ByHeavyPaths<double>>(&state_->fix)) return state_->run(exec, *heavy, s, tau);
  if (auto* euler = std::get_if<ByVectorTree<double>>(&state_->fix)) return state_->run(exec, *euler, s, tau);
}

}  // namespace treefix::papers
