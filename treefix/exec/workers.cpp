#include <treefix/exec/workers.hpp>

#include <algorithm>
#include <atomic>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) {}
  tbb::task_arena arena;
};

namespace {

constexpr int most_threads = 1024;  // each has scratch of its own

int thread_count(int wanted) {
  Workers::check(wanted);
  // for a number above its limit, oneTBB would print a warning to standard error
  const auto most = static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::min(wanted == 0 ? most_threads : wanted, most);
}

/// Tells ThreadSanitizer how oneTBB, which is not compiled with it, synchronises threads: what happens before signal()
/// is visible after wait(). Every range waits for the caller, and the caller waits for every range. Ranges synchronise
/// with each other only if they have the same worker number, so races between workers are still reported even if the
/// ranges happened to run one after the other.
class Synchronisation {
 public:
#ifdef __SANITIZE_THREAD__
  void signal() { count_.fetch_add(1, std::memory_order_release); }
  void wait() const { static_cast<void>(count_.load(std::memory_order_acquire)); }

 private:
  std::atomic<int> count_ = 0;
#else
  void signal() {}
  void wait() const {}
#endif
};
Synchronisation begun, ended, workers[most_threads];

/// The function that oneTBB calls for each range. oneTBB copies it between threads, which ThreadSanitizer does not see
/// either, so reads of its members are not checked; everything called from here is.
struct Body {
  [[gnu::no_sanitize_thread]] void operator()(const tbb::blocked_range<Index>& range) const {
    const int worker = tbb::this_task_arena::current_thread_index();
    begun.wait();
    workers[worker].wait();
    f(range.begin(), range.end(), worker);
    workers[worker].signal();
    ended.signal();
  }
  const std::function<void(Index, Index, int)>& f;
};

}  // namespace

void Workers::check(int threads) {
  if (threads < 0 || threads > most_threads)
    throw ValueError(concat("threads is ", threads, ", expected 0 for all cores, or a number up to ", most_threads),
                     {.argument = "threads", .got = concat(threads), .expected = concat("0 to ", most_threads)});
}

Workers::Workers(int threads) : arena_(std::make_unique<Arena>(thread_count(threads))) {}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

int Workers::count() const { return arena_->arena.max_concurrency(); }

void Workers::run(Index n, Index grain, const std::function<void(Index, Index, int)>& f) {
  if (n <= 0) return;
  if (n <= grain || count() == 1) return f(0, n, 0);
  begun.signal();
  arena_->arena.execute([&] {
    const tbb::blocked_range<Index> all(0, n, static_cast<std::size_t>(grain));
    tbb::parallel_for(all, Body{f});
  });
  ended.wait();
}

}  // namespace treefix
