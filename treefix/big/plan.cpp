#include <treefix/big/plan.hpp>

#include <algorithm>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

class Division {
 public:
  Division(const Tree& t, const Prepared<double>& p, const BigPlan::Sizes& s, BigPlan& out)
      : tree(t), prepared(p), sizes(s), plan(out) {}

  void run() {
    find_mounts();
    find_trunk();
    find_attached();
    for (Index i = 0; i < tree.size();) i = is_trunk(i) ? add_unit(i) : tree.subtree_end(i);
    add_forests();
  }

 private:
  bool is_trunk(Index i) const { return at(trunk, i) != 0; }

  /// Which bodies have a mount that is more than a shift along y.
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
    const Index longest = plan.lanes * sizes.shortest_piece;
    for (const HeavyPath& path : paths.all())
      if (path.size() >= longest) std::fill(trunk.begin() + path.first, trunk.begin() + path.end, char(1));
    for (Index i = tree.size() - 1; i >= 0; --i) {
      const bool solid = at(prepared.steps, i).kind != JointKind::revolute;
      if (solid || tree.subtree_size(i) > sizes.forest) at(trunk, i) = 1;
      if (const Index parent = tree.parent(i); parent != root && is_trunk(i)) at(trunk, parent) = 1;
    }
  }

  void find_attached() {
    attached_at.assign(static_cast<std::size_t>(tree.size()), -1);
    std::vector<char> has(static_cast<std::size_t>(tree.size()));
    for (Index i = 0; i < tree.size(); ++i)
      if (const Index parent = tree.parent(i); parent != root && !is_trunk(i) && is_trunk(parent)) at(has, parent) = 1;
    for (Index i = 0; i < tree.size(); ++i) {
      if (!at(has, i)) continue;
      at(attached_at, i) = shortened(ssize(plan.attached));
      plan.attached.push_back({shortened(i)});
    }
    unit_of.assign(static_cast<std::size_t>(tree.size()), -1);
  }

  /// Whether the trunk goes on from i to i + 1 and to nowhere else, over a joint that lanes can take.
  bool goes_on(Index i) const {
    const Index next = i + 1;
    if (next >= tree.size() || tree.parent(next) != i || !is_trunk(next) || !is_plain(next)) return false;
    for (Index child = tree.subtree_end(next); child < tree.subtree_end(i); child = tree.subtree_end(child))
      if (is_trunk(child)) return false;
    return true;
  }
  bool is_plain(Index i) const { return at(prepared.steps, i).kind == JointKind::revolute && !at(turned_, i); }

  /// The unit that begins at i, and where the next may begin.
  Index add_unit(Index i) {
    const Index parent = tree.parent(i);
    BigPlan::Unit unit{.first = shortened(i), .last = shortened(i)};
    unit.above = parent == root ? -1 : at(unit_of, parent);
    Index end = i + 1;
    if (is_plain(i)) {
      while (goes_on(end - 1)) ++end;
      end = add_bundles(unit, i, (end - i) / plan.lanes);
    }
    unit.last = shortened(end - 1);
    unit.attached = at(attached_at, end - 1);
    if (!unit.is_row()) ++plan.bodies_alone;
    for (Index k = i; k < end; ++k) at(unit_of, k) = shortened(ssize(plan.units));
    plan.units.push_back(unit);
    return end;
  }

  /// A row of so many steps in all lanes together; where it ends.
  Index add_bundles(BigPlan::Unit& unit, Index first, Index steps) {
    // rows of numbers are turned into lanes as squares: no piece may be shorter than there are lanes
    if (steps < std::max<Index>(sizes.shortest_piece, plan.lanes)) return first + 1;
    const Index many = std::min(sizes.least_bundles, std::max<Index>(1, steps / 64));
    const Index count = std::min(std::max(many, (steps + sizes.piece - 1) / sizes.piece), steps / plan.lanes);
    unit.first_bundle = shortened(ssize(plan.bundles));
    for (Index k = 0; k < count; ++k) {
      BigPlan::Bundle bundle;
      bundle.first = shortened(first);
      bundle.steps = shortened((k + 1) * steps / count - k * steps / count);
      const Index end = first + plan.lanes * bundle.steps;
      bundle.first_attached = attached_before(first), bundle.end_attached = attached_before(end);
      for (Index a = bundle.first_attached; a < bundle.end_attached; ++a) {
        BigPlan::Attached& attached = at(plan.attached, a);
        attached.lane = static_cast<std::int8_t>((attached.body - first) / bundle.steps);
        attached.step = shortened((attached.body - first) % bundle.steps);
      }
      plan.bundles.push_back(bundle);
      plan.longest_bundle = std::max<Index>(plan.longest_bundle, bundle.steps);
      first = end;
    }
    unit.end_bundle = shortened(ssize(plan.bundles));
    return first;
  }
  /// Those of bodies before i.
  ShortIndex attached_before(Index i) const {
    const auto found = std::lower_bound(plan.attached.begin(), plan.attached.end(), i,
                                        [](const BigPlan::Attached& a, Index body) { return a.body < body; });
    return shortened(found - plan.attached.begin());
  }

  /// Subtrees in the order of their numbers, as many at a time as a forest may have.
  void add_forests() {
    std::vector<Index> roots;
    Index size = 0;
    const auto finish = [&] {
      if (!roots.empty()) add_forest(roots);
      roots.clear(), size = 0;
    };
    for (Index i = 0; i < tree.size();) {
      if (is_trunk(i)) {
        ++i;
        continue;
      }
      if (size + tree.subtree_size(i) > sizes.forest) finish();
      roots.push_back(i), size += tree.subtree_size(i);
      i = tree.subtree_end(i);
    }
    finish();
  }

  void add_forest(const std::vector<Index>& roots) {
    BigPlan::Forest forest;
    forest.first_group = ssize(plan.counts), forest.first_outside = ssize(plan.outside);
    // rows of what it hangs from, then level by level; children know their parents' rows
    struct Waiting {
      ShortIndex body, row;
    };
    // those that bear others come first: a group of tips has less to tell
    std::vector<Waiting> level, next, tips;
    for (const Index i : roots) {
      const Index parent = tree.parent(i);
      const ShortIndex attached = parent == root ? -1 : at(attached_at, parent);
      if (ssize(plan.outside) == forest.first_outside || plan.outside.back() != attached)
        plan.outside.push_back(attached);
      level.push_back({shortened(i), shortened(ssize(plan.outside) - forest.first_outside - 1)});
    }
    forest.end_outside = ssize(plan.outside);
    const Index outside = forest.end_outside - forest.first_outside;
    while (!level.empty()) {
      next.clear(), tips.clear();
      for (Index k = 0; k < ssize(level); k += plan.lanes) {
        const Index count = std::min<Index>(plan.lanes, ssize(level) - k);
        for (Index lane = 0; lane < plan.lanes; ++lane) {
          const auto [body, row] = at(level, lane < count ? k + lane : k);
          const Index own = outside + ssize(plan.places) - forest.first_group * plan.lanes;
          if (lane < count)
            tree.for_each_child(body, [&](Index c) {
              (tree.subtree_size(c) > 1 ? next : tips).push_back({shortened(c), shortened(own)});
            });
          plan.places.push_back(body), plan.parents.push_back(row);
        }
        plan.counts.push_back(static_cast<std::uint8_t>(count));
      }
      level.swap(next);
      level.insert(level.end(), tips.begin(), tips.end());
    }
    forest.end_group = ssize(plan.counts);
    plan.largest_forest = std::max(plan.largest_forest, forest.end_group - forest.first_group);
    plan.most_outside = std::max(plan.most_outside, outside);
    plan.forests.push_back(forest);
  }

  const Tree& tree;
  const Prepared<double>& prepared;
  const BigPlan::Sizes& sizes;
  BigPlan& plan;
  std::vector<char> trunk, turned_;  // (nbody)
  std::vector<ShortIndex> attached_at, unit_of;  // (nbody)
};

}  // namespace

BigPlan::BigPlan(const Tree& tree, const Prepared<double>& prepared, int lane_count, const Sizes& sizes)
    : lanes(lane_count), bodies(tree.size()) {
  TREEFIX_ASSERT(is_heavy_first(tree));
  Division(tree, prepared, sizes, *this).run();
  for (const Segment& segment : prepared.segments) branches += segment.is_at_root() ? 0 : 1;
}

Index BigPlan::steps() const {
  Index sum = 0;
  for (const Bundle& bundle : bundles) sum += bundle.steps;
  return sum;
}

Index BigPlan::rounds() const { return steps() + ssize(counts) + bodies_alone; }

double BigPlan::forward_cost() const {
  const double join = bundles.empty() ? 0 : 50;
  return join + 3 * static_cast<double>(steps() + bodies_alone) + 3.7 * static_cast<double>(counts.size());
}

std::string BigPlan::explain() const {
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

}  // namespace treefix
