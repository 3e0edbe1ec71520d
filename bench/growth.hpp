// Growth of the cost of a body with the size of the tree.
#pragma once

#include <cstdio>
#include <map>
#include <string>

#include <treefix/base/text.hpp>
#include <treefix/base/view.hpp>

namespace tfbench {

/// Times of the default on two threads, in ns per body, by shape and size.
class Growth {
 public:
  using Index = treefix::Index;

  /// From this size on, the cost may grow by at most 15 %.
  explicit Growth(Index judged_from) : judged_from_(judged_from) {}

  void add(const std::string& shape, Index n, double ns) { sizes_of_[shape][n] = ns; }

  /// Prints a table, and returns a line for each shape that grows by more.
  std::string report() const {
    std::string missed;
    std::printf("\nns per body of the default on two threads, and its growth\n");
    for (const auto& [shape, sizes] : sizes_of_) {
      std::printf("  %-8s", shape.c_str());
      for (const auto& [n, ns] : sizes) std::printf("  %ld: %.1f", static_cast<long>(n), ns);
      for (const Index from : {10'000, 1'000'000}) {
        if (!sizes.contains(from) || sizes.rbegin()->first <= from) continue;
        const double percent = 100 * (sizes.rbegin()->second / sizes.at(from) - 1);
        std::printf("  from %ld on %+.0f %%", static_cast<long>(from), percent);
        if (from == judged_from_ && percent > 15) missed += treefix::concat("  ", shape, ": growth\n");
      }
      std::printf("\n");
    }
    return missed;
  }

 private:
  Index judged_from_;
  std::map<std::string, std::map<Index, double>> sizes_of_;
};

}  // namespace tfbench
