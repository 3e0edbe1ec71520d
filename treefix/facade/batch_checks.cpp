#include <treefix/facade/batch_checks.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include <treefix/base/arena.hpp>
#include <treefix/base/errors.hpp>
#include <treefix/base/packed.hpp>
#include <treefix/base/text.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::facade {

using engine::Array, engine::Quantity, engine::Task;

namespace {

Index element_size(const Array& a) { return a.is_float ? sizeof(float) : sizeof(double); }

/// Number k of state b.
double number(const Array& a, Index state, Index k, int lanes) {
  const Index at = a.interleaved ? (state / lanes * a.numbers + k) * lanes + state % lanes
                                 : state * a.state_stride + k * a.number_stride;
  return a.is_float ? static_cast<const float*>(a.data)[at] : static_cast<const double*>(a.data)[at];
}

// --- memory ----------------------------------------------------------------------------------------------

/// The bytes from the first to the last number.
struct Extent {
  std::uintptr_t begin, end;
};

Extent extent(const Array& a, Index states, int lanes) {
  const auto data = reinterpret_cast<std::uintptr_t>(a.data);
  const Index size = element_size(a);
  if (states == 0 || a.numbers == 0) return {data, data};
  if (a.interleaved)
    return {data, data + static_cast<std::uintptr_t>((states + lanes - 1) / lanes * lanes * a.numbers * size)};
  const Index states_end = (states - 1) * a.state_stride, numbers_end = (a.numbers - 1) * a.number_stride;
  const Index low = std::min<Index>(states_end, 0) + std::min<Index>(numbers_end, 0);
  const Index high = std::max<Index>(states_end, 0) + std::max<Index>(numbers_end, 0) + 1;
  return {data + static_cast<std::uintptr_t>(low * size), data + static_cast<std::uintptr_t>(high * size)};
}

/// Whether a and b are disjoint columns of the same row-major table.
bool are_columns_apart(const Array& a, const Array& b) {
  const bool alike = !a.interleaved && !b.interleaved && a.is_float == b.is_float && a.state_stride == b.state_stride &&
                     a.number_stride == 1 && b.number_stride == 1 && a.state_stride > 0;
  if (!alike) return false;
  const Index size = element_size(a), step = a.state_stride * size;
  const auto difference = static_cast<Index>(reinterpret_cast<std::uintptr_t>(b.data)) -
                          static_cast<Index>(reinterpret_cast<std::uintptr_t>(a.data));
  const Index offset = (difference % step + step) % step;
  return offset >= a.numbers * size && offset + b.numbers * size <= step;
}

bool overlap(const Array& a, const Array& b, Index states, int lanes) {
  if (!a.data || !b.data) return false;
  const Extent x = extent(a, states, lanes), y = extent(b, states, lanes);
  return x.begin < y.end && y.begin < x.end && !are_columns_apart(a, b);
}

/// Whether two numbers of an output have the same address.
bool overlaps_itself(const Array& a, Index states) {
  const Index state = std::abs(a.state_stride), number = std::abs(a.number_stride);
  if (a.interleaved || a.numbers == 0 || states == 0) return false;
  if (a.numbers > 1 && number == 0) return true;
  return states > 1 && !(state > (a.numbers - 1) * number || (number > (states - 1) * state && state > 0));
}

// --- values ----------------------------------------------------------------------------------------------

/// 0 · x is 0 if x is finite and NaN otherwise, so the products can be summed without branches, several at a time.
template <class T>
bool all_finite(const T* x, Index n) {
  std::array<T, 16> sums{};
  Index k = 0;
  for (; k + ssize(sums) <= n; k += ssize(sums))
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += T(0) * x[static_cast<std::size_t>(k) + j];
  for (; k < n; ++k) sums[0] += T(0) * x[k];
  T total = T(0);
  for (const T sum : sums) total += sum;
  return total == T(0);
}

bool all_finite(const Array& a, Index first, Index last, int lanes) {
  if (!a.interleaved && a.number_stride == 1 && (a.state_stride == a.numbers || last - first == 1)) {
    const Index at = first * a.state_stride, n = (last - first) * a.numbers;
    return a.is_float ? all_finite(static_cast<const float*>(a.data) + at, n)
                      : all_finite(static_cast<const double*>(a.data) + at, n);
  }
  for (Index state = first; state < last; ++state)
    for (Index k = 0; k < a.numbers; ++k)
      if (!std::isfinite(number(a, state, k, lanes))) return false;
  return true;
}

/// The first state for which is_good is false, found on all workers; `states` if there is none. `numbers` is how many
/// numbers of each state are checked.
template <class Good>
Index first_bad(Index states, Index numbers, const ValueChecks& checks, Good is_good) {
  constexpr Index block = planner::table::states_checked_at_once;
  const Index grain = std::max<Index>(1, planner::table::numbers_worth_a_thread / (numbers * block));
  const Index chunk = std::max<Index>(1, planner::table::numbers_between_reports / (numbers * block)),
              blocks = (states + block - 1) / block;
  std::atomic<Index> first = states;
  for (Index start = 0; start < blocks && first == states; start += chunk) {
    const auto look = [&](Index begin, Index end, int) {
      for (Index from = (start + begin) * block; from < std::min((start + end) * block, states); from += block) {
        const Index to = std::min(from + block, states);
        if (from >= first.load(std::memory_order_relaxed) || is_good(from, to)) continue;
        Index state = from;
        while (is_good(state, state + 1)) ++state;
        Index seen = first.load();
        while (state < seen && !first.compare_exchange_weak(seen, state)) continue;
      }
    };
    checks.workers.run(std::min(chunk, blocks - start), grain, std::ref(look));
    if (start + chunk < blocks) checks.between(0);
  }
  return first;
}

ValueError not_apart(const Array& out, const std::string& what, const std::string& expected) {
  return ValueError(concat(out.name, what, ", expected ", expected),
                    {.argument = std::string(out.name), .expected = expected});
}

void require_separate(View<const Array> inputs, View<const Array> outputs, Index states, int lanes) {
  for (const Array& out : outputs) {
    if (!out.data) continue;
    if (overlaps_itself(out, states)) throw not_apart(out, " overlaps itself", "separate memory for every number");
    for (const Array& in : inputs)
      if (overlap(out, in, states, lanes)) throw not_apart(out, concat(" overlaps ", in.name), "memory of its own");
    for (const Array& other : outputs)
      if (&other != &out && overlap(out, other, states, lanes))
        throw not_apart(out, concat(" overlaps ", other.name), "memory of its own");
  }
}

void require_finite(const Array& a, Index states, int lanes, const ValueChecks& checks) {
  if (!a.data || a.numbers == 0) return;
  const bool same = !a.interleaved && a.state_stride == 0;  // for all states
  const Index distinct = same ? std::min<Index>(states, 1) : states;
  const Index bad = first_bad(distinct, a.numbers, checks,
                              [&](Index first, Index last) { return all_finite(a, first, last, lanes); });
  if (bad == distinct) return;
  for (Index k = 0; k < a.numbers; ++k)
    if (const double x = number(a, bad, k, lanes); !std::isfinite(x))
      throw ValueError(concat(a.name, "[", same ? "" : concat(bad, ", "), k, "] is ", x, ", expected a finite number"),
                       {.argument = std::string(a.name), .got = concat(x), .expected = "a finite number"});
}

void require_unit_quaternions(const Model& model, const Array& a, Index states, int lanes, const ValueChecks& checks) {
  const double tolerance = a.is_float ? 32 * std::numeric_limits<float>::epsilon() : 1e-6;
  for (const Index joint : model.quaternion_joints()) {
    const Joint<double>& own = model.mechanism().joint(joint);
    const Index k = model.mimic().user_q(own.q) + quaternion_offset(own.kind);
    const auto length = [&](Index state) {
      double sum = 0;
      for (Index j = k; j < k + 4; ++j) sum += number(a, state, j, lanes) * number(a, state, j, lanes);
      return std::sqrt(sum);
    };
    const Index bad = first_bad(states, 32, checks, [&](Index first, Index last) {
      for (Index state = first; state < last; ++state)
        if (!(std::abs(length(state) - 1) <= tolerance)) return false;
      return true;
    });
    if (bad < states)
      throw ValueError(
          concat(a.name, "[", bad, ", ", k, "] to ", a.name, "[", bad, ", ", k + 3, "], the quaternion of joint '",
                 model.joint(joint).name, "', has length ", length(bad), ", expected 1; normalize(q) scales it"),
          {.argument = std::string(a.name), .body = model.joint(joint).name, .expected = "a unit quaternion"});
  }
}

// --- shapes ----------------------------------------------------------------------------------------------

/// The shape of one array of a task.
struct Expected {
  Index numbers;
  bool optional = false;
};

void require_shape(const Array& array, const Expected& expected, Index states) {
  if (expected.optional && !array.data) return;
  require_size(array.name, static_cast<std::size_t>(array.numbers), static_cast<std::size_t>(expected.numbers));
  if (array.states != states)
    throw DimensionError(concat("states of ", array.name), static_cast<std::size_t>(array.states),
                         static_cast<std::size_t>(states));
  if (states > 0 && expected.numbers > 0 && !array.data)
    throw ValueError(concat(array.name, " has a null data pointer"), {.argument = std::string(array.name)});
}

bool needs_input(Quantity quantity) {
  return quantity == Quantity::mass_matrix_apply || quantity == Quantity::mass_matrix_solve ||
         (engine::is_of_motion(quantity) && quantity != Quantity::bias);
}

Expected expected_output(const Task& task, const Model& model) {
  switch (task.quantity) {
    case Quantity::mass_matrix: return {model.nv() * model.nv()};
    case Quantity::packed_mass_matrix: return {packed_size(model.nv())};
    case Quantity::kinematics: return {16 * ssize(task.frames), true};
    case Quantity::energy: return {1, true};
    default: return {model.nv()};
  }
}
Expected expected_second_output(const Task& task) {
  return {task.quantity == Quantity::kinematics ? 6 * ssize(task.frames) : 1, true};
}

template <class C>
void require_layout(const Array& a) {
  if (!a.interleaved) return;
  if (a.is_float != std::is_same_v<C, float>)
    throw ValueError(concat(a.name, " is interleaved, but not in the precision of computation"),
                     {.argument = std::string(a.name)});
  if (reinterpret_cast<std::uintptr_t>(a.data) % Arena::alignment != 0)
    throw ValueError(concat(a.name, " is interleaved, but not aligned to ", Arena::alignment, " bytes"),
                     {.argument = std::string(a.name)});
}

}  // namespace

