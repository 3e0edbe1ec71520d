// The results have the same bits for every layout of a batch in memory.
#include <gtest/gtest.h>

#include "support/batch.hpp"
#include "support/mimic.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

/// A layout of the numbers of a batch: where number k of state b is in memory.
struct Layout {
  const char* name;
  Index states, numbers, state_stride, number_stride, first, size;
};
std::vector<Layout> layouts(Index B, Index n) {
  return {{"rows with a gap", B, n, n + 3, 1, 2, B * (n + 3) + 2},
          {"columns", B, n, 1, B, 0, B * n},
          {"columns with a gap", B, n, 2, 2 * B + 1, 1, n * (2 * B + 1) + 1},
          {"states backwards", B, n, -n, 1, (B - 1) * n, B * n},
          {"numbers backwards", B, n, n, -1, n - 1, B * n},
          {"every other number", B, n, 2 * n, 2, 0, 2 * B * n}};
}

template <class T>
struct Placed {
  Layout layout;
  std::vector<T> memory = std::vector<T>(static_cast<std::size_t>(layout.size + 1), T(-99));
  Batch<T> batch = Batch<T>::strided(memory.data() + layout.first, layout.states, layout.numbers, layout.state_stride,
                                     layout.number_stride);

  explicit Placed(const Layout& l) : layout(l) {}
  Placed(const Layout& l, const std::vector<T>& rows) : layout(l) {
    for (Index b = 0; b < l.states; ++b)
      for (Index k = 0; k < l.numbers; ++k) place(b, k) = at(rows, b * l.numbers + k);
  }
  T& place(Index b, Index k) { return batch.data()[b * layout.state_stride + k * layout.number_stride]; }
  std::vector<T> rows() {
    std::vector<T> all;
    for (Index b = 0; b < layout.states; ++b)
      for (Index k = 0; k < layout.numbers; ++k) all.push_back(place(b, k));
    return all;
  }
  /// The number of entries that were written.
  Index touched() const { return ssize(memory) - std::count(memory.begin(), memory.end(), T(-99)); }
};

std::vector<Model> some_models() {
  std::vector<Model> models = {zoo::arm(), zoo::humanoid(), zoo::chain(1), zoo::star(3)};
  for (Model& model : random_models(12)) models.push_back(std::move(model));
  for (const MimicRobot& robot : random_mimic_robots(4)) models.push_back(robot.coupled);
  return models;
}

template <class T>
void expect_same_through_all_layouts() {
  constexpr Index B = 13;
  for (const Model& model : some_models()) {
    BatchDynamics batch(model, {.threads = 1});
    const Rows<T> rows(model, B);
    for (const Job job : jobs) {
      const std::vector<T> expected = run(batch, job, rows);
      const Index n = output_size(job, model);
      for (std::size_t i = 0; i < layouts(1, 1).size(); ++i) {
        Placed<T> q(layouts(B, rows.nq)[i], rows.q), v(layouts(B, rows.nv)[i], rows.v),
            a(layouts(B, rows.nv)[i], rows.a);
        Placed<T> forces(layouts(B, 6 * rows.nbody)[i], rows.forces), out(layouts(B, n)[i]);
        const bool two_outputs = job == Job::kinematics || job == Job::energy;
        const bool side_by_side = out.layout.state_stride > 0 && out.layout.number_stride == 1;
        const bool apart = out.layout.number_stride > std::abs(out.layout.state_stride);  // columns
        if (two_outputs && !side_by_side && !apart) continue;  // their numbers would alternate in memory
        run<T>(batch, job, {q.batch, v.batch, a.batch, {.external_forces = forces.batch}}, out.batch);
        EXPECT_EQ(out.rows(), expected) << out.layout.name << ", job " << static_cast<int>(job) << describe(model);
        EXPECT_EQ(out.touched(), B * n) << out.layout.name << ": nothing else is written";
      }
    }
  }
}

TEST(BatchLayouts, StridesDoNotChangeABit) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_same_through_all_layouts<double>();
    expect_same_through_all_layouts<float>();
  }
}

