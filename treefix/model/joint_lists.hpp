// Lists of the properties of joints, such as limits, and the part of one joint.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// Numbers first, …, first + count − 1 of a list; empty if all of them are the default, bit by bit.
inline std::vector<double> given_numbers(const std::vector<double>& list, Index first, int count, double otherwise) {
  const auto begin = list.begin() + first, end = begin + count;
  const auto is_default = [&](double x) { return x == otherwise && std::signbit(x) == std::signbit(otherwise); };
  if (std::all_of(begin, end, is_default)) return {};
  return {begin, end};
}

}  // namespace treefix
