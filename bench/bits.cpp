// The bits of everything that the library computes: a line with a hash for each robot, quantity and set of options. A
// change that only moves code leaves every line as it is:
//   bits >before; (change, build); bits >after; diff before after
// TREEFIX_LEVEL chooses the instruction level. ./dev bench bits also takes all robots of example-robot-data.
#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/feasible.hpp"
#include "bench/states.hpp"

namespace {

using namespace treefix;
using tfbench::Numbers;
using tfbench::States;
using Vector = std::vector<double>;

/// FNV-1a over the bytes of numbers.
class Hash {
 public:
  template <class T>
  void add(const T& number) {
    const auto bytes = std::bit_cast<std::array<unsigned char, sizeof(T)>>(number);
    for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3U;
  }
  template <class T>
  void add(const T* numbers, Index count) {
    for (Index k = 0; k < count; ++k) add(numbers[k]);
  }
  void add(const Vector& numbers) { add(numbers.data(), ssize(numbers)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// Prints the hash of what `compute` adds, or that it was refused.
void print(const std::string& robot, const std::string& quantity, const std::function<void(Hash&)>& compute) {
  Hash hash;
  try {
    compute(hash);
    std::printf("%-36s %-56s %016" PRIx64 "\n", robot.c_str(), quantity.c_str(), hash.value());
  } catch (const Error&) {
    std::printf("%-36s %-56s refused\n", robot.c_str(), quantity.c_str());
  }
}

// --- one state -------------------------------------------------------------------------------------------

/// External forces in each frame, and none.
std::vector<std::pair<std::string, ExternalForces<double>>> force_cases(const std::vector<Force<double>>& forces) {
  return {{"", {}},
          {", forces of_body", {forces, ExternalFrame::of_body}},
          {", forces of_root", {forces, ExternalFrame::of_root}}};
}

std::vector<Force<double>> random_forces(const Model& model) {
  Random random(4);
  std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody()));
  for (Force<double>& f : forces)
    for (double* x : {&f.n.x, &f.n.y, &f.n.z, &f.f.x, &f.f.y, &f.f.z}) *x = random.uniform(-1, 1);
  return forces;
}

void one_state(const std::string& robot, const Model& model) {
  const Vector q = random_configuration(model, 1), v = random_velocity(model, 2), x = random_velocity(model, 3);
  const std::vector<Force<double>> forces = random_forces(model);
  const auto nv = static_cast<std::size_t>(model.nv());
  const bool is_small = model.nv() <= 3000;  // a dense mass matrix fits the caches or nearly so
  Dynamics dynamics(model);
  Vector y(nv);

  for (const int threads : {1, 2}) {
    const std::string on = concat(", threads ", threads);
    for (const auto& [with_forces, external] : force_cases(forces)) {
      for (const InverseMethod method : inverse_methods)
        for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler}) {
          if (tree == TreeScan::euler && !is_from_papers(method)) continue;
          const std::string scan = is_from_papers(method) ? concat(" ", to_string(tree)) : "";
          print(robot, concat("inverse ", to_string(method), scan, with_forces, on), [&](Hash& hash) {
            dynamics.inverse(q, v, x, y, {.method = method, .tree = tree, .threads = threads}, external);
            hash.add(y);
          });
        }
      for (const ForwardMethod method : forward_methods) {
        if (!tfbench::is_feasible(method, model)) continue;
        for (const bool in_float : {false, true}) {
          const int refine = in_float ? 2 : 0;
          print(robot, concat("forward ", to_string(method), in_float ? ", mixed" : "", with_forces, on),
                [&](Hash& hash) {
                  std::fill(y.begin(), y.end(), 0.0);
                  dynamics.forward(q, v, x, y,
                                   {.method = method,
                                    .residual = true,
                                    .refine = refine,
                                    .single_precision = in_float,
                                    .threads = threads},
                                   external);
                  hash.add(y);
                });
        }
      }
    }
    for (const CfaSolver solver : cfa_solvers)
      if (tfbench::is_feasible(ForwardMethod::cfa, model))
        print(robot, concat("forward cfa ", to_string(solver), on), [&](Hash& hash) {
          dynamics.forward(q, v, x, y, {.method = ForwardMethod::cfa, .threads = threads, .solver = solver});
          hash.add(y);
        });
    if (is_small)
      print(robot, concat("mass matrix", on), [&](Hash& hash) {
        Vector H(nv * nv);
        dynamics.mass_matrix(q, H, {.threads = threads});
        hash.add(H);
      });
    print(robot, concat("mass matrix times x", on), [&](Hash& hash) {
      dynamics.mass_matrix_apply(q, x, y, {.threads = threads});
      hash.add(y);
    });
    if (!model.has_mimic() && dynamics.sparse_entries() <= 20'000'000) {
      print(robot, concat("sparse mass matrix, factors, solution", on), [&](Hash& hash) {
        Vector values(static_cast<std::size_t>(dynamics.sparse_entries())), solution = x;
        dynamics.sparse_mass_matrix(q, values, {.threads = threads});
        hash.add(values);
        dynamics.factor_sparse(values);
        dynamics.solve_sparse(values, solution);
        hash.add(values);
        hash.add(solution);
      });
      print(robot, concat("symmetric sparse mass matrix", on), [&](Hash& hash) {
        Vector values(static_cast<std::size_t>(2 * dynamics.sparse_entries() - model.nv()));
        dynamics.symmetric_mass_matrix(q, values, {.threads = threads});
        hash.add(values);
      });
    }
  }
  if (is_small)
    print(robot, "packed mass matrix", [&](Hash& hash) {
      Vector H(nv * (nv + 1) / 2);
      dynamics.packed_mass_matrix(q, H);
      hash.add(H);
    });
  print(robot, "solution with the mass matrix", [&](Hash& hash) {
    dynamics.mass_matrix_solve(q, x, y);
    hash.add(y);
  });
  for (const auto& [with_forces, external] : force_cases(forces))
    print(robot, concat("bias", with_forces), [&](Hash& hash) {
      dynamics.bias(q, v, y, external);
      hash.add(y);
    });
  print(robot, "gravity", [&](Hash& hash) {
    dynamics.gravity(q, y);
    hash.add(y);
  });
  print(robot, "energies, momentum, center of mass", [&](Hash& hash) {
    hash.add(dynamics.kinetic_energy(q, v));
    hash.add(dynamics.potential_energy(q));
    hash.add(dynamics.momentum(q, v));
    hash.add(dynamics.center_of_mass(q));
  });
  print(robot, "kinematics", [&](Hash& hash) {
    dynamics.kinematics(q, v, x);
    for (Index i = 0; i < ssize(model.frame_names()); ++i) {
      const Frame& frame = model.frame(i);
      hash.add(dynamics.pose(frame));
      hash.add(dynamics.velocity(frame));
      hash.add(dynamics.acceleration(frame));
    }
  });
  print(robot, "configurations", [&](Hash& hash) {
    const Vector there = integrate(model, q, v);
    for (const Vector& numbers : {q, v, neutral(model), there, difference(model, q, there), normalize(model, q)})
      hash.add(numbers);
  });
}

