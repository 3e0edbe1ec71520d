// One large tree: inverse dynamics by every method, compared with a plain loop and with memset of the bytes that the
// loop keeps; the mass matrix; and the structures of trees.
//   trees [FILE [LARGEST [PART]...]]     also writes the results to FILE; n up to LARGEST, 10000000 unless given
//                                        PART: a shape, for inverse dynamics; "mass"; "structures"; all unless given
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/growth.hpp"
#include "bench/parts.hpp"
#include "bench/results.hpp"
#include "bench/timer.hpp"
#include "bench/trees/frugal.hpp"
#include "bench/trees/mass.hpp"
#include "bench/trees/memory.hpp"
#include "bench/trees/plain.hpp"
#include "bench/trees/shapes.hpp"
#include "bench/trees/structures.hpp"

namespace {

using namespace tfbench;
using treefix::concat;
using treefix::Dynamics;
using treefix::Index;
using treefix::Model;

/// The target speed of the default on two threads, as a multiple of the plain loop; 0 for none.
double target_of(const std::string& shape, Index n) {
  if (shape == "chain" && (n == 10'000 || n == 1'000'000)) return 6;
  if ((shape == "bf 2" || shape == "random") && n == 1'000'000) return 4;
  return 0;
}

std::string missed;

/// Judged from 10⁶ bodies on, whose data no cache holds.
Growth growth(1'000'000);

void report(const Shape& shape, Index n, Results& results) {
  const double before = used_bytes(n);
  const Model model = shape.model(n);
  const double of_model = used_bytes(n) - before;
  Dynamics dynamics(model);
  const double of_dynamics = used_bytes(n) - before - of_model;
  const auto q = treefix::random_configuration(model, 1), v = treefix::random_velocity(model, 2),
             a = treefix::random_velocity(model, 3);
  std::vector<double> tau(q.size()), loop_tau(q.size());
  PlainLoop loop = plain_loop(model);
  std::vector<char> bytes(static_cast<std::size_t>(n) * 240);  // X, V, A, F of every body
  const double seconds = n >= 1'000'000 ? 3 : 0.7;
  const auto count = static_cast<double>(n);
  // memory of each line, in addition to the model and the state
  std::map<std::string, double> bytes_of{{"plain loop", 448 * count}, {"memset", 240 * count}};
  for (const Variant& variant : variants) {
    const double start = used_bytes(n);
    dynamics.inverse(q, v, a, tau, variant.options(1));
    const double scan = used_bytes(n) - start;
    for (const int threads : {1, 2})
      bytes_of[concat(variant.name, ", ", threads)] = (&variant - variants < 3 ? of_dynamics : 0) + scan;
  }
  Contest contest(60, 0.7e-3, 14 * seconds);
  contest.add("plain loop", [&] { loop.inverse(q.data(), v.data(), a.data(), loop_tau.data()); });
  contest.add("memset", [&] { std::memset(bytes.data(), 1, bytes.size()); });
  for (const Variant& variant : variants)
    for (const int threads : {1, 2})
      contest.add(concat(variant.name, ", ", threads),
                  [&, threads] { dynamics.inverse(q, v, a, tau, variant.options(threads)); });
  const auto times = contest.run();
  missed += slower_than_recursive(shape.name, n, times, "recursive, 2");
  dynamics.inverse(q, v, a, tau);
  loop.inverse(q.data(), v.data(), a.data(), loop_tau.data());
  const double difference = largest_difference(tau, loop_tau);
  std::printf(
      "\n%s of %ld: %s\n  model %.0f bytes per body; the default differs from the loop by %.1e of the largest torque\n",
      shape.name, static_cast<long>(n), dynamics.explain().c_str(), of_model / count, difference);
  Json line{{"shape", shape.name},
            {"n", n},
            {"explain", dynamics.explain()},
            {"difference", rounded(difference)},
            {"target", target_of(shape.name, n)}};
  for (const Timing& timing : times) {
    const double ratio = times[0].ns / timing.ns;
    const double bytes_per_body = bytes_of[timing.name] / count;
    std::printf("  %-20s %9.2f ns per body  %10.4f ms  %6.0f bytes per body  %6.2f", timing.name.c_str(),
                timing.ns / count, timing.ns * 1e-6, bytes_per_body, ratio);
    if (timing.name == "automatic, 2") growth.add(shape.name, n, timing.ns / count);
    if (timing.name == "automatic, 2" && target_of(shape.name, n) > 0) {
      const bool reached = ratio >= target_of(shape.name, n);
      std::printf("  %.0f %s", target_of(shape.name, n), reached ? "yes" : "NO");
      if (!reached) missed += concat("  ", shape.name, " of ", n, "\n");
    }
    std::printf("\n");
    line["ns_per_body"][timing.name] = rounded(timing.ns / count);
    line["bytes_per_body"][timing.name] = rounded(bytes_per_body);
  }
  std::fflush(stdout);
  results.add("trees", line);
}

}  // namespace

int main(int count, char** arguments) {
  const Parts parts(count, arguments);
  Results results(std::string(treefix::BatchDynamics(treefix::zoo::chain(1), {.threads = 1}).level()));
  results.note("unit",
               "ns per body, wall clock, best of N interleaved; the number after a name is the number of threads");
  results.print_head();
  std::printf("ratio: the plain loop's time over that of the line\n");
  for (Index n = 100; n <= parts.largest(); n *= 10)
    for (const Shape& shape : shapes)
      if (parts.has(shape.name)) {
        if (n < frugal_from)
          report(shape, n, results);
        else
          growth.add(shape.name, n, report_frugally(shape, n, results, missed));
      }
  if (parts.has("mass")) missed += report_mass(results);
  if (parts.has("structures")) report_structures(parts.largest(), results);
  missed += growth.report();
  return parts.finish(missed, results);
}
