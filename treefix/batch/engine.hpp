// The groups of a batch through the sweeps: load, sweep, store. Compiled once for each instruction set (levels/).
#pragma once

#include <algorithm>
#include <new>

#include <treefix/algorithms/recursive/energy.hpp>
#include <treefix/batch/pack.hpp>
#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/crba.hpp>
#include <treefix/kernels/kinematics.hpp>
#include <treefix/kernels/memory.hpp>
#include <treefix/primitives/cholesky.hpp>
#include <treefix/primitives/ltdl.hpp>

namespace treefix {

/// Computes in T, whose lanes are of type C. Owns nothing.
template <class C, class T>
class Engine {
 public:
  Engine(const BatchModel<C>& model, bool with_matrix, Arena& arena)
      : m(model.prepared), model_(*model.model), coupling(model_.coupling()), coupled(!coupling.empty()),
        has_zeros(!m.ways.is_one()) {
    for (Set& set : sets) set = make_set(arena);
    zero = arena.take<T>(m.nv);
    matrix = make_crba_group<T>(m, arena);
    if (!with_matrix) return;
    own_H = arena.take<T>(m.nv * m.nv), own_packed = arena.take<T>(packed_size(m.nv));
    if (coupled) reduced = arena.take<T>(model_.nv() * model_.nv());
  }

  /// What levels/ offer: see Kernels. The engine itself is the first thing in the scratch it divides.
  static std::size_t scratch_bytes(const BatchModel<C>& model, bool with_matrix) {
    Arena count;
    count.take<Engine>(1);
    Engine(model, with_matrix, count);
    return count.used();
  }
  static void lay_out(const BatchModel<C>& model, bool with_matrix, std::byte* scratch) {
    Arena arena(scratch);
    new (arena.take<Engine>(1)) Engine(model, with_matrix, arena);
  }
  static void run(const Task<C>& task, Index first, Index last, std::byte* scratch) {
    reinterpret_cast<Engine*>(scratch)->work(task, first, last);
  }
  static constexpr Kernels<C> kernels{T::size, scratch_bytes, lay_out, run};

 private:
  /// How many groups go through sweeps at once. Of one state there is never more than one.
  static constexpr int at_once = T::size > 1 ? 2 : 1;

  /// Scratch of one group. Arguments in coordinates of the model, and of the mechanism where those are others.
  struct Set {
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr, *x = nullptr, *y = nullptr;  // of the model
    T *full_q = nullptr, *full_v = nullptr, *full_x = nullptr, *full_y = nullptr;  // of the mechanism
    Force<T>* outside = nullptr;  // (nbody)
    T* outside_given = nullptr;  // (6 nbody)
    BodyState<T>* bodies = nullptr;  // (nbody)
    Span span;
    T* result = nullptr;  // where y is in lanes
  };

  Set make_set(Arena& arena) {
    Set set;
    set.g = make_group<T>(m, arena);
    set.q = arena.take<T>(model_.nq());
    if (coupled) set.full_q = arena.take<T>(m.nq);
    for (T** list : {&set.v, &set.x, &set.y}) *list = arena.take<T>(model_.nv());
    if (coupled)
      for (T** list : {&set.full_v, &set.full_x, &set.full_y}) *list = arena.take<T>(m.nv);
    set.outside = arena.take<Force<T>>(m.nbody());
    set.outside_given = arena.take<T>(6 * m.nbody());
    set.bodies = arena.take<BodyState<T>>(m.nbody());
    return set;
  }

  // --- in and out -----------------------------------------------------------------------------------------

