// Forward dynamics by one of the methods from papers, on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/base/methods.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/papers/forward/state.hpp>

namespace treefix::papers {

/// Options that may change from call to call of an iterative method.
struct IterationOptions {
  double tolerance = 0;  // 0: the default of the method
  int limit = 0;  // maximum number of iterations; 0: the default of the method
  bool warm_start = false;
  View<double> history{};
};

/// One method for one mechanism, computed in T: double or float.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given Workers.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory: O(n); jsiia O(n²) or O(n depth).
template <class T>
class ForwardByMethod {
 public:
  /// Requires is_from_papers(method). The mechanism must outlive it.
  ForwardByMethod(const Mechanism<T>& m, ForwardMethod method, CfaSolver solver);
  ~ForwardByMethod();
  ForwardByMethod(ForwardByMethod&&) noexcept;
  ForwardByMethod& operator=(ForwardByMethod&&) noexcept;

  /// The bytes of the mass matrix that the method stores; 0 if it stores none. Call it before construction.
  static double matrix_bytes(const Mechanism<T>& m, ForwardMethod method);

  ForwardReport run(Workers& workers, const ForwardState<T>& s, View<T> a, const IterationOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class ForwardByMethod<float>;
extern template class ForwardByMethod<double>;

}  // namespace treefix::papers
