#include <treefix/batch_dynamics.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/engine/state_engine.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/facade/batch_checks.hpp>
#include <treefix/facade/checks.hpp>
#include <treefix/facade/float_warning.hpp>
#include <treefix/planner/batch.hpp>
#include <treefix/simd/level.hpp>

namespace treefix {

using engine::array_of, engine::Array, engine::Quantity, engine::Task;

struct BatchDynamics::State {
  Model model;
  BatchOptions options;
  Index depth = model.mechanism().tree.depth();
  const simd::Level& level = simd::current_level();
  Workers workers;
  engine::StateEngine<double> in_double;
  engine::StateEngine<float> in_float;

  State(const Model& m, const BatchOptions& o) : State(m, o, prepared::prepare(m.mechanism())) {}

  /// Whether calls with arrays of type T compute in float.
  template <class T>
  bool computes_in_float() const {
    return options.precision == Precision::float32 ||
           (options.precision == Precision::as_arrays && std::is_same_v<T, float>);
  }

  /// Runs a task that has its quantity and its arrays, after setting its other fields.
  template <class T>
  void run(Task task, const BatchCall<T>& call) {
    task.states = task.output.data || !task.second_output.data ? task.output.states : task.second_output.states;
    task.external = array_of("external_forces", call.external_forces);
    task.external_frame = call.external_frame;
    const auto report = [&](Index done) {
      if (call.progress && !call.progress(done, task.states)) throw Stopped();
    };
    const facade::Between between = std::ref(report);  // by reference: a std::function that owns it would allocate
    if (computes_in_float<T>())
      run(in_float, task, between, static_cast<bool>(call.progress));
    else
      run(in_double, task, between, static_cast<bool>(call.progress));
  }

 private:
  State(Model m, const BatchOptions& o, const prepared::Prepared<double>& prepared)
      : model(std::move(m)), options(o), workers(o.threads),
        in_double(model, prepared, level.states->in_double, workers.count()),
        in_float(model, prepared, level.states->in_float, workers.count()) {}

  template <class C>
  void run(engine::StateEngine<C>& engine, Task& task, const facade::Between& between, bool reports) {
    const int lanes = engine.lanes();
    facade::check<C>(task, model, lanes);
    if (options.checked) facade::check_values(task, model, lanes, {workers, between});
    if (task.states == 0) return;
    if (engine::needs_matrix(task.quantity, model)) engine.need_matrix();
    task.past_caches = planner::past_caches(task.states * task.output.numbers * static_cast<Index>(sizeof(C)));
    const auto [grain, between_reports] = planner::schedule(task, model, depth, lanes, workers.count());
    const Index groups = (task.states + lanes - 1) / lanes, chunk = reports ? between_reports : groups;
    for (Index first = 0; first < groups; first += chunk) {
      const Index last = std::min(first + chunk, groups);
      const auto range = [&](Index begin, Index end, int worker) {
        engine.run(task, first + begin, first + end, worker);
      };
      workers.run(last - first, grain, std::ref(range));
      if (reports) between(std::min(last * lanes, task.states));
    }
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
std::string BatchDynamics::warning(const Model& model) { return facade::float_warning(model); }

template <class T>
Index BatchDynamics::lanes() const {
  return state_->computes_in_float<T>() ? state_->in_float.lanes() : state_->in_double.lanes();
}

namespace {

/// An equation of motion: q, v, input -> output.
Task motion_task(Quantity quantity, const Array& q, const Array& v, const Array& input, const Array& output) {
  return {.quantity = quantity, .q = q, .v = v, .input = input, .output = output};
}
/// A product with H or its inverse: q, x -> y.
Task product_task(Quantity quantity, const Array& q, const Array& x, const Array& y) {
  return {.quantity = quantity, .q = q, .input = x, .output = y};
}

}  // namespace

template <class T>
void BatchDynamics::inverse(In<T> q, In<T> v, In<T> a, Batch<T> tau, const Call<T>& call) {
  state_->run<T>(
      motion_task(Quantity::inverse, array_of("q", q), array_of("v", v), array_of("a", a), array_of("tau", tau)), call);
}
template <class T>
void BatchDynamics::forward(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call) {
  state_->run<T>(
      motion_task(Quantity::forward, array_of("q", q), array_of("v", v), array_of("tau", tau), array_of("a", a)), call);
}
template <class T>
void BatchDynamics::forward_by_mass_matrix(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call) {
  state_->run<T>(motion_task(Quantity::forward_by_mass_matrix, array_of("q", q), array_of("v", v), array_of("tau", tau),
                             array_of("a", a)),
                 call);
}
template <class T>
void BatchDynamics::mass_matrix(In<T> q, Batch<T> H, const Call<T>& call) {
  state_->run<T>({.quantity = Quantity::mass_matrix, .q = array_of("q", q), .output = array_of("H", H)}, call);
}
template <class T>
void BatchDynamics::packed_mass_matrix(In<T> q, Batch<T> H, const Call<T>& call) {
  state_->run<T>({.quantity = Quantity::packed_mass_matrix, .q = array_of("q", q), .output = array_of("H", H)}, call);
}
template <class T>
void BatchDynamics::mass_matrix_apply(In<T> q, In<T> x, Batch<T> y, const Call<T>& call) {
  state_->run<T>(product_task(Quantity::mass_matrix_apply, array_of("q", q), array_of("x", x), array_of("y", y)), call);
}
template <class T>
void BatchDynamics::mass_matrix_solve(In<T> q, In<T> x, Batch<T> y, const Call<T>& call) {
  state_->run<T>(product_task(Quantity::mass_matrix_solve, array_of("q", q), array_of("x", x), array_of("y", y)), call);
}
template <class T>
void BatchDynamics::bias(In<T> q, In<T> v, Batch<T> tau, const Call<T>& call) {
  state_->run<T>(
      {.quantity = Quantity::bias, .q = array_of("q", q), .v = array_of("v", v), .output = array_of("tau", tau)}, call);
}
template <class T>
void BatchDynamics::gravity(In<T> q, Batch<T> tau, const Call<T>& call) {
  state_->run<T>({.quantity = Quantity::gravity, .q = array_of("q", q), .output = array_of("tau", tau)}, call);
}
template <class T>
void BatchDynamics::kinematics(View<const Frame> frames, In<T> q, In<T> v, Batch<T> poses,
                               Batch<std::type_identity_t<T>> velocities, const Call<T>& call) {
  for (const Frame& frame : frames) facade::require_frame(state_->model, frame);
  if (v.empty() != velocities.empty()) throw ValueError("v and velocities go together: expected both or none");
  state_->run<T>({.quantity = Quantity::kinematics,
                  .q = array_of("q", q),
                  .v = array_of("v", v),
                  .output = array_of("poses", poses),
                  .second_output = array_of("velocities", velocities),
                  .frames = frames},
                 call);
}
template <class T>
void BatchDynamics::energy(In<T> q, In<T> v, Batch<T> kinetic, Batch<std::type_identity_t<T>> potential,
                           const Call<T>& call) {
  if (v.empty() != kinetic.empty()) throw ValueError("v and kinetic go together: expected both or none");
  state_->run<T>({.quantity = Quantity::energy,
                  .q = array_of("q", q),
                  .v = array_of("v", v),
                  .output = array_of("kinetic", kinetic),
                  .second_output = array_of("potential", potential)},
                 call);
}

// Explicit instantiations, because users link the library and do not see the function bodies.
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
