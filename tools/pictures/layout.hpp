// Where bodies of a tree are drawn.
#pragma once

#include <vector>

#include <treefix/tree/tree.hpp>

#include "tools/pictures/drawing.hpp"

namespace treefix::pictures {

/// Leaves are side by side, parents are above the middle of their children, and each step from the root is one unit
/// down.
inline std::vector<Point> positions(const Tree& tree) {
  std::vector<Point> places(static_cast<std::size_t>(tree.size()));
  const std::vector<ShortIndex> depths = depths_of(tree);
  double next = 0;
  for (Index i = 0; i < tree.size(); ++i)
    if (tree.is_leaf(i)) at(places, i).x = next++;
  for (Index i = tree.size() - 1; i >= 0; --i) {
    at(places, i).y = at(depths, i);
    if (tree.is_leaf(i)) continue;
    Index last = i + 1;
    tree.for_each_child(i, [&](Index child) { last = child; });
    at(places, i).x = (at(places, i + 1).x + at(places, last).x) / 2;
  }
  return places;
}

/// The tree of all pictures except plan.svg: twelve bodies, heavy children first.
inline Tree small_tree() { return Tree({root, 0, 1, 2, 3, 2, 1, 6, 0, 8, 9, 8}); }

}  // namespace treefix::pictures
