// BatchDynamics alone: its speed, how close it is to the peak of the CPU, and the cost of each option.
//   batch [FILE [ROBOT]...]     also writes the results to FILE, unless robots are named
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <tests/support/counted.hpp>
#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/crba.hpp>
#include <treefix/kernels/group_memory.hpp>
#include <treefix/primitives/ltdl.hpp>
#include <treefix/simd/level.hpp>
#include <treefix/treefix.hpp>

#include "bench/passes/passes.hpp"
#include "bench/results.hpp"
#include "bench/robots.hpp"
#include "bench/rooms.hpp"
#include "bench/states.hpp"
#include "bench/timer.hpp"

namespace {

using namespace tfbench;
using tfbench::Work;
using treefix::BatchDynamics;
using treefix::Counts;

constexpr Index many = 4096, very_many = 65536;

// --- operations ------------------------------------------------------------------------------------------

/// The operations of a quantity for one state: runs the sweeps of the engine with numbers that count operations.
Counts count(const treefix::Model& model, Work work) {
  using namespace treefix;
  const Prepared<double> m = prepare(model.mechanism());
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2);
  const std::vector<Counted> q_counted(q.begin(), q.end()), v_counted(v.begin(), v.end());
  std::vector<Counted> a = v_counted, tau = v_counted, H(static_cast<std::size_t>(m.nv * m.nv));
  Arena need;
  make_group<Counted>(m, need);
  make_crba_group<Counted>(m, need);
  std::vector<std::byte> memory(need.used());
  Arena arena(memory.data());
  LaneGroup<Counted> g = make_group<Counted>(m, arena);
  CrbaGroup<Counted> c = make_crba_group<Counted>(m, arena);
  c.H = H.data();
  g.q = q_counted.data();
  g.v = v_counted.data();
  g.a = a.data();
  g.tau = tau.data();

  Counted::counts = {};
  joint_sweep(m, g);
  switch (work) {
    case Work::rnea:
      rnea_out<true>(m, m.gravity, g);
      rnea_in<true>(m, g);
      break;
    case Work::aba:
    case Work::mass_matrix_solve:  // the engine computes it as forward dynamics at rest
      rnea_out<false>(m, m.gravity, g);
      if (m.has_armature) {
        aba_in<true>(m, g);
        aba_out<true>(m, g);
      } else {
        aba_in<false>(m, g);
        aba_out<false>(m, g);
      }
      break;
    case Work::crba:
    case Work::packed_crba: crba(m, g, c); break;
    case Work::forward_by_mass_matrix:
      rnea_out<false>(m, m.gravity, g);
      rnea_in<false>(m, g);
      for (Index k = 0; k < m.nv; ++k) a[static_cast<std::size_t>(k)] -= tau[static_cast<std::size_t>(k)];
      crba(m, g, c);
      factor_ltdl(m.nv, m.paths, c.H);
      solve_ltdl(m.nv, m.paths, c.H, a.data());
      break;
  }
  return Counted::counts;
}

// --- times -----------------------------------------------------------------------------------------------

/// Times of one quantity of one robot with several options, each compared with the plain call, in ns per state.
struct Times {
  double rows, native, checked, in_float;
  double one, two, one_of_more, two_of_more;  // threads, wall clock; also for a larger batch

  static constexpr double Times::* all[] = {&Times::rows, &Times::native, &Times::checked,     &Times::in_float,
                                            &Times::one,  &Times::two,    &Times::one_of_more, &Times::two_of_more};
};
Times best(Times a, const Times& b) {
  for (double Times::* time : Times::all) a.*time = std::min(a.*time, b.*time);
  return a;
}