TEST(BatchLayouts, WhatIsTheSameForAllStatesMayBeGivenOnce) {
  constexpr Index B = 11;
  for (const Model& model : some_models()) {
    BatchDynamics batch(model, {.threads = 1});
    const Rows<double> once(model, 1);
    Rows<double> repeated(model, B);
    for (Index b = 0; b < B; ++b) {
      std::copy(once.q.begin(), once.q.end(), repeated.q.begin() + b * once.nq);
      std::copy(once.forces.begin(), once.forces.end(), repeated.forces.begin() + b * 6 * once.nbody);
    }
    auto x = arguments(repeated, 0, B);
    x.q = Batch<const double>::same(once.q, B);
    x.call.external_forces = Batch<const double>::same(once.forces, B);
    for (const Job job : jobs) {
      const std::vector<double> expected = run(batch, job, repeated);
      std::vector<double> out(expected.size());
      run<double>(batch, job, x, Batch<double>::rows(out.data(), B, output_size(job, model)));
      EXPECT_EQ(out, expected) << "job " << static_cast<int>(job) << describe(model);
    }
  }
}

/// A batch in groups of lanes; the numbers beyond the last state are NaN.
template <class T>
struct Interleaved {
  struct alignas(64) Block {
    T numbers[64 / sizeof(T)];
  };
  Index B, n, L;
  std::vector<Block> memory;
  T* data;

  Interleaved(Index states, Index numbers, Index lanes, const std::vector<T>& rows = {})
      : B(states), n(numbers), L(lanes),
        memory(static_cast<std::size_t>((states + lanes - 1) / lanes * lanes * numbers) * sizeof(T) / 64 + 1),
        data(&memory[0].numbers[0]) {
    for (Block& block : memory) std::fill_n(block.numbers, 64 / sizeof(T), T(std::nan("")));
    if (rows.empty()) return;
    for (Index b = 0; b < B; ++b)
      for (Index k = 0; k < n; ++k) place(b, k) = at(rows, b * n + k);
  }
  T& place(Index b, Index k) { return data[(b / L) * n * L + k * L + b % L]; }
  Batch<T> batch() { return Batch<T>::interleaved(data, B, n); }
  std::vector<T> rows() {
    std::vector<T> all;
    for (Index b = 0; b < B; ++b)
      for (Index k = 0; k < n; ++k) all.push_back(place(b, k));
    return all;
  }
};

/// Mass matrices of more than 8 MB go past the caches in whole lines; rows start at any address.
template <class T>
void expect_same_large_matrices(Job job, const Model& model) {
  const Index n = output_size(job, model), B = (Index(8) << 20) / (n * static_cast<Index>(sizeof(T))) + 40;
  BatchDynamics batch(model, {.threads = 2});
  const Rows<T> rows(model, B);
  std::vector<T> expected;
  for (Index b = 0; b < B; b += 100) {
    const std::vector<T> some = run(batch, job, rows, b, std::min<Index>(100, B - b));
    expected.insert(expected.end(), some.begin(), some.end());
  }
  for (const Index first : {0, 1, 2, 3})
    for (const Index gap : {0, 8, 3}) {
      Placed<T> out(Layout{"rows", B, n, n + gap, 1, first, B * (n + gap) + first});
      run<T>(batch, job, arguments(rows, 0, B), out.batch);
      EXPECT_TRUE(out.rows() == expected) << model.name() << ", first at " << first << ", gap of " << gap;
      EXPECT_EQ(out.touched(), B * n);
    }
  Interleaved<T> out(B, n, batch.lanes<T>());
  run<T>(batch, job, arguments(rows, 0, B), out.batch());
  EXPECT_TRUE(out.rows() == expected);
}

TEST(BatchLayouts, MatricesPastTheCachesHaveTheSameBits) {
  for (const Job job : {Job::matrix, Job::packed})
    for (const Index n : {30, 23}) {  // rows of 900, 529, 465 and 276 numbers
      if (sanitized && n == 30) continue;
      expect_same_large_matrices<double>(job, zoo::chain(n));
      expect_same_large_matrices<float>(job, zoo::chain(n));
    }
}

