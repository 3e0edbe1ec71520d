#include <treefix/large_tree/division/division.hpp>

#include <algorithm>

#include <treefix/base/text.hpp>

namespace treefix::large_tree {

namespace {

class Divider {
 public:
  Divider(const Tree& t, const Prepared<double>& p, const Division::Sizes& s, Division& out)
      : tree(t), prepared(p), sizes(s), division(out) {}

  void run() {
    find_mounts();
    find_trunk();
    find_anchors();
    for (Index i = 0; i < tree.size();) i = is_trunk(i) ? add_trunk_part(i) : tree.subtree_end(i);
    add_forests();
  }

 private:
  bool is_trunk(Index i) const { return at(trunk, i) != 0; }

  /// Finds the bodies with a mount that is more than a shift along y.
  void find_mounts() {
    turned_.assign(static_cast<std::size_t>(tree.size()), 0);
    for (Index i = 0; i < tree.size(); ++i) {
      if (at(prepared.mount_of, i) < 0) continue;
      const Mount<double>& mount = at(prepared.mounts, at(prepared.mount_of, i));
      at(turned_, i) = mount.sin != 0 || mount.cos != 1 || mount.lift != 0;
    }
  }

  void find_trunk() {
    trunk.assign(static_cast<std::size_t>(tree.size()), 0);
    const HeavyPaths paths(tree);
    const Index longest = division.lanes * sizes.shortest_piece;
    for (const HeavyPath& path : paths.all())
      if (path.size() >= longest) std::fill(trunk.begin() + path.first, trunk.begin() + path.end, char(1));
    for (Index i = tree.size() - 1; i >= 0; --i) {
      const bool general = at(prepared.bodies, i).kind != JointKind::revolute;
      if (general || tree.subtree_size(i) > sizes.forest) at(trunk, i) = 1;
      if (const Index parent = tree.parent(i); parent != root && is_trunk(i)) at(trunk, parent) = 1;
    }
  }

  void find_anchors() {
    anchor_at.assign(static_cast<std::size_t>(tree.size()), -1);
    std::vector<char> has(static_cast<std::size_t>(tree.size()));
    for (Index i = 0; i < tree.size(); ++i)
      if (const Index parent = tree.parent(i); parent != root && !is_trunk(i) && is_trunk(parent)) at(has, parent) = 1;
    for (Index i = 0; i < tree.size(); ++i) {
      if (!at(has, i)) continue;
      at(anchor_at, i) = shortened(ssize(division.anchors));
      division.anchors.push_back({shortened(i)});
    }
    part_of.assign(static_cast<std::size_t>(tree.size()), -1);
  }

  /// Whether the trunk continues from i to i + 1 only, across a joint that lanes can compute.
  bool continues(Index i) const {
    const Index next = i + 1;
    if (next >= tree.size() || tree.parent(next) != i || !is_trunk(next) || !is_plain(next)) return false;
    for (Index child = tree.subtree_end(next); child < tree.subtree_end(i); child = tree.subtree_end(child))
      if (is_trunk(child)) return false;
    return true;
  }
  bool is_plain(Index i) const { return at(prepared.bodies, i).kind == JointKind::revolute && !at(turned_, i); }

  /// Adds the part that starts at i. Returns where the next may start.
  Index add_trunk_part(Index i) {
    const Index parent = tree.parent(i);
    Division::TrunkPart part{.first = shortened(i), .last = shortened(i)};
    part.above = parent == root ? -1 : at(part_of, parent);
    Index end = i + 1;
    if (is_plain(i)) {
      while (continues(end - 1)) ++end;
      end = add_bundles(part, i, (end - i) / division.lanes);
    }
    part.last = shortened(end - 1);
    part.anchor = at(anchor_at, end - 1);
    if (!part.is_chain()) ++division.bodies_alone;
    for (Index k = i; k < end; ++k) at(part_of, k) = shortened(ssize(division.trunk_parts));
    division.trunk_parts.push_back(part);
    return end;
  }

  /// Cuts a chain into bundles with this many steps in total. Returns the end of the chain.
  Index add_bundles(Division::TrunkPart& part, Index first, Index steps) {
    // load_rows transposes squares of lanes × lanes numbers, so a piece needs at least `lanes` bodies
    if (steps < std::max<Index>(sizes.shortest_piece, division.lanes)) return first + 1;
    const Index many =
        std::min(sizes.least_bundles, std::max<Index>(1, steps / planner::table::shortest_piece_for_threads));
    const Index count = std::min(std::max(many, (steps + sizes.piece - 1) / sizes.piece), steps / division.lanes);
    part.first_bundle = shortened(ssize(division.bundles));
    for (Index k = 0; k < count; ++k) {
      Division::Bundle bundle;
      bundle.first = shortened(first);
      bundle.steps = shortened((k + 1) * steps / count - k * steps / count);
      const Index end = first + division.lanes * bundle.steps;
      bundle.first_anchor = anchors_before(first);
      bundle.end_anchor = anchors_before(end);
      for (Index a = bundle.first_anchor; a < bundle.end_anchor; ++a) {
        Division::Anchor& anchor = at(division.anchors, a);
        anchor.lane = static_cast<std::int8_t>((anchor.body - first) / bundle.steps);
        anchor.step = shortened((anchor.body - first) % bundle.steps);
      }
      division.bundles.push_back(bundle);
      division.longest_bundle = std::max<Index>(division.longest_bundle, bundle.steps);
      first = end;
    }
    part.end_bundle = shortened(ssize(division.bundles));
    return first;
  }
  /// The number of anchors before body i.
  ShortIndex anchors_before(Index i) const {
    const auto found = std::lower_bound(division.anchors.begin(), division.anchors.end(), i,
                                        [](const Division::Anchor& a, Index body) { return a.body < body; });
    return shortened(found - division.anchors.begin());
  }

