// Takes the groups of a batch through the sweeps: load, sweep, store. Compiled once for each instruction level
// (levels/).
#pragma once

#include <algorithm>
#include <new>

#include <treefix/engine/load_store.hpp>
#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/crba.hpp>
#include <treefix/kernels/group_memory.hpp>
#include <treefix/kernels/kinematics.hpp>
#include <treefix/primitives/cholesky.hpp>
#include <treefix/primitives/ltdl.hpp>
#include <treefix/reference/energy.hpp>

namespace treefix::engine {

using namespace kernels;
using namespace simd;

/// Computes in T, whose lanes have type C. Owns no memory.
template <class C, class T>
class GroupSweeps {
 public:
  GroupSweeps(const EngineModel<C>& model, bool with_matrix, Arena& arena)
      : m(model.prepared), model_(*model.model), mimic(model_.mimic()), has_mimic(!mimic.empty()),
        has_zeros(!m.paths.is_one()) {
    for (Set& set : sets) set = make_set(arena);
    zero = arena.take<T>(m.nv);
    matrix = make_crba_group<T>(m, arena);
    if (!with_matrix) return;
    own_H = arena.take<T>(m.nv * m.nv);
    own_packed = arena.take<T>(packed_size(m.nv));
    if (has_mimic) reduced = arena.take<T>(model_.nv() * model_.nv());
  }

  /// The functions in the tables of levels/: see GroupKernels. The object itself is at the beginning of its scratch.
  static std::size_t scratch_bytes(const EngineModel<C>& model, bool with_matrix) {
    Arena count;
    count.take<GroupSweeps>(1);
    GroupSweeps(model, with_matrix, count);
    return count.used();
  }
  static void lay_out(const EngineModel<C>& model, bool with_matrix, std::byte* scratch) {
    Arena arena(scratch);
    new (arena.take<GroupSweeps>(1)) GroupSweeps(model, with_matrix, arena);
  }
  static void run(const Task& task, Index first, Index last, std::byte* scratch) {
    reinterpret_cast<GroupSweeps*>(scratch)->work(task, first, last);
  }
  static constexpr GroupKernels<C> kernels{T::size, scratch_bytes, lay_out, run};

 private:
  /// The number of groups that go through sweeps together. With one lane it is always one.
  static constexpr int at_once = T::size > 1 ? planner::table::groups_at_once : 1;

  /// Scratch of one group: arguments in coordinates of the model, and also of the mechanism if those differ.
  struct Set {
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr, *x = nullptr, *y = nullptr;  // of the model
    T *full_q = nullptr, *full_v = nullptr, *full_x = nullptr, *full_y = nullptr;  // of the mechanism
    Force<T>* external = nullptr;  // (nbody)
    T* external_given = nullptr;  // (6 nbody)
    BodyState<T>* bodies = nullptr;  // (nbody)
    Span span;
    T* result = nullptr;  // y in lanes
  };

  Set make_set(Arena& arena) {
    Set set;
    set.g = make_group<T>(m, arena);
    set.q = arena.take<T>(model_.nq());
    if (has_mimic) set.full_q = arena.take<T>(m.nq);
    for (T** list : {&set.v, &set.x, &set.y}) *list = arena.take<T>(model_.nv());
    if (has_mimic)
      for (T** list : {&set.full_v, &set.full_x, &set.full_y}) *list = arena.take<T>(m.nv);
    set.external = arena.take<Force<T>>(m.nbody());
    set.external_given = arena.take<T>(6 * m.nbody());
    set.bodies = arena.take<BodyState<T>>(m.nbody());
    return set;
  }

  // --- in and out -----------------------------------------------------------------------------------------

