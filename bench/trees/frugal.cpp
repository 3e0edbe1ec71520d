#include "bench/trees/frugal.hpp"
#include "bench/rooms.hpp"

#include <cstring>
#include <limits>
#include <optional>

#include <treefix/papers/inverse/inverse_by_scan.hpp>

#include "bench/timer.hpp"
#include "bench/trees/memory.hpp"
#include "bench/trees/plain.hpp"

namespace tfbench {

namespace {

using namespace treefix;

constexpr double giga = 1024.0 * 1024 * 1024;

struct LargeState {
  std::vector<double> q, v, a, tau;
  explicit LargeState(const Model& model)
      : q(random_configuration(model, 1)), v(random_velocity(model, 2)), a(random_velocity(model, 3)), tau(v.size()) {}
};

class Report {
 public:
  Report(const Shape& shape, Index n, Results& results)
      : results_(results), n_(static_cast<double>(n)), line_{{"shape", shape.name}, {"n", n}} {}

  /// bytes: memory in addition to the model and the state. The plain loop comes first.
  void print(const std::vector<Timing>& times, double bytes) {
    for (const Timing& timing : times) {
      if (timing.name == "plain loop") loop_ = timing.ns;
      std::printf("  %-20s %9.2f ns per body  %10.1f ms  %8.0f bytes per body  %6.2f\n", timing.name.c_str(),
                  timing.ns / n_, timing.ns * 1e-6, bytes / n_, loop_ / timing.ns);
      line_["ns_per_body"][timing.name] = rounded(timing.ns / n_);
      line_["bytes_per_body"][timing.name] = rounded(bytes / n_);
    }
    std::fflush(stdout);
  }
  void note(const char* key, double x) { line_[key] = rounded(x); }
  void finish() { results_.add("trees", line_); }

 private:
  Results& results_;
  double n_;
  Json line_;
  double loop_ = 0;  // ns
};

/// The loop and memset, each with nothing else in memory; returns the torques.
std::vector<double> report_loop(const Model& model, const LargeState& s, Report& report) {
  std::vector<double> tau(s.tau.size());
  const auto n = static_cast<double>(model.nbody());
  {
    PlainLoop loop = plain_loop(model);
    Contest contest(3, 0.7e-3, 20);
    contest.add("plain loop", [&] { loop.inverse(s.q.data(), s.v.data(), s.a.data(), tau.data()); });
    report.print(contest.run(), 448 * n);
  }
  std::vector<char> bytes(static_cast<std::size_t>(model.nbody()) * 240);  // X, V, A, F of every body
  Contest contest(3, 0.7e-3, 20);
  contest.add("memset", [&] { std::memset(bytes.data(), 1, bytes.size()); });
  report.print(contest.run(), 240 * n);
  return tau;
}

/// An estimate from smaller trees, with a margin: bytes per body that a scan needs in addition to the model.
double needed(const Variant& variant) { return variant.tree == TreeScan::heavy ? 750 : 1100; }

}  // namespace

double report_frugally(const Shape& shape, Index n, Results& results, std::string& missed) {
  const auto count = static_cast<double>(n);
  // in bytes per body: the construction of a model takes 1250, that of the default 1500 including the model; more if
  // bodies have to be renumbered and axes are random
  const double most = std::string(shape.name) == "random" ? 2300 : 1800;
  if (available_bytes() < most * count) {
    std::printf("\n%s of %ld: skipped, not enough memory\n", shape.name, static_cast<long>(n));
    return std::numeric_limits<double>::quiet_NaN();
  }
  Report report(shape, n, results);
  double best = std::numeric_limits<double>::quiet_NaN();
  give_back();
  begin_peak();
  const double before = used_bytes(n);
  const Model model = shape.model(n);
  const double of_model = used_bytes(n) - before, peak_model = peak_bytes();
  LargeState s(model);
  std::printf("\n%s of %ld\n", shape.name, static_cast<long>(n));
  std::vector<double> loop_tau = report_loop(model, s, report);
  give_back();
  {
    begin_peak();
    const double start = used_bytes(n);
    Dynamics dynamics(model);
    Contest contest(5, 0.7e-3, 60);
    for (const Variant& variant : {variants[0], variants[1], variants[2]})
      for (const int threads : {1, 2})
        contest.add(concat(variant.name, ", ", threads),
                    [&, threads] { dynamics.inverse(s.q, s.v, s.a, s.tau, variant.options(threads)); });
    const auto times = contest.run();
    const double held = used_bytes(n) - start, peak = peak_bytes();
    dynamics.inverse(s.q, s.v, s.a, s.tau);
    const double difference = largest_difference(s.tau, loop_tau);
    std::printf(
        "  %s\n  model %.0f bytes per body; peak memory: %.1f GiB while it was built, %.1f GiB in Dynamics, including "
        "model and state; the default differs from the loop by %.1e of the largest torque\n",
        dynamics.explain().c_str(), of_model / count, peak_model / giga, peak / giga, difference);
    if (std::max(peak_model, peak) > 24 * giga) missed += concat("  ", shape.name, " of ", n, ": more than 24 GiB\n");
    missed += slower_than_recursive(shape.name, n, times, "recursive, 2");
    report.note("model_bytes_per_body", of_model / count);
    report.note("peak_gib_of_model", peak_model / giga);
    report.note("peak_gib", peak / giga);
    report.note("difference", difference);
    report.print(times, held);
    for (const Timing& timing : times)
      if (timing.name == "automatic, 2") best = timing.ns / count;
  }
  loop_tau = {};
  for (const Variant& variant : variants) {
    if (&variant - variants < 3) continue;
    give_back();
    if (available_bytes() < needed(variant) * count) {
      std::printf("  %-20s skipped, not enough memory\n", variant.name);
      continue;
    }
    const double start = used_bytes(n);
    InverseByScan scan(model.mechanism(), variant.method, variant.tree);
    Contest contest(3, 0.7e-3, 20);
    std::optional<Workers> workers[] = {std::nullopt, Workers(1), Workers(2)};
    for (const int threads : {1, 2})
      contest.add(concat(variant.name, ", ", threads),
                  [&, threads] { scan.run(*workers[threads], {s.q, s.v, s.a, {}}, s.tau); });
    const auto times = contest.run();
    report.print(times, used_bytes(n) - start);
  }
  report.finish();
  return best;
}

}  // namespace tfbench
