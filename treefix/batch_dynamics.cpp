#include <treefix/batch_dynamics.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/batch/check.hpp>
#include <treefix/batch/levels.hpp>
#include <treefix/batch/part.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

namespace {

template <class T>
Argument argument_of(const Batch<T>& batch) {
  using E = std::remove_const_t<T>;
  return {const_cast<E*>(batch.data()), std::is_same_v<E, float>, batch.is_interleaved(), batch.numbers(),
          batch.state_step(),           batch.number_step()};
}

/// A batch and what it is called in messages.
template <class T>
struct NamedBatch {
  std::string_view name{};
  Batch<T> batch{};
  bool optional = false;

  bool empty() const { return batch.empty(); }
  Index states() const { return batch.states(); }
  void check(Index numbers, Index states) const {
    if (optional && batch.empty()) return;
    require_size(name, static_cast<std::size_t>(batch.numbers()), static_cast<std::size_t>(numbers));
    if (batch.states() != states)
      throw DimensionError(concat("states of ", name), static_cast<std::size_t>(batch.states()),
                           static_cast<std::size_t>(states));
    if (states > 0 && numbers > 0 && batch.empty()) throw ValueError(concat(name, " has no memory"));
  }
};

template <class T>
Argument argument_of(const NamedBatch<T>& named) {
  return argument_of(named.batch);
}

/// One call, as Task says what x, y and z are.
template <class T>
struct Request {
  Work work{};
  NamedBatch<const T> q{}, v{"v", {}, true}, x{"x", {}, true};
  NamedBatch<T> y{}, z{"z", {}, true};
  Index y_numbers = 0, z_numbers = 0;
  View<const Frame> frames{};
};

template <class C>
void require_layout(const NamedArgument& named) {
  const Argument& a = named.argument;
  if (!a.interleaved) return;
  if (a.is_float != std::is_same_v<C, float>)
    throw ValueError(concat(named.name, " is interleaved in another type than what is computed in"));
  if (reinterpret_cast<std::uintptr_t>(a.data) % Arena::alignment != 0)
    throw ValueError(concat(named.name, " is interleaved, but not aligned to ", Arena::alignment, " bytes"));
}

/// About how many steps of a sweep a state takes, one at least.
double cost(Work work, const Model& model, Index tree_depth, Index frames) {
  const auto n = static_cast<double>(std::max<Index>(model.mechanism().nv, 1)), depth = static_cast<double>(tree_depth);
  const double matrix = n * n / 4, factors = n * depth * depth / 100;
  if (work == Work::kinematics) return n + 3 * static_cast<double>(frames);  // whose results are stored one by one
  if (work == Work::mass_matrix || work == Work::packed_mass_matrix) return n + matrix;
  return solves_by_matrix(work, model) ? n + matrix + factors : n;
}

}  // namespace

struct BatchDynamics::State {
  Model model;
  BatchOptions options;
  Index depth = model.mechanism().tree.depth();
  const Level& level = current_level();
  Workers workers;
  Part<double> in_double;
  Part<float> in_float;

  State(const Model& m, const BatchOptions& o) : State(m, o, prepare(m.mechanism())) {}

  /// Whether arrays of type T are computed with in float.
  template <class T>
  bool computes_in_float() const {
    return options.precision == Precision::float32 ||
           (options.precision == Precision::as_arrays && std::is_same_v<T, float>);
  }

  template <class T>
  void run(const Request<T>& request, const BatchCall<T>& call) {
    if (computes_in_float<T>())
      run(in_float, request, call);
    else
      run(in_double, request, call);
  }

 private:
  State(Model m, const BatchOptions& o, const Prepared<double>& prepared)
      : model(std::move(m)), options(o), workers(o.threads),
        in_double(model, prepared, level.in_double, workers.count()),
        in_float(model, prepared, level.in_float, workers.count()) {}

  template <class C, class T>
  void run(Part<C>& part, const Request<T>& r, const BatchCall<T>& call) {
    const Index states = r.y.optional && r.y.empty() ? r.z.states() : r.y.states();
    const int lanes = part.lanes();
    const bool in_root = call.coordinates == BatchCall<T>::Coordinates::of_root;
    const Task<C> task{r.work,           states,           &part.model(),
                       argument_of(r.q), argument_of(r.v), argument_of(r.x),
                       argument_of(r.y), argument_of(r.z), argument_of(call.external_forces),
                       in_root,          r.frames};
    check(task, r, call, lanes);
    if (states == 0) return;
    if (needs_matrix(r.work, model)) part.need_matrix();
    const Index groups = (states + lanes - 1) / lanes;
    const double steps = cost(r.work, model, depth, ssize(r.frames));
    // long enough to be worth a thread, short enough to be asked about progress
    const auto grain = std::max<Index>(1, static_cast<Index>(2000 / steps));
    const auto between = std::max<Index>(workers.count(), static_cast<Index>(4e6 / (steps * lanes)));
    const Index chunk = call.progress ? between : groups;
    for (Index first = 0; first < groups; first += chunk) {
      const Index last = std::min(first + chunk, groups);
      const auto work_on = [&](Index begin, Index end, int worker) {
        part.run(task, first + begin, first + end, worker);
      };
      workers.run(last - first, grain, std::ref(work_on));
      if (call.progress && !call.progress(std::min(last * lanes, states), states)) throw Stopped();
    }
  }

