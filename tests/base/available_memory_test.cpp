// Laws of treefix/base/available_memory.hpp.
#include <treefix/base/available_memory.hpp>

#include <cmath>
#include <limits>
#include <locale>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "support/messages.hpp"

namespace treefix::testing {
namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_shadow = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool has_shadow = true;
#else
constexpr bool has_shadow = false;
#endif
#else
constexpr bool has_shadow = false;
#endif

/// Limits the memory of this process for data to this many bytes, as long as the object exists.
class DataLimit {
 public:
  explicit DataLimit(rlim_t bytes) {
    available_memory();  // so that the heap holds what it needs
    getrlimit(RLIMIT_DATA, &old_);
    const rlimit now{bytes, old_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_DATA, &now), 0);
  }
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;
  ~DataLimit() { setrlimit(RLIMIT_DATA, &old_); }

 private:
  rlimit old_{};
};

TEST(AvailableMemory, IsSomeAndNoMoreThanTheMachineHas) {
  const auto bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GT(available_memory(), 0U);
  EXPECT_LE(available_memory(), bytes);
}

TEST(AvailableMemory, IsNoMoreThanTheLimitOfTheProcess) {
  if (has_shadow) GTEST_SKIP() << "the shadow memory of a sanitizer exceeds every limit";
  const std::uint64_t without = available_memory();
  for (const rlim_t megabytes : {32U, 20U, 17U}) {
    const rlim_t limit = megabytes << 20;
    if (limit > without) continue;
    const DataLimit hold(limit);
    EXPECT_EQ(available_memory(), limit);
    const auto bytes = static_cast<double>(limit);
    EXPECT_NO_THROW(require_memory("all of it", bytes));
    EXPECT_THROW(require_memory("a byte more", bytes + 1), MemoryError);
  }
}

TEST(RequireMemory, AcceptsLittleWhateverIsAvailable) {
  if (has_shadow) GTEST_SKIP() << "the shadow memory of a sanitizer exceeds every limit";
  const DataLimit hold(rlim_t(8) << 20);
  for (const double bytes : {0.0, 1.0, gib / 64, little_memory}) EXPECT_NO_THROW(require_memory("little", bytes));
  EXPECT_THROW(require_memory("more", little_memory + 1), MemoryError);
}

TEST(RequireMemory, RefusesWhatNoMachineHasAndSaysHowMuchThatIs) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const double bytes = std::floor(std::exp2(random.uniform(58, 300)));
    const std::string what = concat("matrix ", i), hint = i % 2 == 0 ? "" : "; use less";
    const std::string text = message_of<MemoryError>([&] { require_memory(what, bytes, hint); });
    const std::string needs = what + " needs ", unit = " bytes (", available = " GiB are available" + hint;
    ASSERT_TRUE(text.starts_with(needs)) << text;
    ASSERT_TRUE(text.ends_with(available)) << text;
    const std::size_t size = needs.size(), end = text.find(unit);
    ASSERT_NE(end, std::string::npos) << text;
    EXPECT_EQ(std::stod(text.substr(size, end - size)), bytes) << text;
    EXPECT_NEAR(std::stod(text.substr(end + unit.size())), bytes / gib, 1e-3 * bytes / gib) << text;
  }
  EXPECT_THROW(require_memory("x", std::numeric_limits<double>::max()), MemoryError);
  EXPECT_THROW(require_memory("x", std::numeric_limits<double>::infinity()), MemoryError);
}

TEST(RequireMemory, SaysTheAmountInFullUpToTheLargestWholeNumbers) {
  for (const std::uint64_t bytes : {std::uint64_t(1) << 50, (std::uint64_t(1) << 52) + 1, std::uint64_t(1) << 53})
    EXPECT_NE(message_of<MemoryError>([&] {
                require_memory("x", static_cast<double>(bytes));
              }).find(concat(" needs ", bytes, " bytes (")),
              std::string::npos)
        << bytes;
}

struct Commas : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(RequireMemory, SaysTheSameInEveryLocale) {
  const auto needed = [] {
    const std::string text = message_of<MemoryError>([] { require_memory("x", 1e18); });
    return text.substr(0, text.find(';'));  // what is available changes meanwhile
  };
  const std::string before = needed();
  const std::locale old = std::locale::global(std::locale(std::locale(), new Commas));
  const std::string with_commas = needed();
  std::locale::global(old);
  EXPECT_EQ(with_commas, before);
  EXPECT_TRUE(before.starts_with("x needs ")) << before;
}

}  // namespace
}  // namespace treefix::testing
