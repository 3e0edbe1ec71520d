#include <treefix/papers/inverse/forces_by_scan.hpp>

#include <treefix/exec/threads.hpp>
#include <treefix/papers/inverse/scan_inverse.hpp>

namespace treefix::papers {

struct ForcesByScan::State {
  explicit State(const Mechanism<double>& m)
      : model(m), fix(model, numbers_of_pose), poses(m.nbody()), forces(m.nbody()) {}

  static constexpr Index numbers_of_pose = sizeof(Transform<double>) / sizeof(double);

  ScanModel<double> model;
  ByHeavyPaths<double> fix;
  Scratch<Transform<double>> poses;
  Scratch<Force<double>> forces;
};

ForcesByScan::ForcesByScan(const Mechanism<double>& m) : state_(std::make_unique<State>(m)) {}
ForcesByScan::~ForcesByScan() = default;
ForcesByScan::ForcesByScan(ForcesByScan&&) noexcept = default;
ForcesByScan& ForcesByScan::operator=(ForcesByScan&&) noexcept = default;

View<const Force<double>> ForcesByScan::run(Workers& workers, View<const double> q, View<const Force<double>> in_root) {
  const Threads exec(workers);
  const ScanView<double> m = state_->model;
  const View<Transform<double>> X = state_->poses.view();
  const View<Force<double>> forces = state_->forces.view();
  joint_transforms<double>(exec, m, q, X);  // q -> X
  poses<double>(exec, state_->fix, X, X);  // X -> X0, in its place
  map(exec, m.nbody(), [=](Index i) { forces[m.given(i)] = X[i] * in_root[m.given(i)]; });
  return forces;
}

}  // namespace treefix::papers