  /// In the order of what is wrong: sizes, memory, values.
  template <class C, class T>
  void check(const Task<C>& task, const Request<T>& r, const BatchCall<T>& call, int lanes) {
    const NamedArgument inputs[] = {
        {"q", task.q}, {"v", task.v}, {r.x.name, task.x}, {"external_forces", task.outside}};
    const NamedArgument outputs[] = {{r.y.name, task.y}, {r.z.name, task.z}};
    r.q.check(model.nq(), task.states);
    r.v.check(model.nv(), task.states);
    r.x.check(model.nv(), task.states);
    r.y.check(r.y_numbers, task.states);
    r.z.check(r.z_numbers, task.states);
    NamedBatch<const T>{"external_forces", call.external_forces, true}.check(6 * model.nbody(), task.states);
    if (task.outside.data && !takes_forces(r.work))
      throw ValueError("external_forces are for inverse and forward dynamics and bias, expected none here");
    for (const NamedArgument& named : inputs) require_layout<C>(named);
    for (const NamedArgument& named : outputs) require_layout<C>(named);
    require_separate(inputs, outputs, task.states, lanes);
    if (!options.checked) return;
    const auto ask = [&] {
      if (call.progress && !call.progress(0, task.states)) throw Stopped();
    };
    const std::function<void()> between = std::ref(ask);
    const Looking looking{workers, between};
    for (const NamedArgument& named : inputs) require_finite(named, task.states, lanes, looking);
    require_unit_quaternions(model, inputs[0], task.states, lanes, looking);
  }
};

BatchDynamics::BatchDynamics(const Model& model, const BatchOptions& options)
    : state_(std::make_unique<State>(model, options)) {}
BatchDynamics::~BatchDynamics() = default;
BatchDynamics::BatchDynamics(BatchDynamics&&) noexcept = default;
BatchDynamics& BatchDynamics::operator=(BatchDynamics&&) noexcept = default;

const Model& BatchDynamics::model() const { return state_->model; }
int BatchDynamics::threads() const { return state_->workers.count(); }
std::string_view BatchDynamics::level() const { return state_->level.name; }

std::string BatchDynamics::warning(const Model& model) {
  constexpr double acceptable = 1e-3;
  const Index tree_depth = model.mechanism().tree.depth();
  const auto depth = static_cast<double>(tree_depth);
  const double error = std::min(1.0, 10 * std::numeric_limits<float>::epsilon() * depth * depth);  // docs/accuracy.md
  if (error < acceptable) return "";
  return concat("model '", model.name(), "' is ", tree_depth, " bodies deep: accelerations in float may be wrong by ",
                error, " of their size; double is not");
}

template <class T>
Index BatchDynamics::lanes() const {
  return state_->computes_in_float<T>() ? state_->level.in_float.lanes : state_->level.in_double.lanes;
}

