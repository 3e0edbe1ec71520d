// The trees and the variants of inverse dynamics that benchmarks of one large tree compare.
#pragma once

#include <string>

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

namespace tfbench {

struct Shape {
  const char* name;
  const char* robot;  // name for zoo::make, without n

  treefix::Model model(treefix::Index n) const { return treefix::zoo::make(treefix::concat(robot, n)); }
};
inline constexpr Shape shapes[] = {{"chain", "chain:n="},
                                   {"bf 1.5", "auto_tree:bf=1.5,skew=0.1,n="},
                                   {"bf 2", "auto_tree:bf=2,skew=0.1,n="},
                                   {"star", "star:n="},
                                   {"random", "random_tree:joints=R,seed=1,n="}};

struct Variant {
  const char* name;
  treefix::InverseMethod method;
  treefix::TreeScan tree = treefix::TreeScan::heavy;

  treefix::InverseOptions options(int threads) const { return {.method = method, .tree = tree, .threads = threads}; }
};
inline constexpr Variant variants[] = {
    {"automatic", treefix::InverseMethod::automatic},
    {"recursive", treefix::InverseMethod::recursive},
    {"pieces", treefix::InverseMethod::pieces},
    {"pair_scan heavy", treefix::InverseMethod::pair_scan},
    {"two_scan heavy", treefix::InverseMethod::two_scan},
    {"simulated heavy", treefix::InverseMethod::simulated},
    {"pair_scan euler", treefix::InverseMethod::pair_scan, treefix::TreeScan::euler},
    {"two_scan euler", treefix::InverseMethod::two_scan, treefix::TreeScan::euler},
    {"simulated euler", treefix::InverseMethod::simulated, treefix::TreeScan::euler}};

}  // namespace tfbench
