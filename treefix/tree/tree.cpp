#include <treefix/tree/tree.hpp>

#include <algorithm>
#include <utility>

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
  std::vector<Index> depth(parents_.size() + 1, 0);
  for (Index i = 0; i < size(); ++i)
    depth[static_cast<std::size_t>(i + 1)] = depth[static_cast<std::size_t>(parent(i) + 1)] + 1;
  return *std::max_element(depth.begin(), depth.end());
}

}  // namespace treefix
