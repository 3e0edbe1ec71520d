// One large tree: inverse dynamics by every method, beside a plain loop and beside memset of the bytes that the loop keeps; and the
// mass matrix.
//   trees [FILE [LARGEST [SHAPE]...]]     also writes the results to FILE; n up to LARGEST, 1000000 unless given
//                                         SHAPE: of inverse dynamics, or "mass" for the mass matrix; all unless given
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/plain/plain_loop.hpp"
#include "bench/results.hpp"
#include "bench/timer.hpp"
#include "bench/trees/mass.hpp"

namespace {

using namespace tfbench;
using treefix::concat;
using treefix::Dynamics;
using treefix::Index;
using treefix::InverseMethod;
using treefix::Model;
using treefix::TreeWay;

struct Shape {
  const char* name;
  const char* robot;  // of zoo::make, without n
};
constexpr Shape shapes[] = {{"chain", "chain:n="},
                            {"bf 1.5", "auto_tree:bf=1.5,skew=0.1,n="},
                            {"bf 2", "auto_tree:bf=2,skew=0.1,n="},
                            {"star", "star:n="},
                            {"random", "random_tree:joints=R,seed=1,n="}};

struct Variant {
  const char* name;
  InverseMethod method;
  TreeWay tree = TreeWay::heavy;
};
constexpr Variant variants[] = {{"automatic", InverseMethod::automatic},
                                {"recursive", InverseMethod::recursive},
                                {"pieces", InverseMethod::pieces},
                                {"pair_scan heavy", InverseMethod::pair_scan},
                                {"two_scan heavy", InverseMethod::two_scan},
                                {"simulated heavy", InverseMethod::simulated},
                                {"pair_scan euler", InverseMethod::pair_scan, TreeWay::euler},
                                {"two_scan euler", InverseMethod::two_scan, TreeWay::euler},
                                {"simulated euler", InverseMethod::simulated, TreeWay::euler}};

PlainLoop plain_loop(const Model& model) {
  const auto& m = model.mechanism();
  std::vector<PlainLoop::Body> bodies;
  for (Index i = 0; i < m.nbody(); ++i)
    bodies.push_back({static_cast<long>(m.parent(i)), m.joint(i).X_tree, m.joint(i).S.w, m.inertia(i)});
  return {std::move(bodies), m.gravity};
}

/// Resident bytes of this process.
double resident() {
  long pages = 0, ignored = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &ignored, &pages) != 2) pages = 0;
    std::fclose(file);
  }
  return 4096.0 * static_cast<double>(pages);
}

/// How often as fast as the plain loop the default shall be, on two threads; 0: nothing is promised.
double target_of(const std::string& shape, Index n) {
  if (shape == "chain" && (n == 10'000 || n == 1'000'000)) return 6;
  if ((shape == "bf 2" || shape == "random") && n == 1'000'000) return 4;
  return 0;
}

std::string missed;

void report(const Shape& shape, Index n, Results& results) {
  const double before = resident();
  const Model model = treefix::zoo::make(concat(shape.robot, n));
  const double with_model = resident();
  Dynamics dynamics(model);
  const auto q = treefix::random_configuration(model, 1), v = treefix::random_velocity(model, 2),
             a = treefix::random_velocity(model, 3);
  std::vector<double> tau(q.size()), loop_tau(q.size());
  PlainLoop loop = plain_loop(model);
  std::vector<char> bytes(static_cast<std::size_t>(n) * 240);  // X, V, A, F of every body
  const double seconds = n >= 1'000'000 ? 3 : 0.7;
  const auto count = static_cast<double>(n);
  Contest contest(60, 0.7e-3, 14 * seconds);
  contest.add("plain loop", [&] { loop.inverse(q.data(), v.data(), a.data(), loop_tau.data()); });
  contest.add("memset", [&] { std::memset(bytes.data(), 1, bytes.size()); });
  for (const Variant& variant : variants)
    for (const int threads : {1, 2})
      contest.add(concat(variant.name, ", ", threads), [&, threads] {
        dynamics.inverse(q, v, a, tau, {}, {.method = variant.method, .tree = variant.tree, .threads = threads});
      });
  const auto times = contest.run();
  dynamics.inverse(q, v, a, tau);
  loop.inverse(q.data(), v.data(), a.data(), loop_tau.data());
  double largest = 0, error = 0;
  for (std::size_t k = 0; k < tau.size(); ++k)
    largest = std::max(largest, std::abs(loop_tau[k])), error = std::max(error, std::abs(tau[k] - loop_tau[k]));
  std::printf(
      "\n%s of %ld: %s\n  model %.0f bytes per body, Dynamics %.0f; the default differs from the loop by %.1e of the "
      "largest torque\n",
      shape.name, static_cast<long>(n), dynamics.explain().c_str(), (with_model - before) / count,
      (resident() - with_model) / count, error / largest);
  Json line{{"shape", shape.name}, {"n", n}, {"explain", dynamics.explain()}, {"difference", rounded(error / largest)}};
  for (const Timing& timing : times) {
    const double ratio = times[0].ns / timing.ns;
    std::printf("  %-20s %9.2f ns per body  %10.4f ms  %6.2f", timing.name.c_str(), timing.ns / count, timing.ns * 1e-6,
                ratio);
    if (timing.name == "automatic, 2" && target_of(shape.name, n) > 0) {
      const bool reached = ratio >= target_of(shape.name, n);
      std::printf("  %.0f %s", target_of(shape.name, n), reached ? "yes" : "NO");
      if (!reached) missed += concat("  ", shape.name, " of ", n, "\n");
    }
    std::printf("\n");
    line["ns_per_body"][timing.name] = rounded(timing.ns / count);
  }
  std::fflush(stdout);
  results.add("trees", line);
}

}  // namespace

int main(int count, char** arguments) {
  const Index largest = count > 2 ? std::strtol(arguments[2], nullptr, 10) : 1'000'000;
  const std::vector<std::string> wanted(arguments + std::min(count, 3), arguments + count);
  Results results(std::string(treefix::BatchDynamics(treefix::zoo::chain(1), {.threads = 1}).level()));
  results.note("unit", "ns per body, wall clock, best of N interleaved; the number after a name is how many threads");
  results.print_head();
  std::printf("ratio: the plain loop's time over that of the line\n");
  for (Index n = 100; n <= largest; n *= 10)
    for (const Shape& shape : shapes)
      if (wanted.empty() || std::find(wanted.begin(), wanted.end(), shape.name) != wanted.end())
        report(shape, n, results);
  if (wanted.empty() || std::find(wanted.begin(), wanted.end(), "mass") != wanted.end())
    missed += tfbench::report_mass(results);
  std::printf("\nTargets missed:%s\n%s", missed.empty() ? " none" : "", missed.c_str());
  return count < 2 || results.write(arguments[1]) ? 0 : 1;
}
