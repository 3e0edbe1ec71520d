// Many states of a model in rows, and every quantity of BatchDynamics by one name.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/simd/level.hpp>

#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// Selects an instruction level for batches, as long as the object exists.
class UseLevel {
 public:
  explicit UseLevel(std::string_view name) { setenv("TREEFIX_LEVEL", std::string(name).c_str(), 1); }
  UseLevel(const UseLevel&) = delete;
  UseLevel& operator=(const UseLevel&) = delete;
  ~UseLevel() { old_.empty() ? unsetenv("TREEFIX_LEVEL") : setenv("TREEFIX_LEVEL", old_.c_str(), 1); }

 private:
  static std::string current() {
    const char* value = std::getenv("TREEFIX_LEVEL");
    return value ? value : "";
  }
  std::string old_ = current();
};

/// The levels that this machine supports.
inline std::vector<std::string_view> levels() {
  std::vector<std::string_view> names;
  for (const Level* level : all_levels())
    if (level->is_supported()) names.push_back(level->name);
  return names;
}

/// B random states with external forces, row by row.
template <class T>
struct Rows {
  Index B, nq, nv, nbody;
  std::vector<T> q, v, a, forces;

  explicit Rows(const Model& model, Index states, std::uint64_t seed = 1)
      : B(states), nq(model.nq()), nv(model.nv()), nbody(model.nbody()) {
    const auto append = [](std::vector<T>& to, const std::vector<double>& from) {
      for (const double x : from) to.push_back(static_cast<T>(x));
    };
    Random random(seed);
    for (Index b = 0; b < B; ++b) {
      append(q, random_configuration(model, random.bits()));
      append(v, random_velocity(model, random.bits()));
      append(a, random_velocity(model, random.bits()));
      for (Index k = 0; k < 6 * nbody; ++k) forces.push_back(static_cast<T>(random.uniform(-1, 1)));
    }
  }
};

/// The numbers of row b.
template <class T>
std::vector<T> row(const std::vector<T>& x, Index b, Index numbers) {
  return {x.begin() + b * numbers, x.begin() + (b + 1) * numbers};
}

/// The arguments of a call, in any layout.
template <class T>
struct Arguments {
  Batch<const T> q, v, a;
  BatchCall<T> call{};
};
template <class T>
Arguments<T> arguments(const Rows<T>& rows, Index first, Index count, bool with_forces = true) {
  const auto part = [&](const std::vector<T>& x, Index n) {
    return Batch<const T>::rows(x.data() + first * n, count, n);
  };
  Arguments<T> all{part(rows.q, rows.nq), part(rows.v, rows.nv), part(rows.a, rows.nv)};
  if (with_forces) all.call.external_forces = part(rows.forces, 6 * rows.nbody);
  return all;
}

/// The quantities of BatchDynamics with one output; the two outputs of kinematics and energy are side by side.
enum class Job { inverse, forward, by_matrix, matrix, packed, apply, solve, bias, gravity, kinematics, energy };
inline constexpr Job jobs[] = {Job::inverse, Job::forward, Job::by_matrix, Job::matrix,     Job::packed, Job::apply,
                               Job::solve,   Job::bias,    Job::gravity,   Job::kinematics, Job::energy};

inline Index output_size(Job job, const Model& model) {
  return job == Job::matrix       ? model.nv() * model.nv()
         : job == Job::packed     ? model.nv() * (model.nv() + 1) / 2
         : job == Job::kinematics ? 22 * model.nbody()
         : job == Job::energy     ? 2
                                  : model.nv();
}

/// For kinematics and energy `out` has numbers side by side, so it must not be interleaved.
template <class T>
void run(BatchDynamics& batch, Job job, const Arguments<T>& x, Batch<T> out) {
  BatchCall<T> plain;
  plain.progress = x.call.progress;
  const auto part = [&](Index first, Index n) {
    T* data = out.empty() ? nullptr : out.data() + first * out.number_stride();
    return Batch<T>::strided(data, out.states(), n, out.state_stride(), out.number_stride());
  };
  switch (job) {
    case Job::inverse: return batch.inverse<T>(x.q, x.v, x.a, out, x.call);
    case Job::forward: return batch.forward<T>(x.q, x.v, x.a, out, x.call);
    case Job::by_matrix: return batch.forward_by_mass_matrix<T>(x.q, x.v, x.a, out, x.call);
    case Job::matrix: return batch.mass_matrix<T>(x.q, out, plain);
    case Job::packed: return batch.packed_mass_matrix<T>(x.q, out, plain);
    case Job::apply: return batch.mass_matrix_apply<T>(x.q, x.a, out, plain);
    case Job::solve: return batch.mass_matrix_solve<T>(x.q, x.a, out, plain);
    case Job::bias: return batch.bias<T>(x.q, x.v, out, x.call);
    case Job::gravity: return batch.gravity<T>(x.q, out, plain);
    case Job::energy: return batch.energy<T>(x.q, x.v, part(0, 1), part(1, 1), plain);
    case Job::kinematics: {
      std::vector<Frame> frames;
      const Model& model = batch.model();
      for (Index i = 0; i < model.nbody(); ++i) frames.push_back(model.frame(at(model.body_names(), i)));
      const Index n = ssize(frames);
      return batch.kinematics<T>(frames, x.q, x.v, part(0, 16 * n), part(16 * n, 6 * n), plain);
    }
  }
}

/// The rows of the result for some of the states.
template <class T>
std::vector<T> run(BatchDynamics& batch, Job job, const Rows<T>& rows, Index first, Index count,
                   bool with_forces = true) {
  const Index n = output_size(job, batch.model());
  std::vector<T> out(static_cast<std::size_t>(count * n), T(-7));
  run<T>(batch, job, arguments(rows, first, count, with_forces), Batch<T>::rows(out.data(), count, n));
  return out;
}
template <class T>
std::vector<T> run(BatchDynamics& batch, Job job, const Rows<T>& rows) {
  return run(batch, job, rows, 0, rows.B);
}

}  // namespace treefix::testing