template <class T>
void expect_same_interleaved() {
  for (const Model& model : some_models())
    for (const Index B : {1, 3, 8, 21}) {
      BatchDynamics batch(model, {.threads = 1});
      const Rows<T> rows(model, B);
      const Index L = batch.lanes<T>();
      Interleaved<T> q(B, rows.nq, L, rows.q), v(B, rows.nv, L, rows.v), a(B, rows.nv, L, rows.a);
      Interleaved<T> forces(B, 6 * rows.nbody, L, rows.forces);
      const BatchCall<T> call{.external_forces = forces.batch()};
      for (const Job job : jobs) {
        const std::vector<T> expected = run(batch, job, rows);
        if (job == Job::kinematics || job == Job::energy) continue;
        Interleaved<T> out(B, output_size(job, model), L);
        run<T>(batch, job, {q.batch(), v.batch(), a.batch(), call}, out.batch());
        EXPECT_EQ(out.rows(), expected) << "job " << static_cast<int>(job) << describe(model) << ", B = " << B;
      }
      const std::vector<T> energies = run(batch, Job::energy, rows);
      Interleaved<T> kinetic(B, 1, L), potential(B, 1, L);
      batch.energy<T>(q.batch(), v.batch(), kinetic.batch(), potential.batch());
      for (Index b = 0; b < B; ++b) {
        EXPECT_EQ(kinetic.place(b, 0), at(energies, 2 * b));
        EXPECT_EQ(potential.place(b, 0), at(energies, 2 * b + 1));
      }
      const Frame frames[] = {model.frame(model.body_names().back()), {.body = 0}, {}};
      Interleaved<T> poses(B, 48, L), velocities(B, 18, L);
      batch.kinematics<T>(frames, q.batch(), v.batch(), poses.batch(), velocities.batch());
      std::vector<T> pose_rows(static_cast<std::size_t>(48 * B)), velocity_rows(static_cast<std::size_t>(18 * B));
      batch.kinematics<T>(frames, Batch<const T>::rows(rows.q.data(), B, rows.nq),
                          Batch<const T>::rows(rows.v.data(), B, rows.nv), Batch<T>::rows(pose_rows.data(), B, 48),
                          Batch<T>::rows(velocity_rows.data(), B, 18));
      EXPECT_EQ(poses.rows(), pose_rows);
      EXPECT_EQ(velocities.rows(), velocity_rows);
    }
}

TEST(BatchLayouts, InterleavedDoesNotChangeABitOnEveryLevel) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_same_interleaved<double>();
    expect_same_interleaved<float>();
  }
}

template <class To, class From>
std::vector<To> converted(const std::vector<From>& x) {
  std::vector<To> y;
  for (const From value : x) y.push_back(static_cast<To>(value));
  return y;
}
template <class To, class From>
Rows<To> converted(const Model& model, const Rows<From>& rows) {
  Rows<To> other(model, 0);
  other.B = rows.B;
  other.q = converted<To>(rows.q);
  other.v = converted<To>(rows.v);
  other.a = converted<To>(rows.a);
  other.forces = converted<To>(rows.forces);
  return other;
}

TEST(BatchLayouts, PrecisionSelectsTheTypeOfComputationForArraysOfEitherType) {
  for (const Model& model : some_models()) {
    const Rows<float> in_float(model, 9);
    const Rows<double> in_double = converted<double>(model, in_float);
    BatchDynamics as_arrays(model, {.threads = 1});
    BatchDynamics always_double(model, {.threads = 1, .precision = Precision::float64, .checked = false});
    BatchDynamics always_float(model, {.threads = 1, .precision = Precision::float32, .checked = false});
    BatchDynamics unchecked(model, {.threads = 1, .checked = false});  // quaternions have unit length only as floats
    EXPECT_EQ(always_double.lanes<float>(), as_arrays.lanes<double>());
    EXPECT_EQ(always_float.lanes<double>(), as_arrays.lanes<float>());
    EXPECT_EQ(as_arrays.lanes<float>(), 2 * as_arrays.lanes<double>());
    for (const Job job : jobs) {
      EXPECT_EQ(run(always_double, job, in_float), converted<float>(run(unchecked, job, in_double)));
      EXPECT_EQ(run(always_float, job, in_double), converted<double>(run(as_arrays, job, in_float)));
      EXPECT_EQ(run(always_double, job, in_double), run(unchecked, job, in_double));
      EXPECT_EQ(run(always_float, job, in_float), run(as_arrays, job, in_float));
    }
  }
}

}  // namespace
}  // namespace treefix::testing
