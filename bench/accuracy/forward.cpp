#include "bench/accuracy/forward.hpp"

#include <limits>

#include <treefix/algorithms/recursive/residual.hpp>
#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/accuracy/norms.hpp"
#include "bench/feasible.hpp"

namespace tfbench {

namespace {

using namespace treefix;
using math::abs;

/// One state of one robot, and what the recursion in __float128 makes of it.
class Case {
 public:
  explicit Case(const std::string& robot)
      : model(zoo::make(robot)), dynamics(model), q(random_configuration(model, 1)), v(random_velocity(model, 2)),
        a(v.size()) {
    const auto wanted = random_velocity(model, 3);
    tau.resize(v.size()), exact.resize(v.size());
    dynamics.inverse(q, v, wanted, tau);
    const Mechanism<Quad> m = convert<Quad>(model.mechanism());
    Workspace<Quad> w(m);
    const std::vector<Quad> qq(q.begin(), q.end()), vv(v.begin(), v.end()), tt(tau.begin(), tau.end());
    std::vector<Quad> reference(v.size());
    aba<Quad>(m, qq, vv, tt, {}, w, reference);
    for (std::size_t k = 0; k < exact.size(); ++k)
      exact[k] = static_cast<double>(reference[k]), size += exact[k] * exact[k];
    set_bound();
  }

  struct Judged {
    double residual = 0, error = 0;
    ForwardInfo info{};
  };
  Judged judge(ForwardOptions options) {
    options.residual = true;
    Judged out;
    out.info = dynamics.forward(q, v, tau, a, options);
    out.residual = out.info.residual;
    double off = 0;
    for (std::size_t k = 0; k < a.size(); ++k) off += (a[k] - exact[k]) * (a[k] - exact[k]);
    out.error = std::sqrt(off / size);
    return out;
  }

  Model model;
  Dynamics dynamics;
  std::vector<double> q, v, a, tau, exact;
  double size = 0;  // ‖a‖²
  double condition = 0;  // κ(H), from below
  double bound = 0;  // what rounding of the forces alone may do to a, relative, for ε = 1

 private:
  void set_bound() {
    const Mechanism<double>& m = model.mechanism();
    Workspace<double> w(m);
    std::vector<double> scale(v.size()), residual(v.size());
    scaled_residual<double>(m, q, v, exact, tau, {}, w, residual, scale);
    double forces = 0;
    for (const double x : scale) forces += x * x;
    const Norms norm_of = norms(model, q);
    bound = norm_of.inverse * std::sqrt(forces / size);
    condition = norm_of.H * norm_of.inverse;
  }
};

constexpr double eps = std::numeric_limits<double>::epsilon(), eps32 = std::numeric_limits<float>::epsilon();

std::string shown(double x) { return std::isfinite(x) ? cell(x) : "none"; }

/// What is to be reached, and where it was not.
class Verdict {
 public:
  /// Residuals of scans are compared with those of aba, or with ε where that is more.
  void add(const std::string& robot, const Case& c, Method method, const Case::Judged& plain) {
    if (method == Method::aba) recursion_ = std::max(plain.residual, eps);
    const double times = c.model.nbody() <= 1000 ? 10 : 100;
    if ((method == Method::scan_aba || method == Method::pieces) && !(plain.residual <= times * recursion_))
      miss(robot, method, concat("a residual of ", shown(plain.residual / recursion_), " times that of aba"));
    if (!std::isfinite(plain.residual) && plain.info.reason.empty()) miss(robot, method, "silence");
  }
  /// Where κ ε of float is below one, refinement shall restore what float lost.
  void add_mixed(const std::string& robot, const Case& c, Method method, const Case::Judged& mixed) {
    if (c.condition * eps32 < 1 && !(mixed.residual <= 1e-10))
      miss(robot, method, concat("a residual of ", shown(mixed.residual), " in mixed precision"));
  }
  void print(std::FILE* out) const {
    std::fprintf(out,
                 "\nTo reach: residuals of scan_aba and pieces within 10 times those of aba up to 1000 bodies, 100 "
                 "beyond (or as many ε, where\nthat is more); no NaN without a word; "
                 "1e-10 in mixed precision where κ ε₃₂ < 1. Missed: %s.\n",
                 missed_.empty() ? "none" : missed_.c_str());
  }

 private:
  void miss(const std::string& robot, Method method, const std::string& what) {
    missed_ += concat(missed_.empty() ? "" : "; ", robot, " by ", to_string(method), ", ", what);
  }
  double recursion_ = eps;
  std::string missed_;
};

/// The numbers of one method, as cells; or in the last of them why there are none.
std::string cells_of(const std::string& robot, Case& c, Method method, Verdict& verdict) {
  try {
    const auto plain = c.judge({.method = method}), refined = c.judge({.method = method, .refine = 2});
    verdict.add(robot, c, method, plain);
    std::string single = "– | – | –";
    if (method != Method::pieces) {  // which computes in double only
      const auto rough = c.judge({.method = method, .single_precision = true}),
                 mixed = c.judge({.method = method, .refine = 20, .single_precision = true});
      verdict.add_mixed(robot, c, method, mixed);
      single = concat(shown(rough.residual / eps32), " | ", shown(rough.error), " | ", shown(mixed.residual));
    }
    const std::string steps = plain.info.iterations > 0 ? concat(plain.info.iterations, " iterations") : "";
    return concat(shown(plain.residual / eps), " | ", shown(plain.error), " | ", shown(plain.error / (eps * c.bound)),
                  " | ", shown(refined.residual / eps), " | ", single, " | ", steps,
                  steps.empty() || plain.info.reason.empty() ? "" : "; ", plain.info.reason);
  } catch (const ValueError& error) {
    return concat("– | – | – | – | – | – | – | ", error.what());
  }
}

void rows(std::FILE* out, const std::string& robot, Verdict& verdict) {
  Case c(robot);
  for (const Method method : methods) {
    if (method == Method::automatic || !is_feasible(method, c.model)) continue;
    std::fprintf(out, "| %s | %s | %s |\n", robot.c_str(), std::string(to_string(method)).c_str(),
                 cells_of(robot, c, method, verdict).c_str());
    std::fflush(out);
  }
}

constexpr const char* introduction = R"(
## Forward dynamics by every method

`Dynamics::forward` of one and the same τ by every method that can, against articulated bodies in `__float128`. Residual, error
and bound are those of above, residuals in ε of what is computed in. "Refined" is after two steps of refinement; "mixed" after up to
twenty steps that solve in float and compute residuals in double, not in ε.

| robot | method | residual, ε | error | of its bound | refined, ε | float: residual, ε₃₂ | float: error | mixed: residual | what it says |
|---|---|---|---|---|---|---|---|---|---|
)";

}  // namespace

void forward_methods(std::FILE* out) {
  std::fputs(introduction, out);
  Verdict verdict;
  for (const Index n : {10, 100, 1000, 10'000, 100'000})
    for (const char* robot : {"chain:n=", "auto_tree:bf=2,skew=0.3,n=", "random_tree:joints=RPHSLF,n="})
      rows(out, concat(robot, n), verdict);
  rows(out, "humanoid", verdict);
  verdict.print(out);
}

}  // namespace tfbench
