// Which methods are judged on which robots, and the reasons for leaving others out.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/feasible.hpp"

namespace tfbench {

/// The reason why a method has no row; empty if it has one. Some methods that are too slow for bench/forward, which
/// calls them often, are judged here.
inline std::string why_not(treefix::ForwardMethod method, const treefix::Model& model) {
  using treefix::ForwardMethod;
  if (is_feasible(method, model)) return {};
  const treefix::Index depth = model.mechanism().tree.depth();
  const bool is_shallow = is_feasible(ForwardMethod::jsiia_sparse, model);
  constexpr const char* sparse = "factors take half the sum of squared depths in multiplications, here more than 1e9";
  switch (method) {
    case ForwardMethod::mass_matrix:
      if (model.nv() >= 25'000) return "H takes 5 GB or more for each SIMD lane";
      return is_shallow ? "" : sparse;
    case ForwardMethod::jsiia_sparse: return sparse;
    case ForwardMethod::jsiia_columns:
    case ForwardMethod::jsiia_crba:
      return "dense factors take nv³/6 multiplications and nv² numbers, and a row of the table needs four of them";
    case ForwardMethod::ccg:
    case ForwardMethod::pcg_ds: {
      const bool is_quick = method == ForwardMethod::pcg_ds || model.nv() <= 10'000;
      if (model.nbody() <= 10'000 && depth <= 1000 && is_quick) return {};
      return "iterations grow with κ(H) and their cost with n: a row of the table would take many minutes";
    }
    default: return "it would take minutes";
  }
}

/// Lists the methods without a row, in few lines.
class NotRun {
 public:
  void add(const std::string& robot, treefix::ForwardMethod method, const std::string& why) {
    std::string& robots = robots_[{method, why}];
    robots += robots.empty() ? robot : "; " + robot;
  }
  void print(std::FILE* out) const {
    std::map<std::pair<std::string, std::string>, std::string>
        lines;  // methods left out for one reason on the same robots
    for (const auto& [key, robots] : robots_) {
      std::string& names = lines[{robots, key.second}];
      names += treefix::concat(names.empty() ? "`" : ", `", to_string(key.first), "`");
    }
    std::fputs(lines.empty() ? "\nEvery method was run on every robot.\n" : "\nNot run, and so without a row:\n\n",
               out);
    for (const auto& [key, names] : lines)
      std::fprintf(out, "- %s on %s: %s.\n", names.c_str(), key.first.c_str(), key.second.c_str());
  }

 private:
  std::map<std::pair<treefix::ForwardMethod, std::string>, std::string> robots_;
};

}  // namespace tfbench
