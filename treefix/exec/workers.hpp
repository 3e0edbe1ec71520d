// Threads that share the work of one call.
#pragma once

#include <functional>
#include <memory>

#include <treefix/base/view.hpp>

namespace treefix {

/// A number of threads, including that of the caller. They sleep between calls. One call at a time.
class Workers {
 public:
  /// 0: one per core. Never more than the number of cores, because further threads would gain nothing. If the program
  /// sets another limit for oneTBB (tbb::global_control), that limit replaces the number of cores. Throws as check()
  /// does.
  explicit Workers(int threads);
  /// Throws ValueError if negative or above 1024.
  static void check(int threads);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  int count() const;
  /// Calls f(first, last, worker) for ranges that together cover 0 … n − 1, none shorter than half of `grain` unless n
  /// is. Worker numbers are below count(), and two ranges with the same number never run at the same time.
  void run(Index n, Index grain, const std::function<void(Index, Index, int)>& f);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace treefix