Times time(const treefix::Model& model, Work work) {
  BatchDynamics one(model, {.threads = 1, .checked = false}), two(model, {.threads = 2, .checked = false});
  BatchDynamics checked(model, {.threads = 1});
  const Index states = limited(work, model, many), more = limited(work, model, very_many);
  const Index size = result_size(work, model.nv());
  const auto rows = random_states<double>(model, states), most = random_states<double>(model, more);
  const auto groups = rows.interleave(one.lanes<double>());
  const auto floats = random_states<float>(model, states);
  const Numbers<double> y(more, size), y_few(states, size);
  const Numbers<float> y_float(states, size);

  Contest contest(40, 0.7e-3, 1.0, Clock::processor);
  contest.add("rows", [&] { run_rows(one, work, rows, y_few); });
  contest.add("native", [&] { run_interleaved(one, work, groups, y_few); });
  contest.add("checked", [&] { run_rows(checked, work, rows, y_few); });
  contest.add("float", [&] { run_rows(one, work, floats, y_float); });
  const auto paths = contest.run();
  const auto by_threads = [&](const States<double>& s, const Numbers<double>& result) {
    Contest threads(40, 0.7e-3, 0.5);
    threads.add("one", [&] { run_rows(one, work, s, result); });
    threads.add("two", [&] { run_rows(two, work, s, result); });
    return threads.run();
  };
  const auto few = by_threads(rows, y_few), larger = by_threads(most, y);
  const auto n = static_cast<double>(states), l = static_cast<double>(more);
  return {paths[0].ns / n, paths[1].ns / n, paths[2].ns / n,  paths[3].ns / n,
          few[0].ns / n,   few[1].ns / n,   larger[0].ns / l, larger[1].ns / l};
}

/// All quantities, each for all robots.
std::vector<Times> time_all(const std::vector<Robot>& list) {
  std::vector<Times> all;
  for (int pass = 0; pass < passes_over_all; ++pass) {
    std::fprintf(stderr, "pass %d of %d\n", pass + 1, passes_over_all);
    std::vector<Times> now;
    for (const Work work : all_works)
      for (const Robot& robot : list) now.push_back(time(robot.model, work));
    if (pass == 0) all = now;
    std::transform(all.begin(), all.end(), now.begin(), all.begin(), best);
  }
  return all;
}

void report_works(const std::vector<Robot>& list, double peak, Results& results) {
  std::printf("%-12s %-10s %8s %8s %6s %7s %6s | %7s %7s %7s %7s %7s\n", "work", "robot", "ns/state", "flops", "sincos",
              "GFLOP/s", "peak %", "rows", "checked", "float", "2 thr.", "2 thr.");
  std::printf("%-12s %-10s %8s %8s %6s %7s %6s | %7s %7s %7s %7s %7s\n", "", "", "rows", "", "", "", "", "/native",
              "/not", "faster", "4096", "65536");
  const std::vector<Times> times = time_all(list);
  auto now = times.begin();
  for (const Work work : all_works)
    for (const Robot& robot : list) {
      const Counts counts = count(robot.model, work);
      const Times& t = *now++;
      const double rate = static_cast<double>(counts.flops()) / t.rows;
      std::printf("%-12s %-10s %8.1f %8ld %6ld %7.1f %6.0f | %7.2f %7.2f %7.2f %7.2f %7.2f\n", name_of(work),
                  robot.name.c_str(), t.rows, counts.flops(), counts.sine_cosine, rate, 100 * rate / peak,
                  t.rows / t.native, t.checked / t.rows, t.rows / t.in_float, t.one / t.two,
                  t.one_of_more / t.two_of_more);
      results.add("works", {{"work", name_of(work)},
                            {"robot", robot.name},
                            {"states", limited(work, robot.model, many)},
                            {"ns", rounded(t.rows)},
                            {"flops", counts.flops()},
                            {"divisions", counts.divide},
                            {"sine_cosines", counts.sine_cosine},
                            {"share_of_peak", rounded(rate / peak)},
                            {"rows_over_native", rounded(t.rows / t.native)},
                            {"checked_over_unchecked", rounded(t.checked / t.rows)},
                            {"float_speedup", rounded(t.rows / t.in_float)},
                            {"two_threads_speedup", rounded(t.one / t.two)},
                            {"two_threads_speedup_65536", rounded(t.one_of_more / t.two_of_more)}});
    }
}

