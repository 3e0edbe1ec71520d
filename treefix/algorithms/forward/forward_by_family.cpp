#include <treefix/algorithms/forward/forward_by_family.hpp>

#include <treefix/algorithms/forward/cfa.hpp>
#include <treefix/algorithms/forward/dca.hpp>
#include <treefix/algorithms/forward/hybrid_aba.hpp>
#include <treefix/algorithms/forward/jsiia.hpp>
#include <treefix/algorithms/forward/pcg.hpp>
#include <treefix/algorithms/forward/scan_aba.hpp>
#include <treefix/exec/threads.hpp>

namespace treefix {

template <class T>
struct ForwardByFamily<T>::State {
  explicit State(const Mechanism<T>& m) : model(m) {}
  virtual ~State() = default;
  virtual ForwardReport run(const Threads& exec, const ForwardState<T>& s, View<T> a,
                            const IterationOptions& options) = 0;

  ScanModel<T> model;
};

namespace {

/// A family that does not iterate.
template <class T, class Solver, class Base>
struct Direct : Base {
  template <class... Options>
  explicit Direct(const Mechanism<T>& m, Options... options) : Base(m), solver(this->model, options...) {}
  ForwardReport run(const Threads& exec, const ForwardState<T>& s, View<T> a, const IterationOptions&) override {
    return solver.run(exec, s, a);
  }
  Solver solver;
};

template <class T, class Base>
struct Iterating : Base {
  Iterating(const Mechanism<T>& m, bool preconditioned) : Base(m), precondition(preconditioned), solver(this->model) {}
  ForwardReport run(const Threads& exec, const ForwardState<T>& s, View<T> a,
                    const IterationOptions& options) override {
    solver.set({precondition, options.tolerance, options.limit, options.warm_start});
    return solver.run(exec, s, a, options.history);
  }
  bool precondition;
  Pcg<T> solver;
};

template <class T, class Base>
std::unique_ptr<Base> made(const Mechanism<T>& m, Family family, CfaSolver solver) {
  switch (family) {
    case Family::jsiia_columns: return std::make_unique<Direct<T, JsiiaColumns<T>, Base>>(m);
    case Family::jsiia_crba: return std::make_unique<Direct<T, JsiiaCrba<T>, Base>>(m);
    case Family::jsiia_sparse: return std::make_unique<Direct<T, JsiiaSparse<T>, Base>>(m);
    case Family::hybrid_aba: return std::make_unique<Direct<T, HybridAba<T>, Base>>(m);
    case Family::cfa:
      if (cfa_block(m) == 5) return std::make_unique<Direct<T, Cfa<T, 5>, Base>>(m, solver);
      return std::make_unique<Direct<T, Cfa<T, 6>, Base>>(m, solver);
    case Family::ccg: return std::make_unique<Iterating<T, Base>>(m, false);
    case Family::pcg_ds: return std::make_unique<Iterating<T, Base>>(m, true);
    case Family::scan_aba: return std::make_unique<Direct<T, ScanAba<T>, Base>>(m);
    case Family::dca: break;
  }
  return std::make_unique<Direct<T, Dca<T>, Base>>(m);
}

}  // namespace

template <class T>
ForwardByFamily<T>::ForwardByFamily(const Mechanism<T>& m, Family family, CfaSolver solver)
    : state_(made<T, State>(m, family, solver)) {}
template <class T>
ForwardByFamily<T>::~ForwardByFamily() = default;
template <class T>
ForwardByFamily<T>::ForwardByFamily(ForwardByFamily&&) noexcept = default;
template <class T>
ForwardByFamily<T>& ForwardByFamily<T>::operator=(ForwardByFamily&&) noexcept = default;

template <class T>
double ForwardByFamily<T>::matrix_bytes(const Mechanism<T>& m, Family family) {
  switch (family) {
    case Family::jsiia_columns:
    case Family::jsiia_crba: return JsiiaCrba<T>::bytes(m);
    case Family::jsiia_sparse: return JsiiaSparse<T>::bytes(m);
    default: return 0;
  }
}

template <class T>
ForwardReport ForwardByFamily<T>::run(Workers& workers, const ForwardState<T>& s, View<T> a,
                                      const IterationOptions& options) {
  return state_->run(Threads(workers), s, a, options);
}

template class ForwardByFamily<float>;
template class ForwardByFamily<double>;

}  // namespace treefix
