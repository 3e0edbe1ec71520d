// Laws of treefix/base/parallel.hpp.
#include <treefix/base/parallel.hpp>

#include <atomic>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/messages.hpp"

namespace treefix::testing {
namespace {

TEST(ForEachIndex, CallsEveryIndexOnce) {
  for (const std::size_t n : {0U, 1U, 2U, 3U, 7U, 64U, 1000U}) {
    std::vector<std::atomic<int>> calls(n);
    for_each_index(n, [&](std::size_t i) { ++calls.at(i); });
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << n;
  }
}

TEST(ForEachIndex, ThrowsWhatACallThrewAfterAllCallsHaveEnded) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const auto n = static_cast<std::size_t>(1 + random.below(40));
    std::set<std::size_t> bad;
    for (int k = 0; k < 1 + round % 3; ++k) bad.insert(static_cast<std::size_t>(random.below(static_cast<Index>(n))));
    std::vector<std::atomic<int>> calls(n);
    std::atomic<int> running = 0;
    const std::string message = message_of<std::runtime_error>([&] {
      for_each_index(n, [&](std::size_t i) {
        ++running;
        ++calls[i];
        std::this_thread::yield();
        --running;
        if (bad.contains(i)) throw std::runtime_error(std::to_string(i));
      });
    });
    EXPECT_EQ(running, 0);
    ASSERT_TRUE(bad.contains(std::stoul(message))) << message;
    for (const auto& count : calls) EXPECT_LE(count, 1);
  }
}

TEST(ForEachIndex, EndsAfterAFailureHoweverManyIndicesAreLeft) {
  constexpr std::size_t endless = std::numeric_limits<std::size_t>::max() / 2;
  EXPECT_THROW(for_each_index(endless,
                              [](std::size_t i) {
                                if (i == 10) throw std::runtime_error("stop");
                              }),
               std::runtime_error);
}

TEST(Failure, KeepsTheFirstOfManyAndNothingIfAllIsWell) {
  for (const int first_bad : {0, 1, 5, 10}) {
    Failure failure;
    int done = 0;
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(failure.failed(), i > first_bad);
      failure.guard([&] {
        if (i >= first_bad) throw std::runtime_error(std::to_string(i));
        ++done;
      });
    }
    EXPECT_EQ(done, first_bad);
    if (first_bad == 10)
      EXPECT_NO_THROW(failure.rethrow());
    else
      for (int again = 0; again < 2; ++again)
        EXPECT_EQ(message_of<std::runtime_error>([&] { failure.rethrow(); }), std::to_string(first_bad));
  }
}

TEST(Both, CallsEachOnceAndReturnsWhenBothHaveEnded) {
  for (const bool worth : {false, true})
    for (int round = 0; round < 5; ++round) {
      std::atomic<int> f = 0, g = 0;
      const auto slow = [](std::atomic<int>& count) {
        for (int i = 0; i < 100; ++i) std::this_thread::yield();
        ++count;
      };
      both(worth, [&] { slow(f); }, [&] { slow(g); });
      EXPECT_EQ(f, 1);
      EXPECT_EQ(g, 1);
    }
}

TEST(Both, StaysInOneThreadAndInOrderIfAnotherIsNotWorthIt) {
  std::vector<std::thread::id> calls;
  both(false, [&] { calls = {std::this_thread::get_id()}; }, [&] { calls.push_back(std::this_thread::get_id()); });
  EXPECT_EQ(calls, std::vector<std::thread::id>(2, std::this_thread::get_id()));
}

TEST(Both, RunsConcurrentlyIfThatIsWorthAThread) {
  std::atomic<int> met = 0;  // each waits for the other
  const auto meet = [&] {
    ++met;
    while (met < 2) std::this_thread::yield();
  };
  both(true, meet, meet);
  EXPECT_EQ(met, 2);
}

TEST(Both, ThrowsWhatEitherThrowsAfterTheOtherHasEnded) {
  const auto fail = [] { throw std::runtime_error("bad"); };
  for (const bool first_fails : {false, true}) {
    std::atomic<bool> ended = false;
    const auto slow = [&] {
      for (int i = 0; i < 1000; ++i) std::this_thread::yield();
      ended = true;
    };
    const auto call = [&] { return first_fails ? both(true, fail, slow) : both(true, slow, fail); };
    EXPECT_EQ(message_of<std::runtime_error>(call), "bad");
    EXPECT_TRUE(ended);
  }
}

}  // namespace
}  // namespace treefix::testing
