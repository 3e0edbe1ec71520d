// Simple loops on all cores, for loading large robots. Algorithms use executors instead.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace treefix {

inline std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Keeps the first exception of several threads, so that the caller can rethrow it after they have ended.
class Failure {
 public:
  template <class F>
  void guard(F f) noexcept {
    try {
      f();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      failed_ = true;
    }
  }
  bool failed() const { return failed_; }
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> failed_ = false;
};

/// Calls f(0) … f(n − 1), each once, in any order, on all cores. Rethrows the first exception of f after all threads
/// have ended.
template <class F>
void for_each_index(std::size_t n, F f) {
  std::atomic<std::size_t> next = 0;
  Failure failure;
  const auto work = [&] {
    failure.guard([&] {
      for (std::size_t i = next++; i < n && !failure.failed(); i = next++) f(i);
    });
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t k = 1; k < std::min(core_count(), n); ++k) others.emplace_back(work);
    work();
  }
  failure.rethrow();
}

/// Calls f and g; concurrently, in a second thread, if `worth` is true.
template <class F, class G>
void both(bool worth, F f, G g) {
  if (!worth) {
    f();
    g();
    return;
  }
  std::future<void> other = std::async(std::launch::async, f);
  g();
  other.get();
}

}  // namespace treefix
