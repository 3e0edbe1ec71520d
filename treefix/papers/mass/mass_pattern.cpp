#include <treefix/papers/mass/mass_pattern.hpp>

#include <algorithm>
#include <functional>

#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/papers/mass/mass_blocks.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::papers {

Index lower_entries(const Mechanism<double>& m) { return AncestorPaths::entries(coordinate_tree(m)); }

MassPattern::MassPattern(const Mechanism<double>& m) : coordinates_(coordinate_tree(m)) {}

const AncestorPaths& MassPattern::lower_rows() {
  if (!lower_) {
    const Index entries = AncestorPaths::entries(coordinates_);
    require_memory(concat("the list of the ", entries, " entries of H"),
                   static_cast<double>(entries) * sizeof(ShortIndex));
    lower_.emplace(coordinates_);
  }
  return *lower_;
}

const SymmetricRows& MassPattern::symmetric_rows() {
  if (!symmetric_) symmetric_.emplace(coordinates_);
  return *symmetric_;
}

void MassPattern::mirror(Workers& workers, View<double> values) {
  const SymmetricRows& rows = symmetric_rows();
  constexpr Index some = planner::table::sparse_rows_mirrored;
  const auto part = [&](Index first, Index last, int) {
    for (Index i = first; i < last; ++i) {
      Index place = rows.diagonal(i);
      for (Index j = coordinates_.parent(i); j != root; j = coordinates_.parent(j))
        values[rows.place(j, i)] = values[--place];
    }
  };
  workers.run(rows.rows(), some, std::ref(part));  // by reference, because std::function would allocate a copy
}

void MassPattern::expand(Workers& workers, View<const double> values, View<double> H) {
  const AncestorPaths& lower = lower_rows();
  const Index n = lower.rows();
  constexpr Index some = planner::table::sparse_rows_expanded;
  const auto zeros = [&](Index first, Index last, int) { std::fill(H.data() + first * n, H.data() + last * n, 0.0); };
  const auto entries = [&](Index first, Index last, int) {
    for (Index i = first; i < last; ++i) {
      const double* value = values.data() + lower.begins()[i];
      for (const ShortIndex j : lower.row(i)) H[i * n + j] = H[j * n + i] = *value++;
    }
  };
  workers.run(n, std::max<Index>(some, n / workers.count()), std::ref(zeros));  // large ranges suit memset
  workers.run(n, some, std::ref(entries));
}

}  // namespace treefix::papers
