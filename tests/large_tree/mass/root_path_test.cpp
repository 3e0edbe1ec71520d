// Laws of treefix/large_tree/mass/root_path.hpp.
#include <treefix/large_tree/mass/root_path.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <treefix/large_tree/division/lane_access.hpp>

#include "spatial/values.hpp"
#include "support/large_tree.hpp"

namespace treefix::testing {
namespace {

using PathLanes = Lanes<double, 4>;

/// A division with random motions and moment frames: the laws hold for any.
struct RandomPaths {
  const DividedModel& model;
  MassPlan plan;
  test::Draw<double> draw{1};
  Random random{2};
  std::vector<Motion<double>> S;
  std::vector<Transform<double>> frames;
  MassValues values;
  ZeroMemory memory;

  RandomPaths(const DividedModel& divided, Index span) : model(divided), plan(divided, span) {
    while (S.size() < plan.trunk.size()) S.push_back(draw.motion());
    while (frames.size() < plan.moment_frames.size()) frames.push_back(draw.transform());
    values.S = S.data();
    values.moment_frames = frames.data();
    memory = ZeroMemory(divided_bytes([&](Arena& arena) { RootPath<PathLanes>(plan, values, arena); }));
  }
  RootPath<PathLanes> path() const {
    Arena arena(memory.data());
    return {plan, values, arena};
  }
  /// Products of a force in the moment frame of coordinate c with the motions from c to the root, one by one -> row.
  void put_one_by_one(Index c, Force<double> F, std::vector<double>& row) const {
    while (c >= 0) {
      const MassPlan::Coordinate& x = at(plan.trunk, c);
      at(row, x.depth) = dot(F, at(S, c));
      if (x.above >= 0 && at(plan.trunk, x.above).moment_frame != x.moment_frame)
        F = at(frames, x.moment_frame).back(F);
      c = x.above;
    }
  }
};

void expect_row(const std::vector<double>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    ASSERT_NEAR(got[k], expected[k], 1e-11 * (1 + std::abs(expected[k]))) << k << " of " << got.size();
}

template <class Law>
void for_all_paths(Law law) {
  for_all_divided<PathLanes::size>([&](const Mechanism<double>&, const DividedModel& model) {
    for (const Index span : {1, 3, 32}) {
      RandomPaths paths(model, span);
      law(paths);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(RootPath, MultipliesWithTheMotionsOfEveryCoordinateOnItInAnyOrderOfPaths) {
  for_all_paths([](RandomPaths& paths) {
    RootPath<PathLanes> path = paths.path();
    const Index n = ssize(paths.plan.trunk);
    for (Index k = 0; k < 2 * n; ++k) {
      // first all coordinates in order, then random ones, sometimes the root itself
      const Index c = k < n ? k : paths.random.below(n + 1) - 1;
      path.lead_to(shortened(c));
      ASSERT_EQ(path.size(), c < 0 ? 0 : at(paths.plan.trunk, c).depth + 1);
      const Force<double> F = paths.draw.force();
      std::vector<double> row(static_cast<std::size_t>(path.size()), std::nan("")), expected = row;
      path.put_own(&F.n.x, row.data());
      paths.put_one_by_one(c, F, expected);
      expect_row(row, expected);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

/// The records of one forest, random, and rows of its bodies as the plain loop computes them.
struct RandomForest {
  RandomPaths& paths;
  const Division::Forest& ranges;
  Forest<PathLanes> m;
  std::vector<double> F, S, poses;
  MassForest<PathLanes> s;
  std::vector<Transform<double>> anchor_poses;  // of anchors at which a moment frame begins

  RandomForest(RandomPaths& p, Index f)
      : paths(p), ranges(at(p.model.division.forests, f)), m(forest_of<PathLanes>(p.model, f)) {
    const Index places = m.groups * PathLanes::size,
                lengths[] = {column_record<PathLanes>, spatial_motion_record<PathLanes>};
    const auto numbers = [&](Index n) {
      std::vector<double> all;
      while (ssize(all) < n) all.push_back(paths.random.uniform(-1, 1));
      return all;
    };
    F = numbers(places * lengths[0]);
    S = numbers(places * lengths[1]);
    poses.resize(static_cast<std::size_t>((m.anchors + places) * pose_record<PathLanes>));
    for (Index k = 0; k < m.anchors + places; ++k) pose(k) = paths.draw.transform();
    while (anchor_poses.size() < paths.model.division.anchors.size()) anchor_poses.push_back(paths.draw.transform());
    s.F = F.data();
    s.S = S.data();
    s.records = poses.data();
  }
  Transform<double>& pose(Index record) {
    return *reinterpret_cast<Transform<double>*>(poses.data() + record * pose_record<PathLanes>);
  }
  Index parent(Index place) const { return m.parents[place] - m.anchors; }
  /// The anchor that a body on it hangs from; −1 for the root.
  ShortIndex anchor(Index place) const {
    return at(paths.model.division.forest_anchors, ranges.first_anchor + m.parents[place]);
  }
  std::vector<double> row_one_by_one(const MassPlan::Visit& visit) {
    const Index span = paths.plan.frame_span;
    const double* numbers = F.data() + visit.place * column_record<PathLanes>;
    Force<double> moved{{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
    std::vector<double> outward{numbers[6]};  // from the body to the anchor
    Index place = visit.place, level = visit.level();
    for (; level > 0; --level) {
      if (level % span == 0) moved = pose(m.parents[place]).back(moved);
      place = parent(place);
      const double* x = S.data() + place * spatial_motion_record<PathLanes>;
      outward.push_back(dot(moved, Motion<double>{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}}));
    }
    // the product with the body above is known, unless a moment frame begins between them
    if (visit.level() > 0 && visit.level() % span != 0) outward[1] = numbers[7];
    const ShortIndex a = anchor(place);
    const Index c = a < 0 ? -1 : at(paths.plan.anchors, a);
    if (a >= 0 && at(paths.plan.is_moment_frame, a)) moved = at(anchor_poses, a).back(moved);
    std::vector<double> row(static_cast<std::size_t>(c < 0 ? 0 : at(paths.plan.trunk, c).depth + 1));
    paths.put_one_by_one(c, moved, row);
    row.insert(row.end(), outward.rbegin(), outward.rend());
    return row;
  }
};

TEST(RootPath, GivesRowsOfSubtreesOfForests) {
  for_all_paths([](RandomPaths& paths) {
    RootPath<PathLanes> path = paths.path();
    for (Index f = 0; f < ssize(paths.model.division.forests); ++f) {
      RandomForest forest(paths, f);
      const MassPlan::Visit* visit = paths.plan.visits.data() + at(paths.plan.first_visit, f);
      const MassPlan::Visit* const stop = paths.plan.visits.data() + at(paths.plan.first_visit, f + 1);
      while (visit != stop) {
        const MassPlan::Visit* end = visit + 1;
        while (end != stop && end->level() > 0) ++end;
        const ShortIndex a = forest.anchor(visit->place);
        path.lead_to(a < 0 ? -1 : at(paths.plan.anchors, a));
        if (a >= 0 && at(paths.plan.is_moment_frame, a)) path.begin_moment_frame(at(forest.anchor_poses, a));
        std::vector<Index> begins;
        std::vector<double> expected;
        for (const MassPlan::Visit* x = visit; x != end; ++x) {
          begins.push_back(ssize(expected));
          const auto row = forest.row_one_by_one(*x);
          expected.insert(expected.end(), row.begin(), row.end());
        }
        std::vector<double> values(expected.size(), std::nan(""));
        path.put_subtree(visit, end, forest.m, forest.s, begins.data(), values.data());
        expect_row(values, expected);
        if (::testing::Test::HasFatalFailure()) return;
        visit = end;
      }
    }
  });
}

}  // namespace
}  // namespace treefix::testing
