// Random bundles: laws of sweeps over bundles hold for any constants, so these need no model. T may be a number.
#pragma once

#include <vector>

#include <treefix/large_tree/division/bundle.hpp>

#include "spatial/values.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// Constants of a bundle with a state, each number random.
template <class T>
struct RandomBundle {
  std::vector<Placement<T>> placements;
  std::vector<Moments<T>> moments;
  std::vector<T> shears, armatures, q, v, a, tau, d;
  std::vector<Turn<T>> turns;
  std::vector<Force<T>> F, external;

  RandomBundle(Index steps, test::Draw<T>& draw) {
    const auto turn = [&] {
      using math::sine_cosine;
      const auto [sine, cosine] = sine_cosine(draw.scalar());
      return Turn<T>{cosine, sine};
    };
    for (Index k = 0; k < steps; ++k) {
      const Turn<T> alpha = turn();
      placements.push_back({alpha.c, alpha.s, draw.scalar(), draw.scalar(), draw.scalar()});
      moments.push_back(
          {draw.scalar(), draw.scalar(), draw.scalar(), draw.scalar(), draw.scalar(), draw.scalar(), draw.scalar()});
      turns.push_back(turn());
      for (std::vector<T>* list : {&shears, &q, &v, &a, &tau, &d}) list->push_back(draw.scalar());
      armatures.push_back(draw.scalar(0.5, 2));
      F.push_back(draw.force());
      external.push_back(draw.force());
    }
  }

  Index steps() const { return ssize(turns); }
  Bundle<T> bundle(bool with_shears = true, bool with_armatures = false) const {
    return {steps(), placements.data(), moments.data(), with_shears ? shears.data() : nullptr,
            with_armatures ? armatures.data() : nullptr};
  }
  /// Its turns and arguments; no external forces.
  LaneGroup<T> group() {
    LaneGroup<T> g;
    g.q = q.data();
    g.v = v.data();
    g.a = a.data();
    g.tau = tau.data();
    g.d = d.data();
    g.turns = turns.data();
    g.F = F.data();
    return g;
  }
};

}  // namespace treefix::testing
