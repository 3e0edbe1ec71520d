// Errors of the recursive algorithms and of the batch engine relative to the recursive algorithms in __float128, as a
// table in Markdown.
//   accuracy [FILE [LARGEST]]     writes FILE, or standard output; trees of up to LARGEST bodies, 1000000 unless given
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <treefix/reference/aba.hpp>
#include <treefix/reference/crba.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>
#include <treefix/treefix.hpp>

#include "bench/accuracy/forward.hpp"
#include "bench/accuracy/large_trees.hpp"
#include "bench/accuracy/norms.hpp"
#include "bench/accuracy/refinement.hpp"
#include "bench/rooms.hpp"

namespace {

using namespace treefix;
using namespace tfbench;
using math::abs;

constexpr Index largest_dense = 1000;  // dimension up to which H is compared entry by entry

template <class T>
double plain(const T& x) {
  return static_cast<double>(x);
}

template <class T>
struct Computation {
  Mechanism<T> m;
  Workspace<T> w{m};
  std::vector<T> q, v, a, tau, back;

  /// The state in T; a wider T gets exactly the numbers of the narrower one.
  template <class U>
  Computation(const Model& model, const std::vector<U>& q_, const std::vector<U>& v_, const std::vector<U>& a_)
      : m(convert<T>(model.mechanism())), q(q_.begin(), q_.end()), v(v_.begin(), v_.end()), a(a_.begin(), a_.end()),
        tau(v.size()), back(v.size()) {}

  void inverse() { rnea(m, q, v, a, {}, w, tau); }
  void forward(const std::vector<T>& torque) { aba(m, q, v, torque, {}, w, back); }
  void mass_matrix(std::vector<T>& H) { crba(m, q, w, H); }
};

/// The same with the batch engine, as a batch of one. The checks of results still use the workspace of the recursive
/// algorithms.
template <class T>
struct BatchComputation : Computation<T> {
  BatchDynamics batch;

  BatchComputation(const Model& model, const std::vector<double>& q_, const std::vector<double>& v_,
                   const std::vector<double>& a_)
      : Computation<T>(model, q_, v_, a_), batch(model, {.threads = 1, .checked = false}) {}

  static Batch<T> one(std::vector<T>& x) { return Batch<T>::rows(x.data(), 1, ssize(x)); }
  void inverse() {
    Computation<T>::inverse();
    batch.inverse<T>(one(this->q), one(this->v), one(this->a), one(this->tau));
  }
  void forward(std::vector<T> torque) { batch.forward<T>(one(this->q), one(this->v), one(torque), one(this->back)); }
  void mass_matrix(std::vector<T>& H) { batch.mass_matrix<T>(one(this->q), one(H)); }
};

/// max over entries of |H − H'| / sqrt(H_ii H_jj), in units of epsilon.
template <class T, class C>
double mass_matrix_error(C& c, Computation<Quad>& exact) {
  const auto n = static_cast<std::size_t>(c.m.nv);
  std::vector<T> H(n * n);
  std::vector<Quad> reference(n * n);
  c.mass_matrix(H);
  exact.mass_matrix(reference);
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double size = std::sqrt(plain(reference[i * n + i]) * plain(reference[j * n + j]));
      worst = std::max(worst, plain(abs(Quad(H[i * n + j]) - reference[i * n + j])) / size);
    }
  return worst / plain(epsilon<T>());
}

template <class T, class C>
void row(std::FILE* out, const char* name, const char* scalar, const Norms& norm_of) {
  const Model model = zoo::make(name);
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  C c(model, q, v, a);
  Computation<Quad> exact(model, c.q, c.v, c.a);
  const double eps = plain(epsilon<T>());

  c.inverse();
  exact.inverse();
  std::vector<T> scale(c.tau.size()), residual(c.tau.size());
  torque_scale(c.m, c.a, {}, c.w, scale);
  double id_error = 0, largest = 0, relative = 0, forces = 0;
  for (std::size_t k = 0; k < c.tau.size(); ++k) {
    const double error = plain(abs(Quad(c.tau[k]) - exact.tau[k]));
    id_error = std::max(id_error, error / plain(scale[k]) / eps);
    largest = std::max(largest, plain(abs(exact.tau[k])));
    relative = std::max(relative, error);
    forces += plain(scale[k]) * plain(scale[k]);
  }

  // forward dynamics for the same torque
  exact.forward(std::vector<Quad>(c.tau.begin(), c.tau.end()));
  c.forward(c.tau);
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < c.back.size(); ++k) {
    const double off = plain(Quad(c.back[k]) - exact.back[k]), value = plain(exact.back[k]);
    difference += off * off;
    size += value * value;
  }
  const double fd_error = std::sqrt(difference / size);
  const double bound = eps * norm_of.inverse * std::sqrt(forces / size);
  const std::vector<T> solution = c.back;
  const double fd_residual = plain(scaled_residual<T>(c.m, c.q, c.v, solution, c.tau, {}, c.w, residual, scale)) / eps;

  const std::string H = model.nv() <= largest_dense ? cell(mass_matrix_error<T>(c, exact)) : "–";
  const double condition = norm_of.H * norm_of.inverse;
  std::fprintf(out, "| %s | %ld | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name,
               static_cast<long>(c.m.tree.depth()), scalar, cell(id_error).c_str(), cell(relative / largest).c_str(),
               H.c_str(), cell(fd_residual).c_str(), cell(fd_error).c_str(), cell(condition).c_str(),
               cell(fd_error / (condition * eps)).c_str(), cell(fd_error / bound).c_str());
  std::fflush(out);
}