template <class C>
void check(const Task& task, const Model& model, int lanes) {
  const Index states = task.states;
  require_shape(task.q, {model.nq()}, states);
  require_shape(task.v, {model.nv(), !engine::is_of_motion(task.quantity)}, states);
  require_shape(task.input, {model.nv(), !needs_input(task.quantity)}, states);
  require_shape(task.output, expected_output(task, model), states);
  require_shape(task.second_output, expected_second_output(task), states);
  require_shape(task.external, {6 * model.nbody(), true}, states);
  if (task.external.data && !engine::is_of_motion(task.quantity))
    throw ValueError("external_forces apply only to inverse dynamics, forward dynamics and bias, expected none here",
                     {.argument = "external_forces", .expected = "none"});
  const Array inputs[] = {task.q, task.v, task.input, task.external};
  const Array outputs[] = {task.output, task.second_output};
  for (const Array& array : inputs) require_layout<C>(array);
  for (const Array& array : outputs) require_layout<C>(array);
  require_separate(inputs, outputs, states, lanes);
}

template void check<double>(const Task&, const Model&, int);
template void check<float>(const Task&, const Model&, int);

void check_values(const Task& task, const Model& model, int lanes, const ValueChecks& checks) {
  for (const Array& array : {task.q, task.v, task.input, task.external})
    require_finite(array, task.states, lanes, checks);
  require_unit_quaternions(model, task.q, task.states, lanes, checks);
}

}  // namespace treefix::facade
