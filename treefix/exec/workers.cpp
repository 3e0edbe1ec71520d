#include <treefix/exec/workers.hpp>

#include <algorithm>
#include <atomic>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
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

int thread_count(int wanted) {
  Workers::check(wanted);
  // more threads than cores gain nothing, and oneTBB would say so on standard error
  const int cores = tbb::info::default_concurrency();
  return wanted == 0 ? cores : std::min(wanted, cores);
}

/// ThreadSanitizer does not see how oneTBB, which is not compiled with it, hands work to threads and back. Calling this
/// says that what was done before is known after; what two threads do between is still theirs to be blamed for.
void hand_over() {
#ifdef __SANITIZE_THREAD__
  static std::atomic<int> count = 0;
  count.fetch_add(1, std::memory_order_acq_rel);
#endif
}

}  // namespace

void Workers::check(int threads) {
  constexpr int most = 1024;  // each has scratch of its own
  if (threads < 0 || threads > most)
    throw ValueError(concat("threads is ", threads, ", expected 0 for all cores, or a number up to ", most));
}

Workers::Workers(int threads) : arena_(std::make_unique<Arena>(thread_count(threads))) {}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

int Workers::count() const { return arena_->arena.max_concurrency(); }

void Workers::run(Index n, Index grain, const std::function<void(Index, Index, int)>& f) {
  if (n <= 0) return;
  if (n <= grain || count() == 1) return f(0, n, 0);
  hand_over();
  arena_->arena.execute([&] {
    const tbb::blocked_range<Index> all(0, n, static_cast<std::size_t>(grain));
    tbb::parallel_for(all, [&](const tbb::blocked_range<Index>& range) {
      hand_over();
      f(range.begin(), range.end(), tbb::this_task_arena::current_thread_index());
      hand_over();
    });
  });
  hand_over();
}

}  // namespace treefix
