#include <cli/memory.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>

#include <fmt/format.h>
#include <sys/resource.h>

#include <treefix/base/errors.hpp>

namespace treefix::cli {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The kernel's estimate of what can be had without swapping.
std::uint64_t free_in_machine() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  std::uint64_t kibibytes = 0;
  while (file >> key >> kibibytes) {
    if (key == "MemAvailable:") return 1024 * kibibytes;
    std::getline(file, unit);
  }
  return unlimited;
}

/// The limit of a container; the file says "max" where there is none, which reads as no number.
std::uint64_t limit_of_container() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::uint64_t bytes = 0;
  return file >> bytes ? bytes : unlimited;
}

std::uint64_t limit_of_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  return limit.rlim_cur;
}

}  // namespace

std::uint64_t available_memory() { return std::min({free_in_machine(), limit_of_container(), limit_of_process()}); }

void limit_memory() {
  const std::uint64_t available = available_memory();
  rlimit limit{};
  if (available == unlimited || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, available / 10 * 9);  // leave others some
  setrlimit(RLIMIT_DATA, &limit);
}

template <class T>
std::unique_ptr<T[]> make_numbers(const std::string& what, Index states, Index numbers) {
  // counted in double, which does not overflow
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
    refuse("there is not so much memory left");
    throw;
  }
}

template std::unique_ptr<double[]> make_numbers<double>(const std::string&, Index, Index);
template std::unique_ptr<float[]> make_numbers<float>(const std::string&, Index, Index);

}  // namespace treefix::cli
