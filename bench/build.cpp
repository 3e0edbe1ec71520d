// Time and memory for building a model, by number of bodies.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sys/resource.h>

#include <treefix/treefix.hpp>

namespace {

/// The peak memory of the process. It only grows, so sizes go from small to large.
double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

int main() {
  using Clock = std::chrono::steady_clock;
  std::printf("%-32s %12s %14s %18s\n", "robot", "best of 3, s", "ns per body", "peak bytes / body");
  for (const treefix::Index n : {1'000, 10'000, 100'000, 1'000'000}) {
    for (const auto& [name, make] :
         {std::pair{"chain", +[](treefix::Index k) { return treefix::zoo::chain(k); }},
          std::pair{"auto_tree, bf = 2", +[](treefix::Index k) { return treefix::zoo::auto_tree(k, 2, 0.3); }}}) {
      double best = 1e9;
      for (int i = 0; i < 3; ++i) {
        const auto start = Clock::now();
        const treefix::Model model = make(n);
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
      }
      const auto bodies = static_cast<double>(n);
      std::printf("%-20s n = %-8ld %11.3f %14.0f %18.0f\n", name, static_cast<long>(n), best, 1e9 * best / bodies,
                  peak_bytes() / bodies);
    }
  }
}
