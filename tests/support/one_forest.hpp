// A small tree of revolute joints that is a single forest on the root, for tests of sweeps over forests.
#pragma once

#include <vector>

#include <treefix/large_tree/division/lane_access.hpp>

#include "support/large_tree.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// The forest with the state of a robot, and memory for sweeps.
template <class T>
struct OneForest {
  Robot<double> robot;
  std::shared_ptr<const DividedModel> model;
  Forest<T> m;
  std::vector<std::uint8_t> has_children;  // (groups)
  std::vector<Turn<T>> turns;
  std::vector<Force<T>> F;
  std::vector<T> d;
  LaneGroup<T> g;

  explicit OneForest(const Model& described)
      : robot(described), model(divided_model(robot.m, {}, layout_in_lanes<T::size>())), m(forest_of<T>(*model, 0)) {
    const Division& division = model->division;
    EXPECT_TRUE(division.trunk_parts.empty() && division.forests.size() == 1 && m.anchors == 1);
    const auto groups = static_cast<std::size_t>(m.groups);
    has_children.resize(groups);
    for (Index k = 0; k < m.groups * T::size; ++k)
      if (const Index parent = m.parents[k] - m.anchors; parent >= 0) at(has_children, parent / T::size) = 1;
    turns.resize(groups);
    F.resize(groups);
    d.resize(groups);
    g.turns = turns.data();
    g.F = F.data();
    g.d = d.data();
    turn_forest(*model, 0, m, g, robot.q.data());
  }
  OneForest(const OneForest&) = delete;

  /// Zeros: a record of this length for each anchor and for each lane of each group.
  std::vector<double> records(Index length) const {
    return std::vector<double>(static_cast<std::size_t>((m.anchors + m.groups * T::size) * length));
  }
  /// The number in the mechanism of the body in a lane.
  Index body(Index group, int lane) const {
    return model->given_body(at(model->division.places, group * T::size + lane));
  }
};

/// Single bodies, chains, bushes and stars, whose last groups are full, or are not; with armature and nearly parallel
/// axes.
inline std::vector<Model> trees_in_one_forest() {
  std::vector<Model> all;
  for (const Index n : {1, 2, 3, 4, 5, 16, 60})
    for (const double branching : {1.0, 1.5, 2.0, 0.0})
      all.push_back(zoo::random_tree({.n = n,
                                      .seed = static_cast<std::uint64_t>(n),
                                      .joints = "R",
                                      .branching = branching,
                                      .armature = branching > 1 ? 0.3 : 0}));
  all.push_back(zoo::star(40));
  all.push_back(zoo::auto_tree(60, 1.5, 0.3));
  all.push_back(zoo::auto_tree(60, 1.3, 1e-9));
  return all;
}

}  // namespace treefix::testing
