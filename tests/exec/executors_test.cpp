// Laws of every executor.
#include <atomic>
#include <vector>

#include "support/executors.hpp"

namespace treefix::testing {
namespace {

TEST(Executors, CallForEachNumberOnce) {
  for_each_executor([](const auto& exec) {
    for (const Index n : {0, 1, 2, 3, 100, 5000}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(n));
      exec.for_each(n, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
      for (const auto& count : calls) ASSERT_EQ(count, 1) << n;
    }
  });
}

TEST(Executors, CallForEachNumberOnceWhateverTheGrain) {
  for_each_executor([](const auto& exec) {
    for (const Index n : {0, 1, 5000})
      for (const Index grain : {1, 2, 4999, 100000}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(n));
        exec.for_each(n, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; }, grain);
        for (const auto& count : calls) ASSERT_EQ(count, 1) << n << ", " << grain;
      }
  });
}

TEST(Executors, ArraysTakeValuesFromTheHostAndBack) {
  for_each_executor([]<class Exec>(const Exec& exec) {
    for (const Index n : {0, 1, 5000}) {
      std::vector<Index> x(static_cast<std::size_t>(n)), expected(x.size()), got(x.size());
      for (Index i = 0; i < n; ++i) {
        at(x, i) = i + 7;
        at(expected, i) = 3 * (i + 7);
      }
      const typename Exec::template Array<Index> from(View<const Index>{x});
      typename Exec::template Array<Index> to(n);
      exec.for_each(n, [in = from.view(), out = to.view()](Index i) { out[i] = 3 * in[i]; });
      to.copy_to(got);
      ASSERT_EQ(got, expected) << n;
    }
  });
}

TEST(Executors, ReturnWhenAllCallsAreDoneAndTheirWritesAreVisible) {
  for_each_executor([](const auto& exec) {
    std::vector<Index> x(1000);
    for (int repetition = 0; repetition < 50; ++repetition) {
      exec.for_each(1000, [&](Index i) { x[static_cast<std::size_t>(i)] += i; });
      exec.for_each(1000, [&](Index i) { x[static_cast<std::size_t>(i)] -= x[static_cast<std::size_t>(999 - i)] * 0; });
    }
    for (Index i = 0; i < 1000; ++i) ASSERT_EQ(x[static_cast<std::size_t>(i)], 50 * i);
  });
}

TEST(Executors, MapReachesEveryNumber) {
  for_each_executor([](const auto& exec) {
    for (const Index n : {0, 1, 2047, 2048, 2049, 10000}) {
      std::vector<int> calls(static_cast<std::size_t>(n));
      map(exec, n, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
      for (const int count : calls) ASSERT_EQ(count, 1) << n;
    }
  });
}

}  // namespace
}  // namespace treefix::testing
