// Blocks of rows of the mass matrix.
#pragma once

#include <treefix/papers/scan_model.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::papers {

/// The tree of coordinates: the parent of a coordinate is the previous one of its joint, or the last one of the parent
/// joint. Coordinates are numbered depth-first.
///                                                                          [Featherstone 2008, §6.5: expanded parents]
template <class T>
Tree coordinate_tree(const Mechanism<T>& m) {
  std::vector<Index> above(static_cast<std::size_t>(m.nv));
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<T>& joint = m.joint(i);
    const Index p = m.parent(i);
    at(above, joint.v) = p == root ? root : m.joint(p).v + m.joint(p).dof() - 1;
    for (Index k = joint.v + 1; k < joint.v + joint.dof(); ++k) at(above, k) = k - 1;
  }
  return Tree(std::move(above));
}

/// The rows that are computed together: blocks of consecutive bodies in the order of coordinates.
///
/// Properties: the bodies of a block have at least `rows` coordinates, except possibly in the last block, and at most
/// most_rows. An ancestor of a body of the block is in the block, or it is an ancestor of the first body of the block.
/// Depends on the tree alone.
/// Immutable: may be shared by threads. O(n) time and memory.
class MassBlocks {
 public:
  static constexpr Index rows = planner::table::mass_block_rows, most_rows = rows + 5;

  template <class T>
  explicit MassBlocks(const ScanModel<T>& model)
      : bodies_(static_cast<std::size_t>(model.tree().size())), parents_(bodies_.size()),
        coordinates_(coordinate_tree(model.mechanism())), depths_(depths_of(coordinates_)), runs_(depths_.size()) {
    const Mechanism<T>& m = model.mechanism();
    for (Index i = 0; i < m.nbody(); ++i) {
      const Index p = m.parent(i), k = model.given(i);
      at(bodies_, k) = shortened(i);
      at(parents_, k) = shortened(p == root ? root : model.given(p));
    }
    for (Index c = 0; c < m.nv; ++c)
      at(runs_, c) = c > 0 && coordinates_.parent(c) == c - 1 ? at(runs_, c - 1) : shortened(c);
    Index first = 0;  // the first row of the block
    for (Index k = 0; k < m.nbody(); ++k) {
      const Joint<T>& joint = m.joint(body(k));
      const Index end = joint.v + joint.dof();
      if (end - first >= rows || k + 1 == m.nbody()) {
        begins_.push_back(shortened(k + 1));
        first = end;
      }
    }
  }

  Index count() const { return ssize(begins_) - 1; }
  /// Bodies of a block are begin(block) … begin(block + 1) − 1.
  Index begin(Index block) const { return at(begins_, block); }
  /// Bodies are numbered here by their coordinates; this returns the number in the scan model.
  Index body(Index k) const { return at(bodies_, k); }
  Index parent(Index k) const { return at(parents_, k); }
  const Tree& coordinates() const { return coordinates_; }
  /// The number of coordinates above coordinate c.
  Index depth(Index c) const { return at(depths_, c); }
  /// The last coordinate of the run of consecutive numbers in which the path from c to the root begins.
  Index run(Index c) const { return at(runs_, c); }

 private:
  std::vector<ShortIndex> bodies_, parents_;  // (nbody)
  Tree coordinates_;
  std::vector<ShortIndex> depths_, runs_;  // (nv)
  std::vector<ShortIndex> begins_{0};  // (count + 1)
};

}  // namespace treefix::papers
