// A prepared model with memory for one group, and the sweeps in the order of inverse dynamics, forward dynamics and the
// mass matrix. T is the scalar type of values, C that of constants.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/group_memory.hpp>
#include <treefix/primitives/ltdl.hpp>

#include "support/robot.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {

template <class T, class C = double>
class Sweeps {
 public:
  using Vector = std::vector<T>;

  explicit Sweeps(Prepared<C> prepared) : m(std::move(prepared)), q(size(m.nq)), v(size(m.nv)), a(v), tau(v) {
    Arena count;
    take(count);
    memory_.resize(count.used() / sizeof(Block));
    Arena arena(reinterpret_cast<std::byte*>(memory_.data()));
    take(arena);
    connect();
  }
  Sweeps(const Sweeps&) = delete;
  Sweeps& operator=(const Sweeps&) = delete;
  ~Sweeps() = default;

  /// q, v, a -> tau
  const Vector& id() {
    place();
    rnea_out<true>(m, m.gravity, g);
    rnea_in<true>(m, g);
    return tau;
  }
  const Vector& bias() {
    place();
    rnea_out<false>(m, m.gravity, g);
    rnea_in<false>(m, g);
    return tau;
  }
  /// q, v, tau -> a
  const Vector& fd() {
    place();
    rnea_out<false>(m, m.gravity, g);
    return m.has_armature ? finish_fd<true>() : finish_fd<false>();
  }
  /// q -> H, zero above the diagonal.
  Vector H() {
    place();
    crba(m, g, c);
    return {c.H, c.H + m.nv * m.nv};
  }
  /// x := H⁻¹ x
  void solve(Vector& x) {
    H();
    factor_ltdl<T>(m.nv, m.paths, c.H);
    solve_ltdl<T>(m.nv, m.paths, c.H, x.data());
  }
  void place() { connect(), joint_sweep(m, g); }

  Prepared<C> m;
  LaneGroup<T> g;
  CrbaGroup<T> c;
  Vector q, v, a, tau;
  std::vector<Force<T>> external;  // in prepared frames; empty: none

 private:
  struct alignas(Arena::alignment) Block {
    std::byte bytes[Arena::alignment];
  };
  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }
  void take(Arena& arena) {
    g = make_group<T>(m, arena);
    c = make_crba_group<T>(m, arena);
    c.H = arena.template take<T>(m.nv * m.nv);
  }
  void connect() {
    g.q = q.data();
    g.v = v.data();
    g.a = a.data();
    g.tau = tau.data();
    g.external = external.empty() ? nullptr : external.data();
  }
  template <bool with_armature>
  const Vector& finish_fd() {
    aba_in<with_armature>(m, g);
    aba_out<with_armature>(m, g);
    return a;
  }

  std::vector<Block> memory_;  // zeros
};

/// All results of a group.
template <class T>
struct Results {
  std::vector<T> tau, a, H;
};
template <class T, class C>
Results<T> all_results(Sweeps<T, C>& sweeps) {
  Results<T> r;
  r.tau = sweeps.id();
  sweeps.tau = sweeps.a;
  r.a = sweeps.fd();
  r.H = sweeps.H();
  return r;
}

// --- one state in each lane --------------------------------------------------------------------------------

inline constexpr int group_lanes = 4;
using GroupLanes = Lanes<double, group_lanes>;

/// The arguments of one lane; the acceleration also serves as tau, because any torque will do.
template <class C>
void put(const Robot<double>& robot, int lane, Sweeps<GroupLanes, C>& sweeps) {
  const auto copy = [lane](const std::vector<double>& from, std::vector<GroupLanes>& to) {
    for (std::size_t k = 0; k < from.size(); ++k) to[k].set(lane, from[k]);
  };
  copy(robot.q, sweeps.q);
  copy(robot.v, sweeps.v);
  copy(robot.a, sweeps.a);
  copy(robot.a, sweeps.tau);
}

