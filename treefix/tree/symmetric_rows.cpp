#include <treefix/tree/symmetric_rows.hpp>

#include <treefix/tree/ancestor_paths.hpp>

namespace treefix {

Index SymmetricRows::entries(const Tree& tree) { return 2 * AncestorPaths::entries(tree) - tree.size(); }

SymmetricRows::SymmetricRows(const Tree& tree) : tree_(&tree), begins_(static_cast<std::size_t>(tree.size()) + 1) {
  const std::vector<ShortIndex> depths = depths_of(tree);
  for (Index i = 0; i < tree.size(); ++i) at(begins_, i + 1) = at(begins_, i) + at(depths, i) + tree.subtree_size(i);
}

}  // namespace treefix
