// The mass matrix by every scan, on any scalar.
#pragma once

#include <treefix/papers/mass/mass_matrix.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

struct MassVariant {
  bool by_vector_tree = false;
  Index piece_length = 1024;

  friend std::ostream& operator<<(std::ostream& out, const MassVariant& x) {
    if (x.by_vector_tree) return out << "by vector tree";
    return out << "by heavy paths, pieces of " << x.piece_length;
  }
};
inline std::vector<MassVariant> mass_variants() { return {{false, 1}, {false, 3}, {false, 1024}, {true}}; }

/// Calls f(model, fix).
template <class T, class F>
void with_fix(const MassVariant& variant, const Mechanism<T>& m, F f) {
  const ScanModel<T> model(m, variant.piece_length);
  const auto run = [&](auto&& fix) { f(model, fix); };
  variant.by_vector_tree ? run(ByVectorTree<T>(model)) : run(ByHeavyPaths<T>(model));
}

template <class T, class Exec>
std::vector<T> dense_by_scan(const Exec& exec, const MassVariant& variant, const Robot<T>& robot) {
  // previous contents must not matter
  std::vector<T> H(static_cast<std::size_t>(robot.m.nv * robot.m.nv), std::numeric_limits<T>::quiet_NaN());
  with_fix<T>(variant, robot.m, [&](const ScanModel<T>& model, auto& fix) {
    MassWorkspace<T> w(robot.m.nbody());
    dense_mass_matrix<T>(exec, model, MassBlocks(model), fix, robot.q, w, H);
  });
  return H;
}

template <class T>
struct SparseMatrix {
  SparsePattern pattern;
  std::vector<T> values;
};

template <class T, class Exec>
SparseMatrix<T> sparse_by_scan(const Exec& exec, const MassVariant& variant, const Robot<T>& robot) {
  SparseMatrix<T> H{SparsePattern(coordinate_tree(robot.m)), {}};
  H.values.resize(static_cast<std::size_t>(H.pattern.entries()), std::numeric_limits<T>::quiet_NaN());
  with_fix<T>(variant, robot.m, [&](const ScanModel<T>& model, auto& fix) {
    MassWorkspace<T> w(robot.m.nbody());
    sparse_mass_matrix<T>(exec, model, MassBlocks(model), fix, robot.q, H.pattern.begins(), w, H.values);
  });
  return H;
}

/// Row-major, both triangles.
template <class T>
std::vector<T> expanded(const SparseMatrix<T>& H) {
  const Index n = H.pattern.rows();
  std::vector<T> all(static_cast<std::size_t>(n * n), T(0));
  for (Index i = 0; i < n; ++i)
    for (Index p = 0; p < ssize(H.pattern.row(i)); ++p) {
      const Index j = H.pattern.row(i)[p];
      at(all, i * n + j) = at(all, j * n + i) = at(H.values, H.pattern.begins()[i] + p);
    }
  return all;
}

/// The largest error of H_ij, in ε √(H_ii H_jj).
inline double largest_error(const std::vector<double>& H, const std::vector<Quad>& reference, Index n) {
  std::vector<double> size;
  for (Index i = 0; i < n; ++i) size.push_back(std::sqrt(plain(at(reference, i * n + i))));
  double worst = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double error = plain(Quad(at(H, i * n + j)) - at(reference, i * n + j)) / (at(size, i) * at(size, j));
      if (!(std::abs(error) <= worst)) worst = std::abs(error);
    }
  return worst / epsilon<double>();
}

}  // namespace treefix::testing
