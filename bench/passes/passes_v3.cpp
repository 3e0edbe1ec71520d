#include "bench/passes/passes.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>

#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/crba.hpp>
#include <treefix/kernels/group_memory.hpp>
#include <treefix/primitives/ltdl.hpp>
#include <treefix/simd/lanes.hpp>

#include "bench/rooms.hpp"
#include "bench/timer.hpp"

namespace tfbench {

namespace {

using namespace treefix;

struct BenchLevel {};  // a type of this file alone, as in treefix/levels
using T = Lanes<double, pass_lanes, BenchLevel>;

/// Two groups and a mass matrix in one block of memory, as in the engine.
class Scratch {
 public:
  explicit Scratch(const Prepared<double>& m) {
    Arena count;
    lay_out(m, count);
    block_.reset(static_cast<std::byte*>(std::aligned_alloc(Arena::alignment, count.used())));
    std::fill_n(block_.get(), count.used(), std::byte{0});
    Arena arena(block_.get());
    lay_out(m, arena);
  }

  LaneGroup<T> groups[2];
  CrbaGroup<T> matrix;
  T* x = nullptr;
  T *q[2]{}, *v[2]{};

 private:
  void lay_out(const Prepared<double>& m, Arena& arena) {
    for (int i = 0; i < 2; ++i) {
      groups[i] = make_group<T>(m, arena);
      q[i] = arena.take<T>(m.nq);
      v[i] = arena.take<T>(m.nv);
      groups[i].q = q[i];
      groups[i].v = v[i];
      groups[i].a = arena.take<T>(m.nv);
      groups[i].tau = arena.take<T>(m.nv);
    }
    matrix = make_crba_group<T>(m, arena);
    matrix.H = arena.take<T>(m.nv * m.nv);
    x = arena.take<T>(m.nv);
  }

  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> block_;
};

template <bool with_armature>
std::vector<Pass> time_all(const Prepared<double>& m, Scratch& s) {
  const LaneGroup<T>&g = s.groups[0], &h = s.groups[1];
  const Vec3<double> gravity = m.gravity;
  crba(m, g, s.matrix);
  Contest contest(60);
  contest.add("sincos", [&] { joint_sweep(m, g); });
  contest.add("rnea out", [&] { rnea_out<true>(m, gravity, g); });
  contest.add("rnea in", [&] { rnea_in<true>(m, g); });
  contest.add("rnea in, two", [&] { rnea_in<true>(m, g, h); });
  contest.add("aba out 1", [&] { rnea_out<false>(m, gravity, g); });
  contest.add("aba in", [&] { aba_in<with_armature>(m, g); });
  contest.add("aba out 2", [&] { aba_out<with_armature>(m, g); });
  contest.add("aba out 2, two", [&] { aba_out<with_armature>(m, g, h); });
  contest.add("crba", [&] { crba(m, g, s.matrix); });
  // the matrix must be computed again each time, so this is the time of both
  contest.add("crba ltdl", [&] {
    crba(m, g, s.matrix);
    factor_ltdl(m.nv, m.paths, s.matrix.H);
    solve_ltdl(m.nv, m.paths, s.matrix.H, s.x);
  });
  std::vector<Pass> passes;
  for (const Timing& timing : contest.run()) passes.push_back({timing.name, timing.ns});
  return passes;
}

double best_seconds(double (*f)()) {
  double best = 1;
  for (int i = 0; i < 200; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    keep(f());
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

constexpr int peak_steps = 20'000, chains = 12;  // more than needed by two units with a latency of four or five cycles

// In assembly, because compilers keep an array of chains in memory.
double peak_loop() {
  using Register = PackedLanes<double, pass_lanes>::Type;
  Register x[chains]{}, factor{}, term{};
  for (int i = 0; i < peak_steps; ++i)
    asm volatile(
        "vfmadd213pd %13, %12, %0\n\tvfmadd213pd %13, %12, %1\n\tvfmadd213pd %13, %12, %2\n\t"
        "vfmadd213pd %13, %12, %3\n\tvfmadd213pd %13, %12, %4\n\tvfmadd213pd %13, %12, %5\n\t"
        "vfmadd213pd %13, %12, %6\n\tvfmadd213pd %13, %12, %7\n\tvfmadd213pd %13, %12, %8\n\t"
        "vfmadd213pd %13, %12, %9\n\tvfmadd213pd %13, %12, %10\n\tvfmadd213pd %13, %12, %11"
        : "+x"(x[0]), "+x"(x[1]), "+x"(x[2]), "+x"(x[3]), "+x"(x[4]), "+x"(x[5]), "+x"(x[6]), "+x"(x[7]), "+x"(x[8]),
          "+x"(x[9]), "+x"(x[10]), "+x"(x[11])
        : "x"(factor), "x"(term));
  return x[0][0] + x[11][0];
}

double clock_loop() {
  unsigned long x = 3;
  for (int i = 0; i < peak_steps; ++i)
    asm volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0" : "+r"(x));
  return static_cast<double>(x);
}

}  // namespace

bool passes_supported() { return __builtin_cpu_supports("x86-64-v3") != 0; }

std::vector<Pass> time_passes(const Prepared<double>& m, const double* q, const double* v, const double* a) {
  Scratch s(m);
  for (int i = 0; i < 2; ++i) {
    for (Index k = 0; k < m.nq; ++k) s.q[i][k] = T(q[k]);
    for (Index k = 0; k < m.nv; ++k) {
      s.v[i][k] = T(v[k]);
      s.groups[i].a[k] = s.groups[i].tau[k] = s.x[k] = T(a[k]);
    }
    joint_sweep(m, s.groups[i]);
  }
  return m.has_armature ? time_all<true>(m, s) : time_all<false>(m, s);
}

double peak_gflops() { return 2.0 * pass_lanes * chains * peak_steps / best_seconds(peak_loop) * 1e-9; }
double clock_ghz() { return 4 * 3.0 * peak_steps / best_seconds(clock_loop) * 1e-9; }

}  // namespace tfbench