/// Four states of a robot with external forces.
struct FourStates {
  explicit FourStates(const Model& model) : FourStates(model, prepare(model.mechanism())) {}
  FourStates(const Model& model, Prepared<double> prepared) : sweeps(std::move(prepared)) {
    sweeps.external.resize(static_cast<std::size_t>(model.nbody()));
    for (int lane = 0; lane < group_lanes; ++lane) {
      robots.emplace_back(model, static_cast<std::uint64_t>(10 * lane + 1));
      put(robots.back(), lane, sweeps);
      for (Index i = 0; i < model.nbody(); ++i) {
        const Force<double> F = at(sweeps.m.frames, i) * at(robots.back().forces, i);
        set_force(at(sweeps.external, i), lane, test::components(F));
      }
    }
  }
  /// Moves every state one lane further. Lane 0 gets another state, with invalid positions.
  void move_one_lane_further() {
    for (int lane = 0; lane < group_lanes; ++lane) {
      const int to = (lane + 1) % group_lanes;
      put(to == 0 ? Robot<double>(robots[0].model, 77) : at(robots, lane), to, sweeps);
    }
    for (GroupLanes& x : sweeps.q) x.set(0, std::nan(""));
    for (Force<GroupLanes>& F : sweeps.external) {
      const auto numbers = test::components(F);
      for (int lane = 0; lane < group_lanes; ++lane)
        set_force(F, (lane + 1) % group_lanes, test::lane_of(numbers, lane));
    }
  }
  /// Puts another state into lane 2, and angles far from zero into lane 1.
  void change_some() {
    put(Robot<double>(robots[0].model, 99), 2, sweeps);
    for (const Angle<double>& angle : sweeps.m.angles) sweeps.q[static_cast<std::size_t>(angle.q)].set(1, 1e7);
  }

  Sweeps<GroupLanes> sweeps;
  std::vector<Robot<double>> robots;

 private:
  static void set_force(Force<GroupLanes>& F, int lane, const std::vector<double>& numbers) {
    GroupLanes* const to[] = {&F.n.x, &F.n.y, &F.n.z, &F.f.x, &F.f.y, &F.f.z};
    for (std::size_t k = 0; k < 6; ++k) to[k]->set(lane, numbers[k]);
  }
};

/// For errors that grow with the number of bodies from the root to a tip.
inline double depth_epsilon(const Robot<double>& robot) {
  return static_cast<double>(robot.depth() + 4) * epsilon<double>();
}

/// Equal bits in every lane.
inline void expect_same_bits(const std::vector<GroupLanes>& x, const std::vector<GroupLanes>& y, const Model& model) {
  for (int lane = 0; lane < group_lanes; ++lane)
    EXPECT_EQ(test::lane_of(x, lane), test::lane_of(y, lane)) << describe(model);
}

/// x has the bits of y one lane further, except in lane 0.
inline void expect_shifted_bits(const std::vector<GroupLanes>& x, const std::vector<GroupLanes>& y,
                                const Model& model) {
  for (int lane = 0; lane + 1 < group_lanes; ++lane)
    EXPECT_EQ(test::lane_of(x, lane + 1), test::lane_of(y, lane)) << describe(model);
}

/// The same robot with segments that end before each body whose number is a multiple of `stride`: there, values leave
/// one segment and enter the next through memory.
inline Prepared<double> with_cut_runs(Prepared<double> p, Index stride) {
  std::vector<Segment> cut;
  for (Segment s : p.segments) {
    for (ShortIndex i = s.first + 1; i < s.end; ++i) {
      if (i % stride != 0) continue;
      Segment before = s;
      before.end = i;
      before.slot = static_cast<ShortIndex>(p.slots++);
      before.tip = -1;
      s.mount = i == s.run ? s.run_mount : -1;
      s.q += i - s.run;
      s.v += i - s.run;
      s.first = s.run = i;
      s.from = before.slot;
      s.run_mount = -1;
      s.is_last_child = true;
      if (before.run == i) before.run_mount = -1;
      cut.push_back(before);
    }
    cut.push_back(s);
  }
  p.segments = std::move(cut);
  return p;
}

}  // namespace treefix::testing
