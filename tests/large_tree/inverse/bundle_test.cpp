// Laws of treefix/large_tree/inverse/bundle.hpp.
#include <treefix/large_tree/inverse/bundle.hpp>

#include <cmath>
#include <type_traits>

#include <gtest/gtest.h>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using test::near;

using Draw = test::Draw<double>;

ClassicalMotion<double> any_motion(Draw& draw) { return {draw.vec3(), draw.vec3(), draw.vec3()}; }

/// Calls law(sheared, bundle, piece, draw) for pieces with and without shears and armatures.
template <class Law>
void for_all_bundles_of_one(Law law) {
  Draw draw(1);
  for (const Index steps : {0, 1, 2, 7, 30})
    for (const bool with_armatures : {false, true}) {
      RandomBundle<double> piece(steps, draw);
      SCOPED_TRACE(steps);
      law(std::false_type{}, piece.bundle(false, with_armatures), piece, draw);
      law(std::true_type{}, piece.bundle(true, with_armatures), piece, draw);
    }
}

TEST(InverseBundle, ComposesTheMotionOfAPieceForEveryMotionBeforeIt) {
  for_all_bundles_of_one([](auto sheared, const Bundle<double>& m, RandomBundle<double>& piece, Draw& draw) {
    const LaneGroup<double> g = piece.group();
    Relative<double> relative;
    bundle_compose<sheared>(m, g, relative);
    for (int repetition = 0; repetition < 3; ++repetition) {
      const ClassicalMotion<double> from = any_motion(draw), got = moved(relative, from);
      ClassicalMotion<double> last = from;
      bundle_out<sheared>(m, g, last);
      EXPECT_TRUE(near(got.w, last.w, 1e5));
      EXPECT_TRUE(near(got.dw, last.dw, 1e5));
      EXPECT_TRUE(near(got.a, last.a, 1e6));
    }
  });
}

/// Inverse dynamics of a piece alone, and the force that it passes on.
template <bool sheared>
std::vector<double> torques(const Bundle<double>& m, LaneGroup<double> g, ClassicalMotion<double> from,
                            Force<double>& handed) {
  std::vector<double> tau(static_cast<std::size_t>(m.steps));
  g.tau = tau.data();
  bundle_out<sheared>(m, g, from);
  bundle_in<sheared>(m, g, handed);
  return tau;
}

TEST(InverseBundle, AddsAForceFromBeyondAsAnExternalForceOnItsLastBody) {
  for_all_bundles_of_one([](auto sheared, const Bundle<double>& m, RandomBundle<double>& piece, Draw& draw) {
    if (m.steps == 0) return;
    LaneGroup<double> g = piece.group();
    g.external = piece.external.data();
    const ClassicalMotion<double> from = any_motion(draw);
    const Force<double> beyond = draw.force();
    Force<double> handed;
    std::vector<double> tau = torques<sheared>(m, g, from, handed);
    LaneGroup<double> adding = g;
    adding.tau = tau.data();
    bundle_add<sheared>(m, adding, beyond);
    // an external force acts on the body; a force from beyond is one that the body exerts
    piece.external.back() = piece.external.back() - beyond;
    EXPECT_TRUE(near(tau, torques<sheared>(m, g, from, handed), 1e5));
  });
}

/// Without velocities, torques are linear in accelerations, and the matrix of this linear map is symmetric. The
/// acceleration of the body before the piece and the force on it count as those of one more joint, with six degrees of
/// freedom.
TEST(InverseBundle, HasASymmetricMassMatrixOnAMovingBase) {
  for_all_bundles_of_one([](auto sheared, const Bundle<double>& m, RandomBundle<double>& piece, Draw& draw) {
    std::fill(piece.v.begin(), piece.v.end(), 0.0);
    std::vector<double> other(piece.a);
    for (double& x : other) x = draw.scalar();
    LaneGroup<double> g = piece.group();
    ClassicalMotion<double> base = any_motion(draw), other_base = any_motion(draw);
    base.w = other_base.w = {};
    Force<double> handed, other_handed;
    const std::vector<double> tau = torques<sheared>(m, g, base, handed);
    g.a = other.data();
    const std::vector<double> other_tau = torques<sheared>(m, g, other_base, other_handed);
    double power = dot(handed, Motion<double>{other_base.dw, other_base.a}), size = 1;
    double other_power = dot(other_handed, Motion<double>{base.dw, base.a});
    for (std::size_t k = 0; k < tau.size(); ++k) {
      power += tau[k] * other[k];
      other_power += other_tau[k] * piece.a[k];
      size += std::abs(tau[k] * other[k]);
    }
    EXPECT_NEAR(power, other_power, 1e-10 * size);
  });
}

}  // namespace
}  // namespace treefix::testing
