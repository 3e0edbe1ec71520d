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
  // more than oneTBB may have would only make it complain on standard error
  const auto most = static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::min(wanted == 0 ? most_threads : wanted, most);
}

/// ThreadSanitizer does not see how oneTBB, which is not compiled with it, hands work to threads and back. This says it: what was told
/// before is known to who hears after. Ranges hear who called, and who called hears them; of each other only those with the same number of
/// a worker do. So what others do is theirs to be blamed for, even if they happened to run one after the other.
class Told {
 public:
#ifdef __SANITIZE_THREAD__
  void tell() { count_.fetch_add(1, std::memory_order_release); }
  void hear() const { static_cast<void>(count_.load(std::memory_order_acquire)); }

 private:
  std::atomic<int> count_ = 0;
#else
  void tell() {}
  void hear() const {}
#endif
};
Told begun, ended, workers[most_threads];

/// What oneTBB calls for each range. It copies this from thread to thread, which ThreadSanitizer does not see either, so it does not watch
/// the function's own reads; what is called from here it does.
struct Body {
  [[gnu::no_sanitize_thread]] void operator()(const tbb::blocked_range<Index>& range) const {
    const int worker = tbb::this_task_arena::current_thread_index();
    begun.hear(), workers[worker].hear();
    f(range.begin(), range.end(), worker);
    workers[worker].tell(), ended.tell();
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
  begun.tell();
  arena_->arena.execute([&] {
    const tbb::blocked_range<Index> all(0, n, static_cast<std::size_t>(grain));
    tbb::parallel_for(all, Body{f});
  });
  ended.hear();
}

}  // namespace treefix