  /// Collects subtrees in the order of their numbers until a forest is full.
  void add_forests() {
    std::vector<Index> roots;
    Index size = 0;
    const auto finish = [&] {
      if (!roots.empty()) add_forest(roots);
      roots.clear();
      size = 0;
    };
    for (Index i = 0; i < tree.size();) {
      if (is_trunk(i)) {
        ++i;
        continue;
      }
      if (size + tree.subtree_size(i) > sizes.forest) finish();
      roots.push_back(i);
      size += tree.subtree_size(i);
      i = tree.subtree_end(i);
    }
    finish();
  }

  void add_forest(const std::vector<Index>& roots) {
    Division::Forest forest;
    forest.first_group = ssize(division.counts);
    forest.first_anchor = ssize(division.forest_anchors);
    // the anchors have the first records, then come the bodies, level by level; children refer to the records of their
    // parents
    struct Waiting {
      ShortIndex body, parent;
    };
    // bodies with children come first: a group of tips has fewer results to store
    std::vector<Waiting> level, next, tips;
    for (const Index i : roots) {
      const Index parent = tree.parent(i);
      const ShortIndex anchor = parent == root ? -1 : at(anchor_at, parent);
      if (ssize(division.forest_anchors) == forest.first_anchor || division.forest_anchors.back() != anchor)
        division.forest_anchors.push_back(anchor);
      level.push_back({shortened(i), shortened(ssize(division.forest_anchors) - forest.first_anchor - 1)});
    }
    forest.end_anchor = ssize(division.forest_anchors);
    const Index anchors = forest.end_anchor - forest.first_anchor;
    while (!level.empty()) {
      next.clear();
      tips.clear();
      for (Index k = 0; k < ssize(level); k += division.lanes) {
        const Index count = std::min<Index>(division.lanes, ssize(level) - k);
        for (Index lane = 0; lane < division.lanes; ++lane) {
          const auto [body, parent] = at(level, lane < count ? k + lane : k);
          const Index record = anchors + ssize(division.places) - forest.first_group * division.lanes;
          if (lane < count)
            tree.for_each_child(body, [&](Index c) {
              (tree.subtree_size(c) > 1 ? next : tips).push_back({shortened(c), shortened(record)});
            });
          division.places.push_back(body);
          division.parents.push_back(parent);
        }
        division.counts.push_back(static_cast<std::uint8_t>(count));
      }
      level.swap(next);
      level.insert(level.end(), tips.begin(), tips.end());
    }
    forest.end_group = ssize(division.counts);
    division.largest_forest = std::max(division.largest_forest, forest.end_group - forest.first_group);
    division.most_anchors = std::max(division.most_anchors, anchors);
    division.forests.push_back(forest);
  }

  const Tree& tree;
  const Prepared<double>& prepared;
  const Division::Sizes& sizes;
  Division& division;
  std::vector<char> trunk, turned_;  // (nbody)
  std::vector<ShortIndex> anchor_at, part_of;  // (nbody)
};

}  // namespace

Division::Division(const Tree& tree, const Prepared<double>& prepared, int lane_count, const Sizes& sizes)
    : lanes(lane_count), bodies(tree.size()) {
  TREEFIX_ASSERT(is_heavy_first(tree));
  Divider(tree, prepared, sizes, *this).run();
  for (const Segment& segment : prepared.segments) branches += segment.is_at_root() ? 0 : 1;
}

std::vector<ShortIndex> Division::bundles_with_anchors() const {
  std::vector<ShortIndex> list;
  for (Index b = 0; b < ssize(bundles); ++b)
    if (at(bundles, b).has_anchors()) list.push_back(shortened(b));
  return list;
}

Index Division::steps() const {
  Index sum = 0;
  for (const Bundle& bundle : bundles) sum += bundle.steps;
  return sum;
}

Index Division::rounds() const { return steps() + ssize(counts) + bodies_alone; }

std::string Division::explain() const {
  Index in_bundles = 0, in_forests = 0;
  for (const Bundle& bundle : bundles) in_bundles += static_cast<Index>(lanes) * bundle.steps;
  for (const std::uint8_t count : counts) in_forests += count;
  std::string text;
  const auto add = [&](Index count, const std::string& how) {
    if (count > 0) text += concat(text.empty() ? "" : "; ", count, text.empty() ? " bodies" : "", how);
  };
  add(in_bundles, concat(" in ", bundles.size(), " bundles of ", lanes, " pieces of at most ", longest_bundle));
  add(in_forests,
      concat(" in ", forests.size(), " forests, ", in_forests, " of ", ssize(counts) * lanes, " lanes filled"));
  add(bodies_alone, " one by one");
  return text;
}

}  // namespace treefix::large_tree