  void load_q(const Task<C>& task, Set& set) {
    set.g.q = load(task.q, set.span, set.q);
    if (!coupled) return;
    expand_configuration<T>(coupling, {set.g.q, model_.nq()}, {set.full_q, m.nq});
    set.g.q = set.full_q;
  }
  void place_joints(const Task<C>& task, Set& set) {
    load_q(task, set);
    joint_sweep(m, set.g);
  }
  /// A velocity, or what is like one: v, a.
  const T* load_rate(const Argument& from, const Span& span, T* memory, T* full) {
    if (!from.data) return zero;
    const T* x = load(from, span, memory);
    if (!coupled) return x;
    expand_velocity<T>(coupling, {x, model_.nv()}, {full, m.nv});
    return full;
  }
  void load_outside(const Task<C>& task, Set& set) {
    set.g.outside = nullptr;
    if (!task.outside.data) return;
    const T* x = load(task.outside, set.span, set.outside_given);
    if (task.outside_in_root) kinematics_sweep<double, T>(model_.mechanism(), {set.g.q, m.nq}, {}, set.bodies);
    for (Index i = 0; i < m.nbody(); ++i, x += 6) {
      Force<T> F{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
      if (task.outside_in_root)
        F = set.bodies[i].X0 * F;
      else if (!model_.body_offsets().empty())
        F = cast<T>(model_.body_offsets().data()[i]).back(F);
      set.outside[i] = cast<T>(m.frames.data()[i]) * F;
    }
    set.g.outside = set.outside;
  }
  /// Where the sweeps write torques or accelerations of the mechanism.
  T* place_y(const Task<C>& task, Set& set) {
    set.result = place_for(task.y, set.span, set.y);
    return coupled ? set.full_y : set.result;
  }

  // --- the works ------------------------------------------------------------------------------------------

  void work(const Task<C>& task, Index first, Index last) {
    switch (task.work) {
      case Work::inverse:
      case Work::mass_matrix_apply: return each(task, first, last, &Engine::torques<true>);
      case Work::bias:
      case Work::gravity: return each(task, first, last, &Engine::torques<false>);
      case Work::forward:
      case Work::mass_matrix_solve:
        if (coupled) return each(task, first, last, &Engine::forward_by_matrix);
        return each(task, first, last, m.has_armature ? &Engine::forward<true> : &Engine::forward<false>);
      case Work::forward_by_mass_matrix: return each(task, first, last, &Engine::forward_by_matrix);
      case Work::mass_matrix:
        return each(task, first, last, &Engine::one_by_one<&Engine::mass_matrix<Triangle::both>>), T::finish_stores();
      case Work::packed_mass_matrix:
        return each(task, first, last, &Engine::one_by_one<&Engine::mass_matrix<Triangle::packed>>), T::finish_stores();
      case Work::kinematics: return each(task, first, last, &Engine::one_by_one<&Engine::kinematics>);
      case Work::energy: return each(task, first, last, &Engine::one_by_one<&Engine::energy>);
    }
  }

  /// f of as many groups at once as there are sets, and at the end perhaps of fewer.
  void each(const Task<C>& task, Index first, Index last, void (Engine::*f)(const Task<C>&, View<Set>)) {
    for (Index group = first; group < last; group += at_once) {
      const View<Set> now{sets, std::min<Index>(at_once, last - group)};
      for (Index k = 0; k < ssize(now); ++k) now[k].span = span_of(task, group + k);
      (this->*f)(task, now);
    }
  }
  template <void (Engine::*f)(const Task<C>&, Set&)>
  void one_by_one(const Task<C>& task, View<Set> now) {
    for (Set& set : now) (this->*f)(task, set);
  }
  /// f of all groups in one call.
  template <class F>
  static void together(View<Set> now, F f) {
    if constexpr (at_once == 2)
      if (ssize(now) == 2) return f(now[0].g, now[1].g);
    f(now[0].g);
  }

  static Span span_of(const Task<C>& task, Index group) {
    const Index begin = group * T::size, left = task.states - begin;
    return {begin, static_cast<int>(left < T::size ? left : T::size)};
  }
  /// Products with H and H⁻¹ are dynamics at rest without gravity.
  static Vec3<C> gravity_of(const Task<C>& task) {
    const bool linear = task.work == Work::mass_matrix_apply || task.work == Work::mass_matrix_solve;
    return linear ? Vec3<C>{} : task.model->prepared.gravity;
  }

  void load_rest(const Task<C>& task, Set& set) {
    set.g.v = load_rate(task.v, set.span, set.v, set.full_v);
    load_outside(task, set);
  }

  template <bool accelerated>
  void inverse(const Task<C>& task, View<Set> now) {
    for (Set& set : now) {
      place_joints(task, set);
      load_rest(task, set);
      if constexpr (accelerated) set.g.a = const_cast<T*>(load_rate(task.x, set.span, set.x, set.full_x));
      set.g.tau = place_y(task, set);
      rnea_out<accelerated>(m, gravity_of(task), set.g);
    }
    together(now, [&](const auto&... g) { rnea_in<accelerated>(m, g...); });
    if (!coupled) return;
    for (Set& set : now) reduce_torques<T>(coupling, {set.full_y, m.nv}, {set.result, model_.nv()});
  }
  template <bool accelerated>
  void torques(const Task<C>& task, View<Set> now) {
    inverse<accelerated>(task, now);
    for (Set& set : now) store(set.result, set.span, task.y);
  }

  template <bool rotors>
  void forward(const Task<C>& task, View<Set> now) {
    for (Set& set : now) {
      place_joints(task, set);
      load_rest(task, set);
      set.g.tau = const_cast<T*>(load(task.x, set.span, set.x));
      set.g.a = place_y(task, set);
      rnea_out<false>(m, gravity_of(task), set.g);
    }
    for (Set& set : now) aba_in<rotors>(m, set.g);
    together(now, [&](const auto&... g) { aba_out<rotors>(m, g...); });
    for (Set& set : now) store(set.result, set.span, task.y);
  }

  /// H of the model; where no joint follows another, zeros are not written and stay.
  template <Triangle part>
  T* compute_matrix(Set& set) {
    if (!coupled) {
      matrix.H = part == Triangle::packed ? own_packed : own_H;
      crba<part>(m, set.g, matrix);
      return matrix.H;
    }
    const Index n = model_.nv();
    matrix.H = own_H;
    crba<Triangle::both>(m, set.g, matrix);
    reduce_matrix<T>(coupling, {own_H, m.nv * m.nv}, n, {reduced, n * n});
    if (part == Triangle::packed)
      for (Index i = 1; i < n; ++i) std::copy_n(reduced + i * n, i + 1, reduced + packed_size(i));
    return reduced;
  }

  /// Whether all results together are more than a core can hope to find in caches later.
  static bool is_large(const Task<C>& task) {
    constexpr Index cached = Index(8) << 20;
    return task.states * task.y.numbers > cached / static_cast<Index>(sizeof(C));
  }

  template <Triangle part>
  void mass_matrix(const Task<C>& task, Set& set) {
    place_joints(task, set);
    const bool large = is_large(task);
    if (task.y.interleaved && !coupled && !large) {
      matrix.H = lanes_of<T>(task.y, set.span);
      if (has_zeros) std::fill_n(matrix.H, task.y.numbers, T(0));
      return crba<part>(m, set.g, matrix);
    }
    const T* H = compute_matrix<part>(set);
    large ? store_past_caches(H, set.span, task.y) : store_part(H, task.y.numbers, set.span, task.y, 0);
  }

  void forward_by_matrix(const Task<C>& task, View<Set> now) {
    inverse<false>(task, now);
    for (Set& set : now) {
      const T* tau = load(task.x, set.span, set.x);
      solve_by_matrix(tau, set);
      store(set.result, set.span, task.y);
    }
  }
  /// result = H⁻¹ (tau − result)
  void solve_by_matrix(const T* tau, Set& set) {
    const Index n = model_.nv();
    T* a = set.result;
    for (Index k = 0; k < n; ++k) a[k] = tau[k] - a[k];
    T* H = compute_matrix<Triangle::lower>(set);
    if (coupled) {
      factor_cholesky<T>(n, {H, n * n});
      solve_cholesky<T>(n, {H, n * n}, {a, n});
    } else {
      factor_ltdl(n, m.ways, H);
      solve_ltdl(n, m.ways, H, a);
    }
  }

  /// Poses and velocities of all bodies.
  void find_bodies(const Task<C>& task, Set& set) {
    load_q(task, set);
    View<const T> v;
    if (task.v.data) v = {load_rate(task.v, set.span, set.v, set.full_v), m.nv};
    kinematics_sweep<double, T>(model_.mechanism(), {set.g.q, m.nq}, v, set.bodies);
    set.g.v = v.data();
  }

  void kinematics(const Task<C>& task, Set& set) {
    find_bodies(task, set);
    for (Index i = 0; i < ssize(task.frames); ++i) {
      const Frame& frame = task.frames[i];
      const Transform<T> X_FB = cast<T>(frame.X_FB);
      const BodyState<T> body = frame.body == root ? BodyState<T>{} : set.bodies[frame.body];
      const auto [E, r] = X_FB * body.X0;
      const T pose[16] = {E.x.x, E.y.x, E.z.x, r.x, E.x.y, E.y.y, E.z.y, r.y,
                          E.x.z, E.y.z, E.z.z, r.z, T(0),  T(0),  T(0),  T(1)};
      if (task.y.data) store_part(pose, 16, set.span, task.y, 16 * i);
      if (!task.z.data) continue;
      const auto [w, u] = X_FB * body.V;
      const T velocity[6] = {w.x, w.y, w.z, u.x, u.y, u.z};
      store_part(velocity, 6, set.span, task.z, 6 * i);
    }
  }

  void energy(const Task<C>& task, Set& set) {
    find_bodies(task, set);
    if (task.y.data) {
      const T kinetic = kinetic_energy_of<T>(model_.mechanism(), {set.g.v, m.nv},
                                             [&](Index i) -> const Motion<T>& { return set.bodies[i].V; });
      store_part(&kinetic, 1, set.span, task.y, 0);
    }
    if (task.z.data) {
      const T potential =
          potential_energy_of<T>(model_.mechanism(), [&](Index i) -> const Transform<T>& { return set.bodies[i].X0; });
      store_part(&potential, 1, set.span, task.z, 0);
    }
  }

  const Prepared<C>& m;
  const Model& model_;
  const Coupling& coupling;
  bool coupled;
  bool has_zeros;  // some joints do not follow each other
  Set sets[at_once];
  T* zero = nullptr;  // (nv) stays zero
  CrbaGroup<T> matrix;
  T* own_H = nullptr;  // (nv × nv) of the mechanism; entries that are never written stay zero
  T* own_packed = nullptr;  // (packed_size(nv)) likewise
  T* reduced = nullptr;  // (nv × nv) Gᵀ H G
};

}  // namespace treefix