template <class T>
void BatchDynamics::inverse(In<T> q, In<T> v, In<T> a, Batch<T> tau, const Call<T>& call) {
  state_->run<T>({.work = Work::inverse,
                  .q = {"q", q},
                  .v = {"v", v},
                  .x = {"a", a},
                  .y = {"tau", tau},
                  .y_numbers = state_->model.nv()},
                 call);
}
template <class T>
void BatchDynamics::forward(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call) {
  state_->run<T>({.work = Work::forward,
                  .q = {"q", q},
                  .v = {"v", v},
                  .x = {"tau", tau},
                  .y = {"a", a},
                  .y_numbers = state_->model.nv()},
                 call);
}
template <class T>
void BatchDynamics::forward_by_mass_matrix(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call) {
  state_->run<T>({.work = Work::forward_by_mass_matrix,
                  .q = {"q", q},
                  .v = {"v", v},
                  .x = {"tau", tau},
                  .y = {"a", a},
                  .y_numbers = state_->model.nv()},
                 call);
}
template <class T>
void BatchDynamics::mass_matrix(In<T> q, Batch<T> H, const Call<T>& call) {
  const Index nv = state_->model.nv();
  state_->run<T>({.work = Work::mass_matrix, .q = {"q", q}, .y = {"H", H}, .y_numbers = nv * nv}, call);
}
template <class T>
void BatchDynamics::packed_mass_matrix(In<T> q, Batch<T> H, const Call<T>& call) {
  const Index numbers = packed_size(state_->model.nv());
  state_->run<T>({.work = Work::packed_mass_matrix, .q = {"q", q}, .y = {"H", H}, .y_numbers = numbers}, call);
}
template <class T>
void BatchDynamics::mass_matrix_apply(In<T> q, In<T> x, Batch<T> y, const Call<T>& call) {
  state_->run<T>(
      {.work = Work::mass_matrix_apply, .q = {"q", q}, .x = {"x", x}, .y = {"y", y}, .y_numbers = state_->model.nv()},
      call);
}
template <class T>
void BatchDynamics::mass_matrix_solve(In<T> q, In<T> x, Batch<T> y, const Call<T>& call) {
  state_->run<T>(
      {.work = Work::mass_matrix_solve, .q = {"q", q}, .x = {"x", x}, .y = {"y", y}, .y_numbers = state_->model.nv()},
      call);
}
template <class T>
void BatchDynamics::bias(In<T> q, In<T> v, Batch<T> tau, const Call<T>& call) {
  state_->run<T>({.work = Work::bias, .q = {"q", q}, .v = {"v", v}, .y = {"tau", tau}, .y_numbers = state_->model.nv()},
                 call);
}
template <class T>
void BatchDynamics::gravity(In<T> q, Batch<T> tau, const Call<T>& call) {
  state_->run<T>({.work = Work::gravity, .q = {"q", q}, .y = {"tau", tau}, .y_numbers = state_->model.nv()}, call);
}
template <class T>
void BatchDynamics::kinematics(View<const Frame> frames, In<T> q, In<T> v, Batch<T> poses,
                               Batch<std::type_identity_t<T>> velocities, const Call<T>& call) {
  for (const Frame& frame : frames)
    if (frame.body >= state_->model.nbody())
      throw ValueError(concat("a frame is not one of model '", state_->model.name(), "'"));
  if (v.empty() != velocities.empty()) throw ValueError("v and velocities go together: expected both or none");
  state_->run<T>({.work = Work::kinematics,
                  .q = {"q", q},
                  .v = {"v", v, true},
                  .y = {"poses", poses, true},
                  .z = {"velocities", velocities, true},
                  .y_numbers = 16 * ssize(frames),
                  .z_numbers = 6 * ssize(frames),
                  .frames = frames},
                 call);
}
template <class T>
void BatchDynamics::energy(In<T> q, In<T> v, Batch<T> kinetic, Batch<std::type_identity_t<T>> potential,
                           const Call<T>& call) {
  if (v.empty() != kinetic.empty()) throw ValueError("v and kinetic go together: expected both or none");
  state_->run<T>({.work = Work::energy,
                  .q = {"q", q},
                  .v = {"v", v, true},
                  .y = {"kinetic", kinetic, true},
                  .z = {"potential", potential, true},
                  .y_numbers = 1,
                  .z_numbers = 1},
                 call);
}

// Written out, because users link the library and do not see these bodies.
#define TREEFIX_BATCH(T)                                                                                           \
  template Index BatchDynamics::lanes<T>() const;                                                                  \
  template void BatchDynamics::inverse<T>(In<T>, In<T>, In<T>, Batch<T>, const Call<T>&);                          \
  template void BatchDynamics::forward<T>(In<T>, In<T>, In<T>, Batch<T>, const Call<T>&);                          \
  template void BatchDynamics::forward_by_mass_matrix<T>(In<T>, In<T>, In<T>, Batch<T>, const Call<T>&);           \
  template void BatchDynamics::mass_matrix<T>(In<T>, Batch<T>, const Call<T>&);                                    \
  template void BatchDynamics::packed_mass_matrix<T>(In<T>, Batch<T>, const Call<T>&);                             \
  template void BatchDynamics::mass_matrix_apply<T>(In<T>, In<T>, Batch<T>, const Call<T>&);                       \
  template void BatchDynamics::mass_matrix_solve<T>(In<T>, In<T>, Batch<T>, const Call<T>&);                       \
  template void BatchDynamics::bias<T>(In<T>, In<T>, Batch<T>, const Call<T>&);                                    \
  template void BatchDynamics::gravity<T>(In<T>, Batch<T>, const Call<T>&);                                        \
  template void BatchDynamics::kinematics<T>(View<const Frame>, In<T>, In<T>, Batch<T>, Batch<T>, const Call<T>&); \
  template void BatchDynamics::energy<T>(In<T>, In<T>, Batch<T>, Batch<T>, const Call<T>&);
TREEFIX_BATCH(double)
TREEFIX_BATCH(float)

}  // namespace treefix
