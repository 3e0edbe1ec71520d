#include <treefix/batch/check.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

Index element_size(const Argument& a) { return a.is_float ? sizeof(float) : sizeof(double); }

/// Number k of state b.
double number(const Argument& a, Index state, Index k, int lanes) {
  const Index at = a.interleaved ? (state / lanes * a.numbers + k) * lanes + state % lanes
                                 : state * a.state_step + k * a.number_step;
  return a.is_float ? static_cast<const float*>(a.data)[at] : static_cast<const double*>(a.data)[at];
}

// --- memory ----------------------------------------------------------------------------------------------

/// The bytes from the first to the last number.
struct Extent {
  std::uintptr_t begin, end;
};

Extent extent(const Argument& a, Index states, int lanes) {
  const auto data = reinterpret_cast<std::uintptr_t>(a.data);
  const Index size = element_size(a);
  if (states == 0 || a.numbers == 0) return {data, data};
  if (a.interleaved)
    return {data, data + static_cast<std::uintptr_t>((states + lanes - 1) / lanes * lanes * a.numbers * size)};
  const Index states_end = (states - 1) * a.state_step, numbers_end = (a.numbers - 1) * a.number_step;
  const Index low = std::min<Index>(states_end, 0) + std::min<Index>(numbers_end, 0);
  const Index high = std::max<Index>(states_end, 0) + std::max<Index>(numbers_end, 0) + 1;
  return {data + static_cast<std::uintptr_t>(low * size), data + static_cast<std::uintptr_t>(high * size)};
}

/// Columns of the same table, side by side.
bool are_columns_apart(const Argument& a, const Argument& b) {
  const bool alike = !a.interleaved && !b.interleaved && a.is_float == b.is_float && a.state_step == b.state_step &&
                     a.number_step == 1 && b.number_step == 1 && a.state_step > 0;
  if (!alike) return false;
  const Index size = element_size(a), step = a.state_step * size;
  const auto difference = static_cast<Index>(reinterpret_cast<std::uintptr_t>(b.data)) -
                          static_cast<Index>(reinterpret_cast<std::uintptr_t>(a.data));
  const Index offset = (difference % step + step) % step;
  return offset >= a.numbers * size && offset + b.numbers * size <= step;
}

bool overlap(const Argument& a, const Argument& b, Index states, int lanes) {
  if (!a.data || !b.data) return false;
  const Extent x = extent(a, states, lanes), y = extent(b, states, lanes);
  return x.begin < y.end && y.begin < x.end && !are_columns_apart(a, b);
}

/// Whether two numbers of an output are in the same place.
bool overlaps_itself(const Argument& a, Index states) {
  const Index state = std::abs(a.state_step), number = std::abs(a.number_step);
  if (a.interleaved || a.numbers == 0 || states == 0) return false;
  if (a.numbers > 1 && number == 0) return true;
  return states > 1 && !(state > (a.numbers - 1) * number || (number > (states - 1) * state && state > 0));
}

// --- values ----------------------------------------------------------------------------------------------

/// 0 · x is 0 for every finite number and NaN for others; sums of them can be taken without a branch, several at a time.
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

bool all_finite(const Argument& a, Index first, Index last, int lanes) {
  if (!a.interleaved && a.number_step == 1 && (a.state_step == a.numbers || last - first == 1)) {
    const Index at = first * a.state_step, n = (last - first) * a.numbers;
    return a.is_float ? all_finite(static_cast<const float*>(a.data) + at, n)
                      : all_finite(static_cast<const double*>(a.data) + at, n);
  }
  for (Index state = first; state < last; ++state)
    for (Index k = 0; k < a.numbers; ++k)
      if (!std::isfinite(number(a, state, k, lanes))) return false;
  return true;
}

/// The first state for which is_good is false, by all workers; `states` if there is none. Of each state `numbers` are
/// looked at.
template <class Good>
Index first_bad(Index states, Index numbers, const Looking& looking, Good is_good) {
  constexpr Index block = 64, worth_a_thread = 1 << 16, between_questions = 1 << 23;
  const Index grain = std::max<Index>(1, worth_a_thread / (numbers * block));
  const Index chunk = std::max<Index>(1, between_questions / (numbers * block)), blocks = (states + block - 1) / block;
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
    looking.workers.run(std::min(chunk, blocks - start), grain, std::ref(look));
    if (start + chunk < blocks) looking.between();
  }
  return first;
}

}  // namespace

void require_separate(View<const NamedArgument> inputs, View<const NamedArgument> outputs, Index states, int lanes) {
  for (const NamedArgument& out : outputs) {
    if (!out.argument.data) continue;
    if (overlaps_itself(out.argument, states))
      throw ValueError(concat(out.name, " has several numbers in one place, expected memory for every state"));
    for (const NamedArgument& in : inputs)
      if (overlap(out.argument, in.argument, states, lanes))
        throw ValueError(concat(out.name, " overlaps ", in.name, ", expected memory of its own"));
    for (const NamedArgument& other : outputs)
      if (&other != &out && overlap(out.argument, other.argument, states, lanes))
        throw ValueError(concat(out.name, " overlaps ", other.name, ", expected memory of its own"));
  }
}

void require_finite(const NamedArgument& named, Index states, int lanes, const Looking& looking) {
  const Argument& a = named.argument;
  if (!a.data || a.numbers == 0) return;
  const bool same = !a.interleaved && a.state_step == 0;  // for all states
  const Index distinct = same ? std::min<Index>(states, 1) : states;
  const Index bad = first_bad(distinct, a.numbers, looking,
                              [&](Index first, Index last) { return all_finite(a, first, last, lanes); });
  if (bad == distinct) return;
  for (Index k = 0; k < a.numbers; ++k)
    if (const double x = number(a, bad, k, lanes); !std::isfinite(x))
      throw ValueError(
          concat(named.name, "[", same ? "" : concat(bad, ", "), k, "] is ", x, ", expected a finite number"));
}

void require_unit_quaternions(const Model& model, const NamedArgument& q, Index states, int lanes,
                              const Looking& looking) {
  const Argument& a = q.argument;
  const double tolerance = a.is_float ? 32 * std::numeric_limits<float>::epsilon() : 1e-6;
  for (const Index joint : model.quaternion_joints()) {
    const Joint<double>& own = model.mechanism().joint(joint);
    const Index k = model.coupling().user_q(own.q) + quaternion_offset(own.kind);
    const auto length = [&](Index state) {
      double sum = 0;
      for (Index j = k; j < k + 4; ++j) sum += number(a, state, j, lanes) * number(a, state, j, lanes);
      return std::sqrt(sum);
    };
    const Index bad = first_bad(states, 32, looking, [&](Index first, Index last) {
      for (Index state = first; state < last; ++state)
        if (!(std::abs(length(state) - 1) <= tolerance)) return false;
      return true;
    });
    if (bad < states)
      throw ValueError(concat(q.name, "[", bad, ", ", k, "] to ", q.name, "[", bad, ", ", k + 3,
                              "], the quaternion of joint '", model.joint(joint).name, "', has length ", length(bad),
                              ", expected 1; normalize(q) scales it"));
  }
}

}  // namespace treefix
