#include <treefix/tree/tree.hpp>

#include <algorithm>
#include <utility>

#include <treefix/planner/table.hpp>
#include <treefix/tree/depths.hpp>

namespace treefix {

std::vector<Index> depth_first_order(View<const Index> parents) {
  const Index n = ssize(parents);
  // children as linked lists; slot 0 is the root. Inserting from the back keeps siblings in order.
  constexpr Index none = -1;
  std::vector<Index> first_child(parents.size() + 1, none), next_sibling(parents.size(), none);
  const auto at = [](auto& v, Index i) -> auto& { return v[static_cast<std::size_t>(i)]; };
  for (Index i = n - 1; i >= 0; --i) {
    at(next_sibling, i) = at(first_child, parents[i] + 1);
    at(first_child, parents[i] + 1) = i;
  }
  std::vector<Index> order;
  order.reserve(parents.size());
  std::vector<Index> stack;  // the next sibling to visit, per level that has one
  for (Index i = at(first_child, 0); i != none;) {
    order.push_back(i);
    if (at(next_sibling, i) != none) stack.push_back(at(next_sibling, i));
    i = at(first_child, i + 1);
    if (i == none && !stack.empty()) {
      i = stack.back();
      stack.pop_back();
    }
  }
  return order;
}

std::vector<Index> cycles_of(View<const Index> parents) {
  enum class Mark : char { unknown, on_path, done };
  std::vector<Mark> marks(parents.size(), Mark::unknown);
  const auto mark = [&](Index i) -> Mark& { return marks[static_cast<std::size_t>(i)]; };
  std::vector<Index> path, cycles;
  for (Index start = 0; start < ssize(parents); ++start) {
    path.clear();
    Index i = start;
    for (; i != root && mark(i) == Mark::unknown; i = parents[i]) {
      mark(i) = Mark::on_path;
      path.push_back(i);
    }
    if (i != root && mark(i) == Mark::on_path) cycles.push_back(i);
    for (const Index k : path) mark(k) = Mark::done;
  }
  return cycles;
}

Tree::Tree(std::vector<Index> parents) : parents_(std::move(parents)), ends_(parents_.size()) {
  const Index n = size();
  for (Index i = 0; i < n; ++i) ends_[static_cast<std::size_t>(i)] = i + 1;
  for (Index i = n - 1; i >= 0; --i) {
    const Index p = parent(i);
    TREEFIX_ASSERT(root <= p && p < i);
    if (p == root) continue;
    Index& end = ends_[static_cast<std::size_t>(p)];
    end = std::max(end, subtree_end(i));
  }
}

Index Tree::depth() const {
  const std::vector<ShortIndex> depths = depths_of(*this);
  return depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end()) + 1;
}

std::vector<ShortIndex> depths_of(const Tree& tree) { return depths_in_blocks(tree, planner::table::tour_block); }

namespace {

/// The child with the largest subtree, for each body; the last entry is for the root.
std::vector<ShortIndex> heavy_children(const Tree& tree) {
  std::vector<ShortIndex> heavy(static_cast<std::size_t>(tree.size()) + 1, -1);
  const auto slot = [&](Index parent) { return parent == root ? tree.size() : parent; };
  for (Index i = 0; i < tree.size(); ++i) {
    ShortIndex& child = at(heavy, slot(tree.parent(i)));
    if (child < 0 || tree.subtree_size(i) > tree.subtree_size(child)) child = shortened(i);
  }
  return heavy;
}

}  // namespace

std::vector<Index> heavy_first_order(const Tree& tree) {
  const Index n = tree.size();
  const std::vector<ShortIndex> heavy = heavy_children(tree);
  std::vector<Index> order(static_cast<std::size_t>(n));
  // the new number of each body, and the new number of the next light child of each body; the last entry is for the
  // root
  std::vector<ShortIndex> place(static_cast<std::size_t>(n)), next(static_cast<std::size_t>(n) + 1);
  const auto leave_room = [&](Index slot, Index first) {
    const Index child = at(heavy, slot);
    at(next, slot) = shortened(child < 0 ? first : first + tree.subtree_size(child));
  };
  leave_room(n, 0);
  for (Index i = 0; i < n; ++i) {
    const Index parent = tree.parent(i), slot = parent == root ? n : parent;
    const bool first = at(heavy, slot) == i;
    at(place, i) = first ? (parent == root ? 0 : at(place, parent) + 1) : at(next, slot);
    if (!first) at(next, slot) += shortened(tree.subtree_size(i));
    leave_room(i, at(place, i) + 1);
    at(order, at(place, i)) = i;
  }
  return order;
}

bool is_heavy_first(const Tree& tree) {
  const std::vector<ShortIndex> heavy = heavy_children(tree);
  for (Index i = 0; i < tree.size(); ++i)
    if (!tree.is_leaf(i) && at(heavy, i) != i + 1) return false;
  return heavy.back() <= 0;
}

Tree renumbered(const Tree& tree, View<const Index> order) {
  std::vector<ShortIndex> place(static_cast<std::size_t>(tree.size()));
  for (Index k = 0; k < tree.size(); ++k) at(place, order[k]) = shortened(k);
  std::vector<Index> parents(static_cast<std::size_t>(tree.size()));
  for (Index k = 0; k < tree.size(); ++k)
    if (const Index parent = tree.parent(order[k]); parent == root)
      at(parents, k) = root;
    else
      at(parents, k) = at(place, parent);
  return Tree(std::move(parents));
}

}  // namespace treefix