// --- batches ---------------------------------------------------------------------------------------------

/// Makes a result of n numbers for each state by rows and interleaved, and prints both.
template <class T, class Compute>
void print_layouts(const std::string& robot, const std::string& quantity, const States<T>& rows, Index lanes, Index n,
                   Compute compute) {
  const char* type = sizeof(T) == sizeof(double) ? ", float64" : ", float32";
  print(robot, concat("batch ", quantity, type), [&](Hash& hash) {
    const Numbers<T> y(rows.count, n);
    compute(rows.q.rows(), rows.v.rows(), rows.x.rows(), y.rows());
    hash.add(y.data(), y.size());
  });
  print(robot, concat("batch ", quantity, type, ", interleaved"), [&](Hash& hash) {
    const States<T> groups = rows.interleave(lanes);
    const Numbers<T> y(rows.count, n);
    compute(groups.q.interleaved(), groups.v.interleaved(), groups.x.interleaved(), y.interleaved());
    for (Index b = 0; b < rows.count; ++b)
      for (Index k = 0; k < n; ++k) hash.add(y.data()[y.place(lanes, b, k)]);
  });
}

template <class T>
void batch(const std::string& robot, const Model& model, Index count) {
  BatchDynamics dynamics(model, {.threads = 2});
  const States<T> states = tfbench::random_states<T>(model, count);
  const Index nv = model.nv(), lanes = dynamics.lanes<T>();
  const auto in_layouts = [&](const std::string& quantity, Index n, auto compute) {
    print_layouts(robot, quantity, states, lanes, n, compute);
  };
  Numbers<T> forces(count, 6 * model.nbody());
  Random random(5);
  for (Index k = 0; k < forces.size(); ++k) forces.data()[k] = static_cast<T>(random.uniform(-1, 1));
  for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root})
    for (const bool with_forces : {false, true}) {
      if (!with_forces && frame == ExternalFrame::of_root) continue;
      const char* name = !with_forces ? "" : frame == ExternalFrame::of_body ? ", forces of_body" : ", forces of_root";
      BatchCall<T> call{.external_frame = frame};
      if (with_forces) call.external_forces = forces.rows();
      const auto with = [&](const char* quantity, auto method) {
        in_layouts(concat(quantity, name), nv,
                   [&](auto q, auto v, auto x, auto y) { (dynamics.*method)(q, v, x, y, call); });
      };
      with("inverse", &BatchDynamics::inverse<T>);
      with("forward", &BatchDynamics::forward<T>);
      with("forward by mass matrix", &BatchDynamics::forward_by_mass_matrix<T>);
      in_layouts(concat("bias", name), nv, [&](auto q, auto v, auto, auto y) { dynamics.bias<T>(q, v, y, call); });
    }
  in_layouts("mass matrix", nv * nv, [&](auto q, auto, auto, auto y) { dynamics.mass_matrix<T>(q, y); });
  in_layouts("packed mass matrix", nv * (nv + 1) / 2,
             [&](auto q, auto, auto, auto y) { dynamics.packed_mass_matrix<T>(q, y); });
  in_layouts("mass matrix times x", nv, [&](auto q, auto, auto x, auto y) { dynamics.mass_matrix_apply<T>(q, x, y); });
  in_layouts("solution with the mass matrix", nv,
             [&](auto q, auto, auto x, auto y) { dynamics.mass_matrix_solve<T>(q, x, y); });
  in_layouts("gravity", nv, [&](auto q, auto, auto, auto y) { dynamics.gravity<T>(q, y); });
  in_layouts("kinetic energy", 1, [&](auto q, auto v, auto, auto y) { dynamics.energy<T>(q, v, y, {}); });
  in_layouts("potential energy", 1, [&](auto q, auto, auto, auto y) { dynamics.energy<T>(q, {}, {}, y); });
  std::vector<Frame> frames;
  for (Index i = 0; i < ssize(model.frame_names()); ++i) frames.push_back(model.frame(i));
  in_layouts("poses", 16 * ssize(frames),
             [&](auto q, auto, auto, auto y) { dynamics.kinematics<T>(frames, q, {}, y, {}); });
  in_layouts("velocities", 6 * ssize(frames),
             [&](auto q, auto v, auto, auto y) { dynamics.kinematics<T>(frames, q, v, {}, y); });
}