constexpr const char* introduction =
    R"(# Accuracy: all tables

`./dev bench accuracy` writes this file; [docs/accuracy.md](../../docs/accuracy.md) is the summary. ε is 2.2e-16 for
double and 1.2e-7 for float.

## Every robot

Errors of the reference algorithms (`treefix/reference/`) and of `BatchDynamics` ("batch") relative to the reference
algorithms in `__float128`, at a random state. Up to a depth of 1000, `Dynamics` computes with the same kernels as
`BatchDynamics`.

- **RNEA, ε of the forces that cancel**: the largest error of a torque, divided by the sum of the magnitudes of the
  forces that cancel in it, in ε. `torque_scale` in residual.hpp defines this sum; it is called Σ|terms| below.
- **RNEA, of max τ**: the largest error divided by the largest torque.
- **CRBA**: the largest error of H_ij divided by √(H_ii H_jj), in ε; up to dimension 1000.
- **ABA residual**: |ID(q, v, a) − τ| divided by Σ|terms|, the largest over the joints, in ε. A solution as good as the
  scalar type allows has a residual of order one.
- **ABA error**: ‖a − a_ref‖ / ‖a_ref‖ for the same τ. Forward dynamics of deep trees is ill-conditioned: with the
  condition number κ(H) of H, errors of order κ·ε are to be expected.
- **error / κε**: the ABA error divided by κ·ε. Power iteration estimates κ from below, so this is an estimate from
  above. κ·ε does not include the bias: where gravity and velocities cause forces far larger than H a, their rounding
  alone may change a by more than κ·ε.
- **of its bound**: the ABA error divided by ε ‖H⁻¹‖ ‖Σ|terms|‖ / ‖a‖, the change of a that a residual of one ε at
  every joint can cause. This bound includes the bias and all forces that cancel at a joint, which are often many
  times ‖H‖ ‖a‖; it is then larger than κ·ε. Where it exceeds one, a small residual does not guarantee any digit.

In float, accelerations lose about ε·depth²; `BatchDynamics::warning()` reports this from a depth of 30 on.

)"
    "| robot | depth | computed in | RNEA, ε of the forces that cancel | RNEA, of max τ | CRBA, ε | "
    "ABA residual, ε | ABA error | κ(H) | error / κε | of its bound |\n"
    R"(|---|---|---|---|---|---|---|---|---|---|---|
)";

}  // namespace

int main(int argc, char** argv) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(argc > 1 ? std::fopen(argv[1], "w") : nullptr, std::fclose);
  if (argc > 1 && !file) {
    std::fprintf(stderr, "accuracy: cannot write %s\n", argv[1]);
    return 1;
  }
  std::FILE* out = file ? file.get() : stdout;
  const Index largest = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 1'000'000;
  std::fputs(introduction, out);
  for (const char* name :
       {"chain:n=10", "chain:n=100", "chain:n=1000", "chain:n=10000", "chain:n=100000", "auto_tree:n=10,bf=2,skew=0.3",
        "auto_tree:n=100,bf=2,skew=0.3", "auto_tree:n=1000,bf=2,skew=0.3", "auto_tree:n=10000,bf=2,skew=0.3",
        "auto_tree:n=100000,bf=2,skew=0.3", "random_tree:n=10,joints=RPHSLF", "random_tree:n=100,joints=RPHSLF",
        "random_tree:n=1000,joints=RPHSLF", "random_tree:n=10000,joints=RPHSLF", "star:n=1000", "puma560", "arm",
        "quadruped", "humanoid"}) {
    const Model model = zoo::make(name);
    if (model.nbody() > largest) continue;
    const Norms norm_of = norms(model, random_configuration(model, 1));
    row<double, Computation<double>>(out, name, "double", norm_of);
    row<double, BatchComputation<double>>(out, name, "double, batch", norm_of);
    row<float, Computation<float>>(out, name, "float", norm_of);
    row<float, BatchComputation<float>>(out, name, "float, batch", norm_of);
  }
  forward_accuracy(out, largest);
  refinement_on_chains(out, largest);
  large_trees(out, largest);
}
