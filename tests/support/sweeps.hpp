// A prepared model with memory for one group, and the sweeps in the order of inverse dynamics, forward dynamics and the
// mass matrix. T is the scalar type of values, C that of constants.
#pragma once

#include <vector>

#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/group_memory.hpp>
#include <treefix/primitives/ltdl.hpp>

#include "support/rooms.hpp"

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

}  // namespace treefix::testing
