// Lists of structs in lanes, for code that does not use lanes itself.
#pragma once

#include <treefix/base/view.hpp>
#include <treefix/base/zero_memory.hpp>

namespace treefix::large_tree {

/// A list of X, a struct of numbers, with the layout [step][field][lane]: X<T> with lanes T reads it as an array. A
/// view; the caller owns the memory.
template <template <class> class X>
class LaneList {
 public:
  LaneList(const ZeroMemory& memory, int lanes) : numbers_(memory.as<double>()), lanes_(lanes) {}
  /// Allocates the memory, all zeros.
  static ZeroMemory make(Index steps, int lanes) {
    return ZeroMemory(static_cast<std::size_t>(steps * lanes) * sizeof(X<double>));
  }

  void set(Index step, int lane, const X<double>& value) const {
    const auto* from = reinterpret_cast<const double*>(&value);
    for (Index field = 0; field < fields; ++field) at(step, field, lane) = from[field];
  }
  X<double> get(Index step, int lane) const {
    X<double> value;
    auto* to = reinterpret_cast<double*>(&value);
    for (Index field = 0; field < fields; ++field) to[field] = at(step, field, lane);
    return value;
  }

 private:
  static constexpr Index fields = sizeof(X<double>) / sizeof(double);

  double& at(Index step, Index field, int lane) const { return numbers_[(step * fields + field) * lanes_ + lane]; }

  double* numbers_;
  int lanes_;
};

/// A struct of one number, for lists of numbers.
template <class T>
struct Number {
  T value;
};

}  // namespace treefix::large_tree
