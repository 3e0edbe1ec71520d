// The division of large trees.
#include <treefix/large_tree/division/division.hpp>

#include <gtest/gtest.h>

#include "support/forests.hpp"
#include "support/large_tree.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> division_models() {
  std::vector<Model> all = many_models(60);
  for (const Index n : {Index(30), Index(100), Index(333)})
    for (const double branching : {1.0, 1.05, 1.3, 2.0, 0.0})
      for (const char* joints : {"R", "RRRRRRRP"})
        all.push_back(zoo::random_tree(
            {.n = n, .seed = static_cast<std::uint64_t>(n), .joints = joints, .branching = branching}));
  return all;
}

template <class Law>
void for_all_divisions(Law law) {
  for (const Model& model : division_models()) {
    const Mechanism<double> m = renumbered(model.mechanism(), heavy_first_order(model.mechanism().tree));
    const Prepared<double> prepared = prepare(m);
    for (const int lanes : {1, 2, 4, 8})
      for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}}) {
        SCOPED_TRACE(concat(model.name(), " of ", m.nbody(), ", ", lanes, " lanes, forests of ", sizes.forest));
        law(m, prepared, Division(m.tree, prepared, lanes, sizes), sizes);
        if (::testing::Test::HasFatalFailure()) return;
      }
  }
}

TEST(Division, HasEveryBodyOnce) {
  for_all_divisions(
      [](const Mechanism<double>& m, const Prepared<double>&, const Division& plan, const Division::Sizes&) {
        std::vector<int> seen(m.joints.size());
        Index alone = 0;
        for (const Division::TrunkPart& part : plan.trunk_parts) {
          if (!part.is_chain()) {
            ++at(seen, part.first);
            ++alone;
          }
          for (Index b = part.first_bundle; b < part.end_bundle; ++b)
            for (int lane = 0; lane < plan.lanes; ++lane)
              for (Index k = 0; k < at(plan.bundles, b).steps; ++k) ++at(seen, at(plan.bundles, b).piece(lane) + k);
        }
        for (Index group = 0; group < ssize(plan.counts); ++group)
          for (Index lane = 0; lane < at(plan.counts, group); ++lane)
            ++at(seen, at(plan.places, group * plan.lanes + lane));
        for (const int count : seen) ASSERT_EQ(count, 1);
        ASSERT_EQ(alone, plan.bodies_alone);
      });
}

TEST(Division, HasChainsOfRevoluteJointsOnly) {
  for_all_divisions(
      [](const Mechanism<double>& m, const Prepared<double>& p, const Division& plan, const Division::Sizes& sizes) {
        for (const Division::TrunkPart& part : plan.trunk_parts) {
          if (!part.is_chain()) continue;
          Index next = part.first;
          for (Index b = part.first_bundle; b < part.end_bundle; ++b) {
            const Division::Bundle& bundle = at(plan.bundles, b);
            ASSERT_EQ(bundle.first, next);
            ASSERT_LE(bundle.steps, std::max<Index>(sizes.piece, 2 * plan.lanes - 1));
            ASSERT_GE(bundle.steps, plan.lanes);
            next += plan.lanes * bundle.steps;
          }
          ASSERT_EQ(next, part.last + 1);
          for (Index i = part.first; i <= part.last; ++i) {
            ASSERT_EQ(at(p.bodies, i).kind, JointKind::revolute);
            if (i > part.first) {
              ASSERT_EQ(m.parent(i), i - 1);
            }
          }
        }
      });
}

TEST(Division, HangsPartsFromLastBodiesOfEarlierParts) {
  for_all_divisions(
      [](const Mechanism<double>& m, const Prepared<double>&, const Division& plan, const Division::Sizes&) {
        for (Index u = 0; u < ssize(plan.trunk_parts); ++u) {
          const Division::TrunkPart& part = at(plan.trunk_parts, u);
          ASSERT_LT(part.above, u);
          ASSERT_EQ(m.parent(part.first), part.above < 0 ? root : at(plan.trunk_parts, part.above).last);
        }
      });
}

TEST(Division, HasParentsOfForestsInEarlierRecords) {
  for_all_divisions(
      [](const Mechanism<double>& m, const Prepared<double>&, const Division& plan, const Division::Sizes& sizes) {
        for (const Division::Forest& forest : plan.forests) {
          const Index anchors = forest.end_anchor - forest.first_anchor;
          Index bodies = 0;
          for (Index group = forest.first_group; group < forest.end_group; ++group) {
            bodies += at(plan.counts, group);
            ASSERT_GT(at(plan.counts, group), 0);
            for (Index lane = 0; lane < plan.lanes; ++lane) {
              const Index place = group * plan.lanes + lane;
              const Index body = at(plan.places, place), parent = at(plan.parents, place);
              if (lane >= at(plan.counts, group)) {
                ASSERT_EQ(body, at(plan.places, group * plan.lanes));
                ASSERT_EQ(parent, at(plan.parents, group * plan.lanes));
              }
              if (parent < anchors) {
                const Index anchor = at(plan.forest_anchors, forest.first_anchor + parent);
                ASSERT_EQ(m.parent(body), anchor < 0 ? root : at(plan.anchors, anchor).body);
              } else {
                const Index parent_place = forest.first_group * plan.lanes + parent - anchors;
                ASSERT_LT(parent_place, group * plan.lanes);
                ASSERT_EQ(m.parent(body), at(plan.places, parent_place));
              }
            }
          }
          ASSERT_LE(bodies, sizes.forest);
        }
      });
}

TEST(Division, KnowsWhereAnchorsAre) {
  for_all_divisions(
      [](const Mechanism<double>&, const Prepared<double>&, const Division& plan, const Division::Sizes&) {
        Index found = 0;
        for (const Division::Bundle& bundle : plan.bundles)
          for (Index a = bundle.first_anchor; a < bundle.end_anchor; ++a, ++found) {
            const Division::Anchor& anchor = at(plan.anchors, a);
            ASSERT_LT(anchor.step, bundle.steps);
            ASSERT_EQ(anchor.body, bundle.piece(anchor.lane) + anchor.step);
          }
        for (const Division::TrunkPart& part : plan.trunk_parts) {
          if (part.anchor < 0) continue;
          ASSERT_EQ(at(plan.anchors, part.anchor).body, part.last);
          found += part.is_chain() ? 0 : 1;
        }
        ASSERT_EQ(found, ssize(plan.anchors));
      });
}

TEST(Division, ExplainsHowItDividesATree) {
  const auto explained = [](const Model& model) {
    const Mechanism<double>& m = model.mechanism();
    return Division(m.tree, prepare(m), 4, {}).explain();
  };
  EXPECT_EQ(explained(zoo::chain(1000)), "1000 bodies in 3 bundles of 4 pieces of at most 84");
  EXPECT_EQ(explained(zoo::auto_tree(5000, 2)), "4998 bodies in 3 forests, 4998 of 5016 lanes filled; 2 one by one");
}

}  // namespace
}  // namespace treefix::testing
