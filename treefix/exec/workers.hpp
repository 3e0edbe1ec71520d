// Threads that share the work of one call.
#pragma once

#include <functional>
#include <memory>

#include <treefix/base/view.hpp>

namespace treefix {

/// A number of threads, the caller's included. They sleep between calls. One call at a time.
class Workers {
 public:
  /// 0: as many as the machine has cores; never more than those, since they would gain nothing. A program that gives oneTBB another number
  /// of threads (tbb::global_control) has that in place of the cores. Throws as check() does.
  explicit Workers(int threads);
  /// Throws ValueError if negative or above 1024.
  static void check(int threads);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  int count() const;
  /// Calls f(first, last, worker) for ranges that make up 0 … n − 1, none shorter than `grain` but the last; the numbers of
  /// workers are below count(), and no two ranges with the same number run at the same time.
  void run(Index n, Index grain, const std::function<void(Index, Index, int)>& f);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace treefix
