#include <treefix/papers/forward/forward_by_method.hpp>

#include <treefix/exec/threads.hpp>
#include <treefix/papers/forward/cfa.hpp>
#include <treefix/papers/forward/dca.hpp>
#include <treefix/papers/forward/hybrid_aba.hpp>
#include <treefix/papers/forward/jsiia.hpp>
#include <treefix/papers/forward/pcg.hpp>
#include <treefix/papers/forward/scan_aba.hpp>

namespace treefix::papers {

template <class T>
struct ForwardByMethod<T>::State {
  explicit State(const Mechanism<T>& m) : model(m) {}
  virtual ~State() = default;
  virtual ForwardReport run(const Threads& exec, const ForwardState<T>& s, View<T> a,
                            const IterationOptions& options) = 0;

  ScanModel<T> model;
};

namespace {

/// A method that does not iterate.
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
std::unique_ptr<Base> made(const Mechanism<T>& m, ForwardMethod method, CfaSolver solver) {
  switch (method) {
    case ForwardMethod::jsiia_columns: return std::make_unique<Direct<T, JsiiaColumns<T>, Base>>(m);
    case ForwardMethod::jsiia_crba: return std::make_unique<Direct<T, JsiiaCrba<T>, Base>>(m);
    case ForwardMethod::jsiia_sparse: return std::make_unique<Direct<T, JsiiaSparse<T>, Base>>(m);
    case ForwardMethod::hybrid_aba: return std::make_unique<Direct<T, HybridAba<T>, Base>>(m);
    case ForwardMethod::cfa:
      if (cfa_block(m) == 5) return std::make_unique<Direct<T, Cfa<T, 5>, Base>>(m, solver);
      return std::make_unique<Direct<T, Cfa<T, 6>, Base>>(m, solver);
    case ForwardMethod::ccg: return std::make_unique<Iterating<T, Base>>(m, false);
    case ForwardMethod::pcg_ds: return std::make_unique<Iterating<T, Base>>(m, true);
    case ForwardMethod::scan_aba: return std::make_unique<Direct<T, ScanAba<T>, Base>>(m);
    case ForwardMethod::dca: return std::make_unique<Direct<T, Dca<T>, Base>>(m);
    case ForwardMethod::automatic:
    case ForwardMethod::aba:
    case ForwardMethod::pieces:
    case ForwardMethod::mass_matrix: break;
  }
  TREEFIX_ASSERT(is_from_papers(method));
  return nullptr;
}

}  // namespace

template <class T>
ForwardByMethod<T>::ForwardByMethod(const Mechanism<T>& m, ForwardMethod method, CfaSolver solver)
    : state_(made<T, State>(m, method, solver)) {}
template <class T>
ForwardByMethod<T>::~ForwardByMethod() = default;
template <class T>
ForwardByMethod<T>::ForwardByMethod(ForwardByMethod&&) noexcept = default;
template <class T>
ForwardByMethod<T>& ForwardByMethod<T>::operator=(ForwardByMethod&&) noexcept = default;

template <class T>
double ForwardByMethod<T>::matrix_bytes(const Mechanism<T>& m, ForwardMethod method) {
  switch (method) {
    case ForwardMethod::jsiia_columns:
    case ForwardMethod::jsiia_crba: return JsiiaCrba<T>::bytes(m);
    case ForwardMethod::jsiia_sparse: return JsiiaSparse<T>::bytes(m);
    default: return 0;
  }
}

template <class T>
ForwardReport ForwardByMethod<T>::run(Workers& workers, const ForwardState<T>& s, View<T> a,
                                      const IterationOptions& options) {
  return state_->run(Threads(workers), s, a, options);
}

template class ForwardByMethod<float>;
template class ForwardByMethod<double>;

}  // namespace treefix::papers