void everything(const std::string& robot, const Model& model) {
  one_state(robot, model);
  if (model.nv() > 300) return;
  // whole groups and a part of one; enough for two threads
  const Index count = model.nv() <= 40 ? 1203 : 83;
  batch<double>(robot, model, count);
  batch<float>(robot, model, count);
}

/// The URDF files below a folder, each with a fixed and a free root.
void files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files)
    for (const RootJoint root : {RootJoint::fixed, RootJoint::free}) {
      const std::string name = concat(file.stem().string(), root == RootJoint::free ? ", free" : "");
      try {
        everything(name, load(file, {.root = root}));
      } catch (const Error& error) {
        std::printf("%-36s is not loaded\n", name.c_str());
      }
    }
}

}  // namespace

int main() {
  for (const Model& model : zoo::all()) everything(model.name(), model);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Index n = 1 + static_cast<Index>(seed * 7 % 45);
    everything(concat("random tree ", seed), zoo::random_tree({.n = n,
                                                               .seed = seed,
                                                               .joints = "RRRPHSLF",
                                                               .root = seed % 3 == 0 ? "F" : "",
                                                               .branching = seed % 4 == 1 ? 1.0 : 0.0,
                                                               .armature = seed % 2 == 0 ? 0.0 : 0.3}));
  }
  for (const char* name :
       {"chain:n=300", "auto_tree:n=500,bf=1.5,skew=0.1", "star:n=700", "chain:n=5000",
        "auto_tree:n=20000,bf=1.01,skew=0.1", "auto_tree:n=20000,bf=2,skew=0.1",
        "random_tree:n=20000,seed=7,joints=RRRPS", "random_tree:n=2500,seed=9,joints=RRRPHSLF,root=F"})
    everything(name, zoo::make(name));
  if (const char* folder = std::getenv("TREEFIX_ROBOTS")) files_in(folder);
}
