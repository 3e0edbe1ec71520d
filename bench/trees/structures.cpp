#include "bench/trees/structures.hpp"

#include <chrono>
#include <optional>

#include <treefix/base/random.hpp>
#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/euler_tour.hpp>
#include <treefix/tree/pieces.hpp>

#include "bench/trees/memory.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

namespace {

using treefix::Index;

/// Parents as in the robots of the zoo, by body, before renumbering.
std::vector<Index> parents_of(const std::string& shape, Index n) {
  treefix::Random random(1);
  std::vector<Index> parents(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    Index& parent = treefix::at(parents, i);
    if (shape == "chain") parent = i - 1;
    if (shape == "bf 1.5") parent = (2 * i + 2) / 3 - 1;
    if (shape == "bf 2") parent = (i + 1) / 2 - 1;
    if (shape == "star") parent = treefix::root;
    if (shape == "random") parent = random.below(i + 1) - 1;
  }
  return parents;
}

/// Builds something, and prints its time and memory in ns and bytes per body.
class Meter {
 public:
  Meter(Index n, Json& line) : count_(static_cast<double>(n)), line_(line) {}

  template <class Build>
  auto operator()(const char* name, Build build) {
    const double before = held_bytes();
    const auto begin = std::chrono::steady_clock::now();
    auto built = build();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    const double ns = time.count() / count_, bytes = (held_bytes() - before) / count_;
    std::printf("  %-20s %9.2f ns per body  %8.1f bytes per body\n", name, ns, bytes);
    line_[name] = {{"ns_per_body", rounded(ns)}, {"bytes_per_body", rounded(bytes)}};
    return built;
  }

 private:
  double count_;
  Json& line_;
};

}  // namespace

void report_structures(Index n, Results& results) {
  using namespace treefix;
  for (const Shape& shape : shapes) {
    std::printf("\n%s of %ld: structures of the tree\n", shape.name, static_cast<long>(n));
    Json line{{"shape", shape.name}, {"n", n}};
    Meter meter(n, line);
    std::vector<Index> parents = parents_of(shape.name, n);
    const auto order = meter("depth_first_order", [&] { return depth_first_order(parents); });
    std::optional<Tree> tree(meter("Tree", [&] {
      std::vector<ShortIndex> place(order.size());
      for (Index k = 0; k < n; ++k) at(place, at(order, k)) = shortened(k);
      std::vector<Index> renamed(order.size());
      for (Index k = 0; k < n; ++k)
        if (const Index parent = at(parents, at(order, k)); parent == root)
          at(renamed, k) = root;
        else
          at(renamed, k) = at(place, parent);
      return Tree(std::move(renamed));
    }));
    parents = {};
    tree = meter("heavy first", [&] { return renumbered(*tree, heavy_first_order(*tree)); });
    meter("EulerTour", [&] { return EulerTour(*tree); });
    const HeavyPaths paths = meter("HeavyPaths", [&] { return HeavyPaths(*tree); });
    meter("Pieces", [&] { return Pieces(paths, 1024); });
    const double rows = static_cast<double>(AncestorPaths::entries(*tree)) * sizeof(ShortIndex);
    if (rows < available_bytes() / 2)
      meter("AncestorPaths", [&] { return AncestorPaths(*tree); });
    else
      std::printf("  %-20s skipped: its rows would take %.1e bytes\n", "AncestorPaths", rows);
    results.add("structures", line);
    std::fflush(stdout);
  }
}

}  // namespace tfbench
