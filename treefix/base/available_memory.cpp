#include <treefix/base/available_memory.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include <sys/resource.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The kernel's estimate of the memory that can be allocated without swapping.
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

/// The memory limit of the container. Without a limit the file says "max", which does not parse as a number.
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

/// value with `count` significant digits, in any locale.
std::string digits(double value, int count) {
  char text[400];
  const auto end = std::to_chars(text, std::end(text), value, std::chars_format::general, count).ptr;
  return {text, end};
}

}  // namespace

std::uint64_t available_memory() { return std::min({free_in_machine(), limit_of_container(), limit_of_process()}); }

void require_memory(std::string_view what, double bytes, std::string_view hint) {
  if (bytes <= little_memory) return;
  const auto available = static_cast<double>(available_memory());
  if (bytes <= available) return;
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  throw MemoryError(concat(what, " needs ", digits(bytes, 17), " bytes (", digits(bytes / gibibyte, 4), " GiB); ",
                           digits(available / gibibyte, 4), " GiB are available", hint));
}

}  // namespace treefix
