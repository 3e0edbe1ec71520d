// Laws of treefix/large_tree/division/renumbering.hpp.
#include <treefix/large_tree/division/renumbering.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <treefix/model/shapes.hpp>

#include "support/large_tree.hpp"
#include "support/scalars.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

std::vector<double> random_numbers(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all;
  for (Index k = 0; k < n; ++k) all.push_back(random.uniform(-1, 1));
  return all;
}

/// Whether each coordinate, by its number in the divided model, belongs to the trunk: (nq) or (nv).
std::vector<bool> trunk_coordinates(const DividedModel& model, ShortIndex PreparedBody::* first, Index all) {
  std::vector<bool> in_trunk(static_cast<std::size_t>(all), true);
  const std::vector<PreparedBody>& bodies = model.prepared.bodies;
  for (const ShortIndex i : model.division.places) {
    const Index end = i + 1 < ssize(bodies) ? at(bodies, i + 1).*first : all;
    for (Index k = at(bodies, i).*first; k < end; ++k) in_trunk[static_cast<std::size_t>(k)] = false;
  }
  return in_trunk;
}

/// Two light bodies, each before a long chain at the same parent: the mechanism does not have heavy children first, and
/// the chains are longer than what a worker takes at once.
Model long_chains_after_light_bodies() {
  const Index n = planner::table::bodies_renumbered_at_once + 500;
  Builder builder("light_first");
  Random random(1);
  const auto add = [&](const std::string& name, const std::string& parent) {
    BodySpec body{.name = name, .parent = parent, .placement = placed<double>({0.1, random.uniform(), 0.2})};
    body.joint = JointSpec::revolute({random.normal(), random.normal(), random.normal()});
    builder.body(box(body, 1, {}, {0.3, 0.2, 0.1}));
  };
  for (const char* chain : {"a", "b"})
    for (Index i = 0; i < n; ++i) {
      const std::string parent = i == 0 ? (chain[0] == 'a' ? "" : "a10") : concat(chain, i - 1);
      if (i == 20) add(concat(chain, "twig"), parent);
      add(concat(chain, i), parent);
    }
  return builder.build();
}

template <class Law>
void for_all_renumbered(Law law) {
  for_all_divided<4>(law);
  static const Model model = long_chains_after_light_bodies();
  const Mechanism<double>& m = model.mechanism();
  static const auto short_pieces = divided_model(m, small_sizes, layout_in_lanes<4>());
  law(m, *short_pieces);
  const Division::Sizes sizes{.forest = 12, .piece = 9000, .shortest_piece = 4, .least_bundles = 1};
  static const auto long_pieces = divided_model(m, sizes, layout_in_lanes<1>());
  ASSERT_FALSE(long_pieces->places_v.empty());
  ASSERT_GT(long_pieces->division.longest_bundle, planner::table::bodies_renumbered_at_once);
  law(m, *long_pieces);
}

TEST(Renumbering, BringsTheCoordinatesOfTheTrunkInTheOrderOfBodies) {
  const EightThreads more;
  Workers workers(3);
  for_all_renumbered([&](const Mechanism<double>& m, const DividedModel& model) {
    Renumbering numbering(model, 2);
    const auto q = random_numbers(m.nq, 1), v = random_numbers(m.nv, 2), a = random_numbers(m.nv, 3);
    const double* q_here = numbering.bring_q(workers, q);
    const double* v_here = numbering.bring_v(workers, 0, v);
    const double* a_here = numbering.bring_v(workers, 1, a);  // none overwrites another
    if (model.bodies.empty()) {
      ASSERT_TRUE(q_here == q.data() && v_here == v.data() && a_here == a.data()) << "copied without need";
      return;
    }
    const auto trunk_q = trunk_coordinates(model, &PreparedBody::q, m.nq);
    const auto trunk_v = trunk_coordinates(model, &PreparedBody::v, m.nv);
    for (Index k = 0; k < m.nq; ++k) {
      if (!trunk_q[static_cast<std::size_t>(k)]) continue;
      ASSERT_EQ(q_here[k], at(q, model.given_q(k))) << k;
    }
    for (Index k = 0; k < m.nv; ++k) {
      if (!trunk_v[static_cast<std::size_t>(k)]) continue;
      ASSERT_EQ(v_here[k], at(v, model.given_v(k))) << k;
      ASSERT_EQ(a_here[k], at(a, model.given_v(k))) << k;
    }
  });
}

TEST(Renumbering, GivesBackWhatItBroughtAndNothingElse) {
  const EightThreads more;
  Workers workers(2);
  for_all_renumbered([&](const Mechanism<double>& m, const DividedModel& model) {
    Renumbering numbering(model, 2);
    const auto v = random_numbers(m.nv, 1);
    const double* here = numbering.bring_v(workers, 0, v);
    std::vector<double> given(v.size(), std::nan(""));
    double* place = numbering.place(1, given);
    if (model.bodies.empty()) {
      ASSERT_EQ(place, given.data());
      numbering.give_back(workers, 1, given);
      for (const double x : given) ASSERT_TRUE(std::isnan(x)) << "nothing was placed there";
      return;
    }
    std::copy(here, here + m.nv, place);
    numbering.give_back(workers, 1, given);
    const auto in_trunk = trunk_coordinates(model, &PreparedBody::v, m.nv);
    for (Index k = 0; k < m.nv; ++k) {
      const Index i = model.given_v(k);
      if (in_trunk[static_cast<std::size_t>(k)]) {
        ASSERT_EQ(at(given, i), at(v, i)) << i;
      } else {
        ASSERT_TRUE(std::isnan(at(given, i))) << i << " belongs to a forest, which writes it";
      }
    }
  });
}

TEST(Renumbering, BringsForcesOnAllBodiesInPreparedFrames) {
  Workers workers(2);
  for_all_renumbered([&](const Mechanism<double>& m, const DividedModel& model) {
    Renumbering numbering(model, 0);
    ASSERT_EQ(numbering.bring_forces(workers, {}), nullptr);
    std::vector<Force<double>> external;
    const auto numbers = random_numbers(6 * m.nbody(), 4);
    for (const double* x = numbers.data(); ssize(external) < m.nbody(); x += 6)
      external.push_back({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}});
    const Force<double>* here = numbering.bring_forces(workers, external);
    if (m.nbody() == 0) return;
    // back in the body's own frame, each is the given one
    for (Index i = 0; i < m.nbody(); ++i)
      ASSERT_TRUE(test::near(at(model.prepared.frames, i).back(here[i]), at(external, model.given_body(i)), 1e4)) << i;
  });
}

}  // namespace
}  // namespace treefix::testing
