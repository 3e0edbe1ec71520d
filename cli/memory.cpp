#include <cli/memory.hpp>

#include <algorithm>
#include <limits>
#include <new>

#include <fmt/format.h>
#include <sys/resource.h>

#include <treefix/base/available_memory.hpp>
#include <treefix/base/errors.hpp>

namespace treefix::cli {

void limit_memory() {
  const std::uint64_t available = available_memory();
  rlimit limit{};
  if (available == std::numeric_limits<std::uint64_t>::max() || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, available / 10 * 9);  // leaves memory for other processes
  setrlimit(RLIMIT_DATA, &limit);
}

template <class T>
std::unique_ptr<T[]> make_numbers(const std::string& what, Index states, Index numbers) {
  // in double, which does not overflow
  const double bytes = static_cast<double>(states) * static_cast<double>(numbers) * sizeof(T);
  const auto available = static_cast<double>(available_memory());
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  const auto refuse = [&](const std::string& why) {
    throw Error(
        fmt::format("{} of {} states needs {:.0f} bytes ({:.4g} GiB); {}", what, states, bytes, bytes / gibibyte, why));
  };
  if (bytes > available) refuse(fmt::format("{:.4g} GiB are available", available / gibibyte));
  try {
    return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(states * numbers));
  } catch (const std::bad_alloc&) {
    refuse("there is not enough free memory");
    throw;
  }
}

template std::unique_ptr<double[]> make_numbers<double>(const std::string&, Index, Index);
template std::unique_ptr<float[]> make_numbers<float>(const std::string&, Index, Index);

}  // namespace treefix::cli
