// Laws of treefix/large_tree/mass/plan.hpp.
#include <treefix/large_tree/mass/plan.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <treefix/papers/mass/mass_blocks.hpp>

#include "support/large_tree.hpp"

namespace treefix::testing {
namespace {

/// Calls law(mechanism, divided model, plan).
template <class Law>
void for_all_plans(Law law) {
  for_all_divided<4>([&](const Mechanism<double>& m, const DividedModel& model) {
    for (const Index span : {1, 3, 32}) {
      law(m, model, MassPlan(model, span));
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}
Index above_of(const MassPlan& plan, Index c) { return at(plan.trunk, c).above; }

TEST(MassPlan, HasEveryRowOnceAndCountsItsEntries) {
  for_all_plans([](const Mechanism<double>& m, const DividedModel& model, const MassPlan& plan) {
    const std::vector<ShortIndex> depths = depths_of(coordinate_tree(m));
    std::vector<int> seen(static_cast<std::size_t>(m.nv));
    for (const MassPlan::Coordinate& c : plan.trunk) ++at(seen, c.row);
    for (Index f = 0; f < ssize(model.division.forests); ++f)
      for (Index k = at(plan.first_visit, f); k < at(plan.first_visit, f + 1); ++k) {
        const Index first = at(model.division.forests, f).first_group * model.division.lanes;
        ++at(seen, at(model.forest_v, first + at(plan.visits, k).place));
      }
    Index entries = 0, deepest = 0;
    for (Index row = 0; row < m.nv; ++row) {
      ASSERT_EQ(at(seen, row), 1) << row;
      entries += at(depths, row) + 1;
      deepest = std::max<Index>(deepest, at(depths, row) + 1);
    }
    ASSERT_EQ(plan.entries, entries);
    ASSERT_EQ(plan.deepest, deepest);
  });
}

TEST(MassPlan, LeadsFromEveryCoordinateOfTheTrunkToTheRoot) {
  for_all_plans([](const Mechanism<double>& m, const DividedModel& model, const MassPlan& plan) {
    const Tree tree = coordinate_tree(m);
    const std::vector<ShortIndex> depths = depths_of(tree);
    const Division& division = model.division;
    ASSERT_EQ(plan.armatures.size(), model.has_armatures ? plan.trunk.size() : 0);
    for (Index c = 0; c < ssize(plan.trunk); ++c) {
      const MassPlan::Coordinate& x = at(plan.trunk, c);
      ASSERT_LT(x.above, c);
      ASSERT_EQ(tree.parent(x.row), x.above < 0 ? root : at(plan.trunk, x.above).row);
      ASSERT_EQ(x.depth, at(depths, x.row));
      if (model.has_armatures) {
        ASSERT_EQ(at(plan.armatures, c), m.armature(x.row));
      }
    }
    const auto row_of = [&](Index body) { return model.given_v(at(model.prepared.bodies, body).v); };
    for (Index u = 0; u < ssize(division.trunk_parts); ++u)
      ASSERT_EQ(at(plan.trunk, at(plan.part_first, u)).row, row_of(at(division.trunk_parts, u).first));
    for (Index b = 0; b < ssize(division.bundles); ++b) {
      const Division::Bundle& bundle = at(division.bundles, b);
      for (Index k = 0; k < division.lanes * bundle.steps; ++k)
        ASSERT_EQ(at(plan.trunk, at(plan.bundle_first, b) + k).row, row_of(bundle.first + k));
    }
    for (Index a = 0; a < ssize(division.anchors); ++a) {
      const Joint<double>& joint = m.joint(model.given_body(at(division.anchors, a).body));
      ASSERT_EQ(at(plan.trunk, at(plan.anchors, a)).row, joint.v + joint.dof() - 1);
    }
  });
}

TEST(MassPlan, TakesMomentsOfFewConsecutiveBodiesInEachFrame) {
  for_all_plans([](const Mechanism<double>& m, const DividedModel& model, const MassPlan& plan) {
    std::vector<Index> body_of(static_cast<std::size_t>(m.nv));  // by row
    for (Index i = 0; i < m.nbody(); ++i)
      for (int k = 0; k < m.joint(i).dof(); ++k) at(body_of, m.joint(i).v + k) = i;
    const auto frame_of = [&](Index c) { return at(plan.trunk, c).moment_frame; };
    const auto body_at = [&](Index c) { return at(body_of, at(plan.trunk, c).row); };
    for (Index c = 0; c < ssize(plan.trunk); ++c) {
      const Index above = above_of(plan, c), frame = frame_of(c);
      if (above >= 0 && frame_of(above) == frame) {
        // joints that are not revolute may move far, so bodies do not share a moment frame across them
        ASSERT_TRUE(body_at(above) == body_at(c) || m.joint(body_at(above)).kind == JointKind::revolute);
      } else {
        ASSERT_EQ(at(plan.moment_frames, frame).begin, at(plan.trunk, c).depth);
        ASSERT_EQ(at(plan.moment_frames, frame).above, above < 0 ? -1 : frame_of(above));
      }
      Index bodies = 1;
      for (Index k = c; above_of(plan, k) >= 0 && frame_of(above_of(plan, k)) == frame; k = above_of(plan, k))
        bodies += body_at(k) != body_at(above_of(plan, k)) ? 1 : 0;
      ASSERT_LE(bodies, plan.frame_span);
    }
    const Division& division = model.division;
    for (Index u = 0; u < ssize(division.trunk_parts); ++u)
      ASSERT_EQ(at(plan.part_frame, u), frame_of(at(plan.part_first, u)));
    for (Index b = 0; b < ssize(division.bundles); ++b) {
      const Index steps = at(division.bundles, b).steps;
      for (Index k = 0; k < division.lanes * steps; ++k)  // the frames of a piece are consecutive, and so are pieces
        ASSERT_EQ(
            frame_of(at(plan.bundle_first, b) + k),
            at(plan.bundle_frame, b) + k / steps * plan.moment_frames_of_piece(steps) + k % steps / plan.frame_span);
    }
  });
}

TEST(MassPlan, VisitsTheBodiesOfForestsDepthFirstInTheOrderOfRows) {
  for_all_plans([](const Mechanism<double>& m, const DividedModel& model, const MassPlan& plan) {
    const Division& division = model.division;
    const Index lanes = division.lanes;
    for (Index f = 0; f < ssize(division.forests); ++f) {
      const Division::Forest& forest = at(division.forests, f);
      const Index first = forest.first_group * lanes, anchors = forest.end_anchor - forest.first_anchor;
      std::vector<int> with_children(static_cast<std::size_t>(forest.end_group - forest.first_group));
      Index before = -1;
      for (Index k = at(plan.first_visit, f); k < at(plan.first_visit, f + 1); ++k) {
        const MassPlan::Visit& visit = at(plan.visits, k);
        const Index body = model.given_body(at(division.places, first + visit.place));
        ASSERT_GT(body, before);
        before = body;
        Index level = 0;
        for (Index p = at(division.parents, first + visit.place) - anchors; p >= 0;
             p = at(division.parents, first + p) - anchors)
          ++level;
        ASSERT_EQ(visit.level(), level);
        ASSERT_EQ(visit.is_leaf(), m.tree.subtree_size(body) == 1);
        ASSERT_EQ(visit.begins_moment_frame(), level % plan.frame_span == 0);
        const Index group = visit.place / lanes;
        if (!visit.is_leaf()) at(with_children, group) = 1;
        // all bodies of a group are on one level
        ASSERT_EQ((at(plan.groups, forest.first_group + group) & MassPlan::begins_moment_frame) != 0,
                  level > 0 && visit.begins_moment_frame());
      }
      for (Index k = 0; k < ssize(with_children); ++k)
        ASSERT_EQ((at(plan.groups, forest.first_group + k) & MassPlan::has_children) != 0, at(with_children, k) != 0);
    }
  });
}

}  // namespace
}  // namespace treefix::testing
