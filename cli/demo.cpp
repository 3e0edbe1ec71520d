// treefix demo: runs the dynamics on built-in robots.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <treefix/treefix.hpp>

namespace treefix::cli {

namespace {

constexpr const char* robots[] = {"puma560",
                                  "arm",
                                  "quadruped",
                                  "humanoid",
                                  "snake:n=20",
                                  "chain:n=100",
                                  "star:n=1000",
                                  "auto_tree:n=1000,bf=2,skew=0.3",
                                  "random_tree:n=1000,joints=RPHSLF,root=F",
                                  "auto_tree:n=100000,bf=2,skew=0.3",
                                  "chain:n=100000"};

struct RoundTrip {
  std::string robot;
  Index bodies, dofs;
  double tau, a;                // the largest |tau| and |a|
  double round_trip, residual;  // see legend
  double inverse_time, forward_time;  // µs
};

/// The largest |x|, or NaN if any number is NaN, which std::max would hide.
double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double value : x) {
    if (std::isnan(value)) return value;
    most = std::max(most, std::abs(value));
  }
  return most;
}

/// The time of the fastest of several runs, in microseconds.
template <class Run>
double best_time(Run run) {
  using Clock = std::chrono::steady_clock;
  constexpr int most_runs = 50;
  constexpr std::chrono::milliseconds enough(50);
  auto best = Clock::duration::max();
  const auto start = Clock::now();
  for (int i = 0; i < most_runs && (i < 3 || Clock::now() - start < enough); ++i) {
    const auto begin = Clock::now();
    run();
    best = std::min(best, Clock::now() - begin);
  }
  return std::chrono::duration<double, std::micro>(best).count();
}

/// a -> tau = ID(a) -> FD(tau), which should equal a.
RoundTrip round_trip(const char* robot) {
  const Model model = zoo::make(robot);
  Dynamics dynamics(model);
  const std::vector<double> q = random_configuration(model, 1), v = random_velocity(model, 2),
                            a = random_velocity(model, 3);
  std::vector<double> tau(a.size()), a_again(a.size()), error(a.size());
  const double inverse_time = best_time([&] { dynamics.inverse(q, v, a, tau); });
  const double forward_time = best_time([&] { dynamics.forward(q, v, tau, a_again); });
  const ForwardInfo info = dynamics.forward(q, v, tau, a_again, {.residual = true});
  std::transform(a.begin(), a.end(), a_again.begin(), error.begin(), std::minus<>());
  return {.robot = robot,
          .bodies = model.nbody(),
          .dofs = model.nv(),
          .tau = largest(tau),
          .a = largest(a_again),
          .round_trip = largest(error) / largest(a),
          .residual = info.residual,
          .inverse_time = inverse_time,
          .forward_time = forward_time};
}

Json json_of(const RoundTrip& result) {
  return {{"robot", result.robot},
          {"bodies", result.bodies},
          {"dofs", result.dofs},
          {"max_tau", result.tau},
          {"max_a", result.a},
          {"round_trip", result.round_trip},
          {"residual", result.residual},
          {"inverse_us", result.inverse_time},
          {"forward_us", result.forward_time}};
}

std::vector<std::string> row_of(const RoundTrip& result) {
  return {result.robot,
          fmt::format("{}", result.bodies),
          fmt::format("{}", result.dofs),
          fmt::format("{:.4g}", result.tau),
          fmt::format("{:.4g}", result.a),
          fmt::format("{:.1e}", result.round_trip),
          fmt::format("{:.1e}", result.residual),
          fmt::format("{:.1f}", result.inverse_time),
          fmt::format("{:.1f}", result.forward_time)};
}

constexpr const char* legend = R"(
ID: inverse dynamics, tau (N m, N) for a random state and a. FD: forward dynamics, a (rad/s^2, m/s^2) for that tau.
round trip: max |FD(ID(a)) - a| / max |a|. residual: |ID(FD(tau)) - tau| relative to the forces that cancel at a joint.
Deep trees are ill-conditioned: their round trip error is large although the residual shows a good solution.
us: microseconds, the best of several runs on one thread.
)";

}  // namespace

ExitCode print_demo(const Options& options) {
  std::vector<std::vector<std::string>> rows{
      {"robot", "bodies", "dofs", "ID max|tau|", "FD max|a|", "round trip", "residual", "ID us", "FD us"}};
  Json list = Json::array();
  for (const char* robot : robots) {
    const RoundTrip result = round_trip(robot);
    rows.push_back(row_of(result));
    list.push_back(json_of(result));
  }
  if (options.json)
    write_json({{"command", "demo"}, {"robots", list}});
  else
    write(table(rows, "<>>>>>>>>") + legend);
  return success;
}

}  // namespace treefix::cli
