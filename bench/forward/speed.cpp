#include "bench/forward/speed.hpp"

#include <map>
#include <optional>

#include <treefix/base/text.hpp>

#include "bench/feasible.hpp"
#include "bench/plain/plain_aba.hpp"
#include "bench/timer.hpp"
#include "bench/trees/memory.hpp"
#include "bench/trees/plain.hpp"

namespace tfbench {

namespace {

using namespace treefix;

/// The target speed of the default on two threads, as a multiple of the plain loop; 0 for none.
double target_of(const std::string& shape, Index n) {
  if (n == 1'000'000) return shape == "chain" ? 9 : shape == "parallel" ? 4 : 3;
  return n == 10'000 && (shape == "chain" || shape == "parallel") ? 4 : 0;
}

struct Large {
  std::vector<double> q, v, tau, a;
  explicit Large(const Model& model)
      : q(random_configuration(model, 1)), v(random_velocity(model, 2)), tau(random_velocity(model, 3)), a(v.size()) {}
};

}  // namespace

std::string report_speed(const Shape& shape, Index n, Results& results, Growth& growth) {
  if (available_bytes() < 2300.0 * static_cast<double>(n)) {
    std::printf("\n%s of %ld: skipped, not enough memory\n", shape.name, static_cast<long>(n));
    return {};
  }
  const auto count = static_cast<double>(n);
  const Model model = shape.model(n);
  const bool is_huge = n > 1'000'000;
  // A tree of ten million bodies with branches leaves memory for the default only: no residuals, which take inverse
  // dynamics, and no recursion.
  const std::string name = shape.name;
  const bool is_alone = is_huge && name != "chain" && name != "parallel";
  std::optional<PlainAba> loop;
  if (!is_huge) loop.emplace(plain_bodies(model), model.mechanism().gravity);
  Dynamics dynamics(model);
  Large s(model);
  std::map<std::string, ForwardInfo> infos;

  Contest contest(is_huge ? 5 : 40, 0.7e-3, n >= 1'000'000 ? 30 : 8);
  if (loop) contest.add("plain loop", [&] { loop->forward(s.q.data(), s.v.data(), s.tau.data(), s.a.data()); });
  for (const ForwardMethod method : forward_methods) {
    const bool is_wanted =
        !is_huge || method == ForwardMethod::automatic || (method == ForwardMethod::aba && !is_alone);
    if (!is_wanted || !is_feasible(method, model)) continue;
    const bool in_one = method == ForwardMethod::aba || method == ForwardMethod::mass_matrix;
    infos[std::string(to_string(method))] =
        dynamics.forward(s.q, s.v, s.tau, s.a, {.method = method, .residual = !is_alone});
    for (const int threads : {1, 2})
      if (!in_one || threads == 1)
        contest.add(concat(to_string(method), ", ", threads), [&, method, threads] {
          dynamics.forward(s.q, s.v, s.tau, s.a, {.method = method, .threads = threads});
        });
  }
  const auto times = contest.run();

  std::string missed = slower_than_recursive(shape.name, n, times, "aba, 1");
  std::printf("\n%s of %ld: %s\n", shape.name, static_cast<long>(n), dynamics.explain().c_str());
  Json line{{"shape", shape.name}, {"n", n}, {"target", target_of(shape.name, n)}};
  for (const Timing& timing : times) {
    const double ratio = times[0].ns / timing.ns;
    const auto info = infos.find(timing.name.substr(0, timing.name.find(',')));
    std::printf("  %-20s %10.2f ns per body  %11.4f ms", timing.name.c_str(), timing.ns / count, timing.ns * 1e-6);
    if (loop) std::printf("  %7.3f", ratio);
    if (info != infos.end() && !is_alone) std::printf("  residual %.1e", info->second.residual);
    if (info != infos.end() && info->second.iterations > 0) std::printf("  %d iterations", info->second.iterations);
    if (info != infos.end() && !info->second.reason.empty()) std::printf("  %s", info->second.reason.c_str());
    if (timing.name == "automatic, 2") growth.add(shape.name, n, timing.ns / count);
    if (timing.name == "automatic, 2" && loop && target_of(shape.name, n) > 0) {
      const bool reached = ratio >= target_of(shape.name, n);
      std::printf("  %.0f %s", target_of(shape.name, n), reached ? "yes" : "NO");
      if (!reached) missed += concat("  ", shape.name, " of ", n, "\n");
    }
    std::printf("\n");
    line["ns_per_body"][timing.name] = rounded(timing.ns / count);
  }
  for (const auto& [method, info] : infos) {
    if (!is_alone) line["residual"][method] = rounded(info.residual);
    if (info.iterations > 0) line["iterations"][method] = info.iterations;
  }
  std::fflush(stdout);
  results.add("forward", line);
  return missed;
}

}  // namespace tfbench
