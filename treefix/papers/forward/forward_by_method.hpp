// Forward dynamics by one method of the papers on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/base/methods.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/papers/forward/state.hpp>

namespace treefix::papers {

/// What may change from call to call of a method that iterates.
struct IterationOptions {
  double tolerance = 0;  // 0: the default of the method
  int limit = 0;  // of iterations; 0: the default of the method
  bool warm_start = false;
  View<double> history{};
};

/// One method for one mechanism, which computes in T: double or float.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory: O(n); jsiia O(n²) or O(n depth).
template <class T>
class ForwardByMethod {
 public:
  /// Expects is_from_papers(method). The mechanism must outlive it.
  ForwardByMethod(const Mechanism<T>& m, ForwardMethod method, CfaSolver solver);
  ~ForwardByMethod();
  ForwardByMethod(ForwardByMethod&&) noexcept;
  ForwardByMethod& operator=(ForwardByMethod&&) noexcept;

  /// The bytes of the mass matrix that the method holds; 0 if it holds none. Ask before making one.
  static double matrix_bytes(const Mechanism<T>& m, ForwardMethod method);

  ForwardReport run(Workers& workers, const ForwardState<T>& s, View<T> a, const IterationOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class ForwardByMethod<float>;
extern template class ForwardByMethod<double>;

}  // namespace treefix::papers
