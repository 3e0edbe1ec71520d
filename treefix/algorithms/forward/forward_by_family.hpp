// Forward dynamics by one family on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/algorithms/forward/family.hpp>
#include <treefix/algorithms/forward/state.hpp>
#include <treefix/exec/workers.hpp>

namespace treefix {

/// What may change from call to call, of families that iterate.
struct IterationOptions {
  double tolerance = 0;  // 0: what the family takes by itself
  int limit = 0;  // of iterations; 0: the same
  bool warm_start = false;
  View<double> history{};
};

/// One family for one mechanism, which computes in T: double or float.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory: see each family; O(n), of jsiia O(n²) or O(n depth).
template <class T>
class ForwardByFamily {
 public:
  /// The mechanism must outlive it.
  ForwardByFamily(const Mechanism<T>& m, Family family, CfaSolver solver);
  ~ForwardByFamily();
  ForwardByFamily(ForwardByFamily&&) noexcept;
  ForwardByFamily& operator=(ForwardByFamily&&) noexcept;

  /// Of the mass matrix that it will hold, to be asked before one is made; 0 if it holds none.
  static double matrix_bytes(const Mechanism<T>& m, Family family);

  ForwardReport run(Workers& workers, const ForwardState<T>& s, View<T> a, const IterationOptions& options = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class ForwardByFamily<float>;
extern template class ForwardByFamily<double>;

}  // namespace treefix