void report_passes(const std::vector<Robot>& list, double ghz, Results& results) {
  std::printf("\ncycles per joint and group of %d states, compiled for x86-64-v3; ABA out 1 is RNEA out with a = 0\n",
              pass_lanes);
  bool first = true;
  for (const Robot& robot : list) {
    const auto m = prepare(robot.model.mechanism());
    const auto q = random_configuration(robot.model, 1), v = random_velocity(robot.model, 2),
               a = random_velocity(robot.model, 3);
    const auto passes = time_passes(m, q.data(), v.data(), a.data());
    if (first) {
      std::printf("%-10s", "robot");
      for (const Pass& pass : passes) std::printf(" %10s", pass.name.c_str());
      std::printf("\n");
      first = false;
    }
    Json line{{"robot", robot.name}, {"joints", m.nbody()}};
    std::printf("%-10s", robot.name.c_str());
    for (const Pass& pass : passes) {
      const double cycles = pass.ns * ghz / static_cast<double>(m.nbody());
      std::printf(" %10.1f", cycles);
      line[pass.name] = rounded(cycles);
    }
    std::printf("\n");
    results.add("cycles_per_joint", line);
  }
}

void report_levels(const std::vector<Robot>& list, Results& results) {
  std::printf("\nns per state by instruction level (TREEFIX_LEVEL), rows, %ld states\n", static_cast<long>(many));
  for (const Work work : {Work::rnea, Work::aba, Work::crba})
    for (const Robot& robot : list) {
      if (robot.name != "chain 7" && robot.name != "chain 30" && robot.name != "humanoid") continue;
      const auto states = random_states<double>(robot.model, many);
      const Numbers<double> y(many, result_size(work, robot.model.nv()));
      std::vector<BatchDynamics> engines;
      for (const Level* level : all_levels()) {
        if (!level->is_supported()) continue;
        setenv("TREEFIX_LEVEL", std::string(level->name).c_str(), 1);
        engines.emplace_back(robot.model, treefix::BatchOptions{.threads = 1, .checked = false});
      }
      unsetenv("TREEFIX_LEVEL");
      Contest contest(30, 0.7e-3, 1.5, Clock::processor);
      for (BatchDynamics& engine : engines)
        contest.add(std::string(engine.level()), [&] { run_rows(engine, work, states, y); });
      Json line{{"work", name_of(work)}, {"robot", robot.name}};
      std::printf("%-12s %-10s", name_of(work), robot.name.c_str());
      for (const Timing& timing : contest.run()) {
        std::printf("  %s %.1f", timing.name.c_str(), timing.ns / static_cast<double>(many));
        line[timing.name] = rounded(timing.ns / static_cast<double>(many));
      }
      std::printf("\n");
      results.add("levels", line);
    }
}

}  // namespace

int main(int count, char** arguments) {
  if (!passes_supported()) {
    std::fprintf(stderr, "batch: this CPU does not support x86-64-v3\n");
    return 1;
  }
  const std::vector<std::string> names(arguments + std::min(count, 2), arguments + count);
  const std::vector<Robot> list = robots(names);
  const double peak = peak_gflops(), ghz = clock_ghz();
  Results results(std::string(BatchDynamics(list[0].model, {.threads = 1}).level()));
  results.note("peak_gflops", rounded(peak));
  results.note("clock_ghz", rounded(ghz));
  results.print_head();
  std::printf(
      "%ld states (fewer if mass matrices would take over 256 MB), double, one thread, no checks, except as stated\n\n",
      static_cast<long>(many));
  report_works(list, peak, results);
  report_passes(list, ghz, results);
  report_levels(list, results);
  return count != 2 || results.write(arguments[1]) ? 0 : 1;
}