  void load_q(const Task& task, Set& set) {
    set.g.q = load(task.q, set.span, set.q);
    if (!has_mimic) return;
    expand_configuration<T>(mimic, {set.g.q, model_.nq()}, {set.full_q, m.nq});
    set.g.q = set.full_q;
  }
  void place_joints(const Task& task, Set& set) {
    load_q(task, set);
    joint_sweep(m, set.g);
  }
  /// A velocity or an acceleration, in coordinates of the mechanism.
  const T* load_rate(const Array& from, const Span& span, T* memory, T* full) {
    if (!from.data) return zero;
    const T* x = load(from, span, memory);
    if (!has_mimic) return x;
    expand_velocity<T>(mimic, {x, model_.nv()}, {full, m.nv});
    return full;
  }
  void load_external(const Task& task, Set& set) {
    set.g.external = nullptr;
    if (!task.external.data) return;
    const T* x = load(task.external, set.span, set.external_given);
    if (task.external_frame == ExternalFrame::of_root)
      kinematics_sweep<double, T>(model_.mechanism(), {set.g.q, m.nq}, {}, set.bodies);
    for (Index i = 0; i < m.nbody(); ++i, x += 6) {
      Force<T> F{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
      if (task.external_frame == ExternalFrame::of_root)
        F = set.bodies[i].X0 * F;
      else if (!model_.body_offsets().empty())
        F = cast<T>(model_.body_offsets().data()[i]).back(F);
      set.external[i] = cast<T>(m.frames.data()[i]) * F;
    }
    set.g.external = set.external;
  }
  /// Where the sweeps write torques or accelerations of the mechanism.
  T* place_y(const Task& task, Set& set) {
    set.result = place_for(task.output, set.span, set.y);
    return has_mimic ? set.full_y : set.result;
  }

  // --- quantities ------------------------------------------------------------------------------------------

  void work(const Task& task, Index first, Index last) {
    switch (task.quantity) {
      case Quantity::inverse:
      case Quantity::mass_matrix_apply: return each(task, first, last, &GroupSweeps::torques<true>);
      case Quantity::bias:
      case Quantity::gravity: return each(task, first, last, &GroupSweeps::torques<false>);
      case Quantity::forward:
      case Quantity::mass_matrix_solve:
        if (has_mimic) return each(task, first, last, &GroupSweeps::forward_by_matrix);
        return each(task, first, last, m.has_armature ? &GroupSweeps::forward<true> : &GroupSweeps::forward<false>);
      case Quantity::forward_by_mass_matrix: return each(task, first, last, &GroupSweeps::forward_by_matrix);
      case Quantity::mass_matrix:
        each(task, first, last, &GroupSweeps::one_by_one<&GroupSweeps::mass_matrix<Triangle::both>>);
        return T::finish_stores();
      case Quantity::packed_mass_matrix:
        each(task, first, last, &GroupSweeps::one_by_one<&GroupSweeps::mass_matrix<Triangle::packed>>);
        return T::finish_stores();
      case Quantity::kinematics: return each(task, first, last, &GroupSweeps::one_by_one<&GroupSweeps::kinematics>);
      case Quantity::energy: return each(task, first, last, &GroupSweeps::one_by_one<&GroupSweeps::energy>);
    }
  }

  /// Calls f for as many groups at once as there are sets; the last call may have fewer.
  void each(const Task& task, Index first, Index last, void (GroupSweeps::*f)(const Task&, View<Set>)) {
    for (Index group = first; group < last; group += at_once) {
      const View<Set> now{sets, std::min<Index>(at_once, last - group)};
      for (Index k = 0; k < ssize(now); ++k) now[k].span = span_of(task, group + k);
      (this->*f)(task, now);
    }
  }
  template <void (GroupSweeps::*f)(const Task&, Set&)>
  void one_by_one(const Task& task, View<Set> now) {
    for (Set& set : now) (this->*f)(task, set);
  }
  /// Calls f with all groups.
  template <class F>
  static void together(View<Set> now, F f) {
    if constexpr (at_once == 2)
      if (ssize(now) == 2) return f(now[0].g, now[1].g);
    f(now[0].g);
  }

  static Span span_of(const Task& task, Index group) {
    const Index begin = group * T::size, left = task.states - begin;
    return {begin, static_cast<int>(left < T::size ? left : T::size)};
  }
  /// Products with H and H⁻¹ are dynamics at rest without gravity.
  Vec3<C> gravity_of(const Task& task) const {
    const bool linear = task.quantity == Quantity::mass_matrix_apply || task.quantity == Quantity::mass_matrix_solve;
    return linear ? Vec3<C>{} : m.gravity;
  }

  void load_rest(const Task& task, Set& set) {
    set.g.v = load_rate(task.v, set.span, set.v, set.full_v);
    load_external(task, set);
  }

  template <bool accelerated>
  void inverse(const Task& task, View<Set> now) {
    for (Set& set : now) {
      place_joints(task, set);
      load_rest(task, set);
      if constexpr (accelerated) set.g.a = const_cast<T*>(load_rate(task.input, set.span, set.x, set.full_x));
      set.g.tau = place_y(task, set);
      rnea_out<accelerated>(m, gravity_of(task), set.g);
    }
    together(now, [&](const auto&... g) { rnea_in<accelerated>(m, g...); });
    if (!has_mimic) return;
    for (Set& set : now) reduce_torques<T>(mimic, {set.full_y, m.nv}, {set.result, model_.nv()});
  }
  template <bool accelerated>
  void torques(const Task& task, View<Set> now) {
    inverse<accelerated>(task, now);
    for (Set& set : now) store(set.result, set.span, task.output);
  }

  template <bool with_armature>
  void forward(const Task& task, View<Set> now) {
    for (Set& set : now) {
      place_joints(task, set);
      load_rest(task, set);
      set.g.tau = const_cast<T*>(load(task.input, set.span, set.x));
      set.g.a = place_y(task, set);
      rnea_out<false>(m, gravity_of(task), set.g);
    }
    for (Set& set : now) aba_in<with_armature>(m, set.g);
    together(now, [&](const auto&... g) { aba_out<with_armature>(m, g...); });
    for (Set& set : now) store(set.result, set.span, task.output);
  }

  /// H of the model. Without mimic joints, structural zeros are not written and stay zero.
  template <Triangle part>
  T* compute_matrix(Set& set) {
    if (!has_mimic) {
      matrix.H = part == Triangle::packed ? own_packed : own_H;
      crba<part>(m, set.g, matrix);
      return matrix.H;
    }
    const Index n = model_.nv();
    matrix.H = own_H;
    crba<Triangle::both>(m, set.g, matrix);
    reduce_matrix<T>(mimic, {own_H, m.nv * m.nv}, n, {reduced, n * n});
    if (part == Triangle::packed)
      for (Index i = 1; i < n; ++i) std::copy_n(reduced + i * n, i + 1, reduced + packed_size(i));
    return reduced;
  }

  template <Triangle part>
  void mass_matrix(const Task& task, Set& set) {
    place_joints(task, set);
    if (task.output.interleaved && !has_mimic && !task.past_caches) {
      matrix.H = lanes_of<T>(task.output, set.span);
      if (has_zeros) std::fill_n(matrix.H, task.output.numbers, T(0));
      return crba<part>(m, set.g, matrix);
    }
    const T* H = compute_matrix<part>(set);
    if (task.past_caches)
      store_past_caches(H, set.span, task.output);
    else
      store_part(H, task.output.numbers, set.span, task.output, 0);
  }

  void forward_by_matrix(const Task& task, View<Set> now) {
    inverse<false>(task, now);
    for (Set& set : now) {
      const T* tau = load(task.input, set.span, set.x);
      solve_by_matrix(tau, set);
      store(set.result, set.span, task.output);
    }
  }
  /// result = H⁻¹ (tau − result)
  void solve_by_matrix(const T* tau, Set& set) {
    const Index n = model_.nv();
    T* a = set.result;
    for (Index k = 0; k < n; ++k) a[k] = tau[k] - a[k];
    T* H = compute_matrix<Triangle::lower>(set);
    if (has_mimic) {
      factor_cholesky<T>(n, {H, n * n});
      solve_cholesky<T>(n, {H, n * n}, {a, n});
    } else {
      factor_ltdl(n, m.paths, H);
      solve_ltdl(n, m.paths, H, a);
    }
  }

  /// Poses and velocities of all bodies.
  void find_bodies(const Task& task, Set& set) {
    load_q(task, set);
    View<const T> v;
    if (task.v.data) v = {load_rate(task.v, set.span, set.v, set.full_v), m.nv};
    kinematics_sweep<double, T>(model_.mechanism(), {set.g.q, m.nq}, v, set.bodies);
    set.g.v = v.data();
  }

  void kinematics(const Task& task, Set& set) {
    find_bodies(task, set);
    for (Index i = 0; i < ssize(task.frames); ++i) {
      const Frame& frame = task.frames[i];
      const Transform<T> X_FB = cast<T>(frame.X_FB);
      const BodyState<T> body = frame.body == root ? BodyState<T>{} : set.bodies[frame.body];
      const auto [E, r] = X_FB * body.X0;
      const T pose[16] = {E.x.x, E.y.x, E.z.x, r.x, E.x.y, E.y.y, E.z.y, r.y,
                          E.x.z, E.y.z, E.z.z, r.z, T(0),  T(0),  T(0),  T(1)};
      if (task.output.data) store_part(pose, 16, set.span, task.output, 16 * i);
      if (!task.second_output.data) continue;
      const auto [w, u] = X_FB * body.V;
      const T velocity[6] = {w.x, w.y, w.z, u.x, u.y, u.z};
      store_part(velocity, 6, set.span, task.second_output, 6 * i);
    }
  }

  void energy(const Task& task, Set& set) {
    find_bodies(task, set);
    if (task.output.data) {
      const T kinetic = reference::kinetic_energy_of<T>(model_.mechanism(), {set.g.v, m.nv},
                                                        [&](Index i) -> const Motion<T>& { return set.bodies[i].V; });
      store_part(&kinetic, 1, set.span, task.output, 0);
    }
    if (task.second_output.data) {
      const T potential = reference::potential_energy_of<T>(
          model_.mechanism(), [&](Index i) -> const Transform<T>& { return set.bodies[i].X0; });
      store_part(&potential, 1, set.span, task.second_output, 0);
    }
  }

  const Prepared<C>& m;
  const Model& model_;
  const MimicCoupling& mimic;
  bool has_mimic;
  bool has_zeros;  // some bodies are on different branches
  Set sets[at_once];
  T* zero = nullptr;  // (nv) stays zero
  CrbaGroup<T> matrix;
  T* own_H = nullptr;  // (nv × nv) of the mechanism; entries that are never written stay zero
  T* own_packed = nullptr;  // (packed_size(nv)) likewise
  T* reduced = nullptr;  // (nv × nv) Gᵀ H G
};

}  // namespace treefix::engine
