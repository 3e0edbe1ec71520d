#include "bench/forward/claims.hpp"

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/feasible.hpp"
#include "bench/timer.hpp"

namespace tfbench {

namespace {

using namespace treefix;

struct Candidate {
  const char* name;  // as the papers call it
  ForwardMethod method;
  int threads;
};
constexpr Candidate candidates[] = {{"parallel JSIIA", ForwardMethod::jsiia_columns, 2},
                                    {"serial JSIIA", ForwardMethod::jsiia_columns, 1},
                                    {"JSIIA by composite inertias", ForwardMethod::jsiia_crba, 2},
                                    {"hybrid ABIA", ForwardMethod::hybrid_aba, 2},
                                    {"serial ABIA", ForwardMethod::aba, 1},
                                    {"parallel CFA", ForwardMethod::cfa, 2},
                                    {"scan_aba", ForwardMethod::scan_aba, 2},
                                    {"automatic", ForwardMethod::automatic, 2}};

/// Serial robots with random axes, offsets and inertias.                    [Yang 2018, §V; Yang 2016, §V]
Model serial_robot(Index n) { return zoo::random_tree({.n = n, .seed = 1, .joints = "R", .branching = 1}); }

Json times_of(Contest& contest, double states) {
  Json us;
  for (const Timing& timing : contest.run()) {
    std::printf("  %s %.3g", timing.name.c_str(), 1e-3 * timing.ns / states);
    us[timing.name] = rounded(1e-3 * timing.ns / states);
  }
  std::printf("\n");
  std::fflush(stdout);
  return us;
}

/// One state of robots with an increasing number of links.                  [Yang 2018, fig. 2; Yang 2016, fig. 1b]
void report_links(Results& results) {
  std::printf("\none state of a chain of n links, us\n");
  for (const Index n : {10, 20, 50, 100, 200, 500, 1000, 10'000}) {
    const Model model = serial_robot(n);
    Dynamics dynamics(model);
    const auto q = random_configuration(model, 1), v = random_velocity(model, 2), tau = random_velocity(model, 3);
    std::vector<double> a(v.size());
    Contest contest(40, 0.7e-3, 5);
    for (const Candidate& candidate : candidates)
      if (is_feasible(candidate.method, model))
        contest.add(candidate.name, [&, candidate] {
          dynamics.forward(q, v, tau, a, {.method = candidate.method, .threads = candidate.threads});
        });
    std::printf("n %ld:", static_cast<long>(n));
    results.add("links", {{"n", n}, {"us", times_of(contest, 1)}});
  }
}

/// Groups of independent states of one robot, one after the other; batches take them together. [figs. 3a, 3b of both]
void report_groups(Results& results) {
  std::printf("\ngroups of states of a chain of n links, us per state\n");
  for (const Index n : {10, 200})
    for (const Index groups : {1, 10, 100, 1000}) {
      const Model model = serial_robot(n);
      Dynamics dynamics(model);
      const auto numbers = static_cast<std::size_t>(groups * n);
      std::vector<double> q, v, tau, a(numbers);
      for (Index g = 0; g < groups; ++g) {
        const auto seed = static_cast<std::uint64_t>(g);
        for (const double x : random_configuration(model, seed)) q.push_back(x);
        for (const double x : random_velocity(model, seed + 1000)) v.push_back(x);
        for (const double x : random_velocity(model, seed + 2000)) tau.push_back(x);
      }
      const auto row = [&](std::vector<double>& all, Index g) { return View<double>(all.data() + g * n, n); };
      Contest contest(20, 0.7e-3, 5);
      for (const Candidate& candidate : candidates)
        contest.add(candidate.name, [&, candidate] {
          for (Index g = 0; g < groups; ++g)
            dynamics.forward(row(q, g), row(v, g), row(tau, g), row(a, g),
                             {.method = candidate.method, .threads = candidate.threads});
        });
      BatchDynamics batch(model, {.threads = 2});
      using Rows = Batch<double>;
      using Given = Batch<const double>;
      contest.add("batch, ABIA", [&] {
        batch.forward<double>(Given::rows(q.data(), groups, n), Given::rows(v.data(), groups, n),
                              Given::rows(tau.data(), groups, n), Rows::rows(a.data(), groups, n));
      });
      contest.add("batch, JSIIA", [&] {
        batch.forward_by_mass_matrix<double>(Given::rows(q.data(), groups, n), Given::rows(v.data(), groups, n),
                                             Given::rows(tau.data(), groups, n), Rows::rows(a.data(), groups, n));
      });
      std::printf("n %ld, groups %ld:", static_cast<long>(n), static_cast<long>(groups));
      results.add("groups", {{"n", n}, {"groups", groups}, {"us", times_of(contest, static_cast<double>(groups))}});
    }
}

}  // namespace

void report_claims(Results& results) {
  report_links(results);
  report_groups(results);
}

}  // namespace tfbench
