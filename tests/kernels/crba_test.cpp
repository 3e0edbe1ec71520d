// Laws of treefix/kernels/crba.hpp.
#include <treefix/kernels/crba.hpp>

#include <gtest/gtest.h>

#include "support/placements.hpp"
#include "support/robot.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

using test::Draw, test::lane_of, test::near;

// --- composite inertias ------------------------------------------------------------------------------------

template <class T>
class KernelComposites : public test::TurnTest<T> {};
TYPED_TEST_SUITE(KernelComposites, test::Scalars, test::ScalarNames);

template <class T>
Composite<T> composite(const Inertia<T>& I) {
  return {I.m, I.h, second_moments(I.I)};
}
template <class T>
Inertia<T> inertia_of(const Composite<T>& b) {
  return {b.m, b.h, rotational_inertia(b.S)};
}

TYPED_TEST(KernelComposites, TurnAndMoveAsInertiasDo) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const T p = draw.scalar();
    const Inertia<T> I = draw.inertia();
    const auto changed = [&](auto f) {
      Composite<T> b = composite(I);
      f(b);
      return inertia_of(b);
    };
    const auto moved = [&](const Vec3<T>& by) { return Transform<T>{Mat3<T>::identity(), by}.back(I); };
    EXPECT_TRUE(near(changed([](auto&) {}), I, 4));
    EXPECT_TRUE(near(changed([&](auto& b) { move_x(p, b); }), moved(p * this->x), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { move_y(p, b); }), moved(p * this->y), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { move_z(p, b); }), moved(p * this->z), 32));
    const auto& t = turn;
    const Transform<T> X{about_x, {}}, Z{about_z, {}};
    EXPECT_TRUE(near(changed([&](auto& b) { turn_back_x(t, b); }), X.back(I), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { turn_back_z(t, b); }), Z.back(I), 32));
    const Transform<T> any = draw.transform();
    EXPECT_TRUE(near(changed([&](auto& b) { b = moved_back(any, b); }), any.back(I), 32));
  });
}

TYPED_TEST(KernelComposites, ArePlacedOverAnAxisAndAMount) {
  using T = TypeParam;
  this->for_each_placement([](Draw<T>& draw, const test::DrawnPlacement<T>& w) {
    const Inertia<T> I = draw.inertia();
    Composite<T> b = composite(I), c = b;
    back_over(w.axis, w.turn, w.axis.d, b);
    back_over(w.mount, c);
    EXPECT_TRUE(near(inertia_of(b), w.over_axis.back(I), 64));
    EXPECT_TRUE(near(inertia_of(c), w.over_mount.back(I), 64));
  });
}

TEST(KernelComposites, NeedTheForcesOfUnitAccelerations) {
  Draw<double> draw(2);
  for (int again = 0; again < test::repetitions; ++again) {
    const Inertia<double> I = draw.inertia();
    const Motion<double> z{{0, 0, 1}, {}};
    // poses have the origin in root coordinates, as changes of coordinates do
    const Transform<double> pose = draw.transform();
    EXPECT_TRUE(near(motion_at(pose), pose.back(z), 16));
    EXPECT_TRUE(near(force_at(pose, column_of(composite(I))), pose.back(I * z), 64));
    const GeneralBody<double> general{.pitch = draw.scalar()};
    for (const JointKind kind : test::general_kinds()) {
      int columns = 0;
      for_each_general_column(kind, general, composite(I), [&](int k, const Motion<double>& S, const Force<double>& F) {
        EXPECT_EQ(k, columns++);
        EXPECT_TRUE(near(F, I * S, 16));
      });
      EXPECT_EQ(columns, velocity_count(kind));
    }
  }
}

// --- sweeps ------------------------------------------------------------------------------------------------

void expect_mass_matrix(FourStates& four, const Model& model) {
  const auto got = four.sweeps.H();
  for (int lane = 0; lane < group_lanes; ++lane) {
    Robot<double>& robot = at(four.robots, lane);
    const std::vector<double> H = robot.H();
    const Index n = robot.m.nv;
    const double tolerance = 16 * depth_epsilon(robot);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j) {
        const double size = sqrt(at(H, i * n + i) * at(H, j * n + j));
        EXPECT_LE(abs(at(got, i * n + j)[lane] - at(H, i * n + j)), tolerance * size) << describe(model);
      }
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j) EXPECT_EQ(at(got, i * n + j)[lane], 0) << "never touched";
  }
}

TEST(CrbaSweeps, EveryLaneHasTheMassMatrixOfItsState) {
  for (const Model& model : many_models(200)) {
    FourStates four(model);
    expect_mass_matrix(four, model);
  }
}

TEST(CrbaSweeps, MayCutRunsAtEveryBody) {
  for (const Model& model : many_models(60))
    for (const Index stride : {1, 2, 3}) {
      FourStates four(model, with_cut_runs(prepare(model.mechanism()), stride));
      expect_mass_matrix(four, model);
    }
}

TEST(CrbaSweeps, ALaneDoesNotDependOnItsPlaceOrItsNeighbours) {
  for (const Model& model : many_models(60)) {
    FourStates four(model), other(model);
    other.move_one_lane_further();
    expect_shifted_bits(other.sweeps.H(), four.sweeps.H(), model);
  }
}

TEST(CrbaSweeps, WriteOnlyEntriesWhoseCoordinatesAreOnOnePath) {
  for (const Model& model : many_models(60)) {
    FourStates four(model);
    const Prepared<double>& m = four.sweeps.m;
    const Index n = m.nv;
    const auto written = [&](const std::vector<GroupLanes>& H, Index k) { return at(H, k)[0] == at(H, k)[0]; };
    const auto fill_and_compute = [&](auto part, Index size) {
      std::vector<GroupLanes> H(static_cast<std::size_t>(size), GroupLanes(std::nan("")));
      four.sweeps.c.H = H.data();
      crba<part()>(m, four.sweeps.g, four.sweeps.c);
      return H;
    };
    four.sweeps.place();
    using std::integral_constant;
    const auto lower = fill_and_compute(integral_constant<Triangle, Triangle::lower>{}, n * n);
    const auto both = fill_and_compute(integral_constant<Triangle, Triangle::both>{}, n * n);
    const auto packed = fill_and_compute(integral_constant<Triangle, Triangle::packed>{}, packed_size(n));
    for (Index i = 0; i < n; ++i) {
      std::vector<bool> on_path(static_cast<std::size_t>(n));
      for (Index k = i; k >= 0; k = at(m.paths.above, k)) on_path[static_cast<std::size_t>(k)] = true;
      for (Index j = 0; j <= i; ++j) {
        const bool on = on_path[static_cast<std::size_t>(j)];
        EXPECT_EQ(written(lower, i * n + j), on) << describe(model);
        EXPECT_EQ(written(both, i * n + j), on);
        EXPECT_EQ(written(both, j * n + i), on);
        EXPECT_EQ(written(packed, packed_size(i) + j), on);
        EXPECT_TRUE(i == j || !written(lower, j * n + i)) << "above the diagonal";
        if (!on) continue;
        for (int lane = 0; lane < group_lanes; ++lane) {
          const double x = at(lower, i * n + j)[lane];
          EXPECT_EQ(at(both, i * n + j)[lane], x);
          EXPECT_EQ(at(both, j * n + i)[lane], x);
          EXPECT_EQ(at(packed, packed_size(i) + j)[lane], x);
        }
      }
    }
  }
}

}  // namespace
}  // namespace treefix::testing
