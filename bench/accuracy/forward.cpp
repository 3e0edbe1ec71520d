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
  double bound = 0;  // what rounding of the forces alone may do to a, relative, for ε = 1

 private:
  void set_bound() {
    const Mechanism<double>& m = model.mechanism();
    Workspace<double> w(m);
    std::vector<double> scale(v.size()), residual(v.size());
    scaled_residual<double>(m, q, v, exact, tau, {}, w, residual, scale);
    double forces = 0;
    for (const double x : scale) forces += x * x;
    bound = norms(model, q).inverse * std::sqrt(forces / size);
  }
};

void rows(std::FILE* out, const std::string& robot) {
  Case c(robot);
  constexpr double eps = std::numeric_limits<double>::epsilon(), eps32 = std::numeric_limits<float>::epsilon();
  for (const Method method : methods) {
    if (method == Method::automatic || !is_feasible(method, c.model)) continue;
    const bool in_float = method != Method::pieces;
    const auto plain = c.judge({.method = method}), refined = c.judge({.method = method, .refine = 2});
    const auto cells = [](double x) { return std::isfinite(x) ? cell(x) : std::string("none"); };
    std::string single = "– | – | –";
    if (in_float) {
      const auto rough = c.judge({.method = method, .single_precision = true}),
                 mixed = c.judge({.method = method, .refine = 20, .single_precision = true});
      single = concat(cells(rough.residual / eps32), " | ", cells(rough.error), " | ", cells(mixed.residual));
    }
    const std::string note = plain.info.iterations > 0 ? concat(plain.info.iterations, " iterations") : "";
    std::fprintf(out, "| %s | %s | %s | %s | %s | %s | %s | %s%s%s |\n", robot.c_str(),
                 std::string(to_string(method)).c_str(), cells(plain.residual / eps).c_str(),
                 cells(plain.error).c_str(), cells(plain.error / (eps * c.bound)).c_str(),
                 cells(refined.residual / eps).c_str(), single.c_str(), note.c_str(),
                 note.empty() || plain.info.reason.empty() ? "" : "; ", plain.info.reason.c_str());
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
  for (const Index n : {10, 100, 1000, 10'000, 100'000})
    for (const char* robot : {"chain:n=", "auto_tree:bf=2,skew=0.3,n=", "random_tree:joints=RPHSLF,n="})
      if (n <= 10'000 || std::string(robot) != "random_tree:joints=RPHSLF,n=") rows(out, concat(robot, n));
  rows(out, "humanoid");
}

}  // namespace tfbench
