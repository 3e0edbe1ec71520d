// Many states, one core: BatchDynamics compared with Pinocchio in a loop, on the same robots and states.
//   peers [FILE [ROBOT]...]     also writes the results to FILE, unless robots are named
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <treefix/treefix.hpp>

#include "bench/describe.hpp"
#include "bench/peers/pinocchio_peer.hpp"
#include "bench/results.hpp"
#include "bench/robots.hpp"
#include "bench/states.hpp"
#include "bench/timer.hpp"

namespace {

using namespace tfbench;
using tfbench::Work;
using treefix::BatchDynamics;
using treefix::Dynamics;
using Convention = PinocchioPeer::Convention;

constexpr Index batch_sizes[] = {1, 16, 256, 4096, 65536};
constexpr Index judged = 4096;  // the batch size of most targets
constexpr double longest = 2e9;  // longest time of a call in ns; large batches of slower works have fewer states
constexpr double agreement = 1e-7;  // larger differences are errors, not rounding

/// The target speed as a multiple of Pinocchio's; 0 for none.
double target_of(const Robot& robot, Work work, Index states) {
  const bool sweeps = work == Work::rnea || work == Work::aba;
  if (states == 1) return sweeps && !robot.free && robot.model.nv() <= 30 ? 2 : 0;
  if (states != judged) return 0;
  if (robot.free) return sweeps ? 10 : 0;
  switch (work) {
    case Work::rnea: return 16;
    case Work::aba: return 14;
    case Work::crba:
    case Work::packed_crba: return 8;
    case Work::forward_by_mass_matrix:
    case Work::mass_matrix_solve: return 6;
  }
  return 0;
}

/// The largest difference, relative to the largest value of its state. Pinocchio writes one triangle of H.
double difference(Work work, Index nv, const Numbers<double>& x, const Numbers<double>& y, Index states) {
  const Index size = result_size(work, nv);
  double worst = 0;
  for (Index b = 0; b < states; ++b) {
    double largest = 0, error = 0;
    for (Index k = 0; k < size; ++k) {
      if (work == Work::crba && k % nv > k / nv) continue;
      const double expected = y.data()[b * size + k];
      largest = std::max(largest, std::abs(expected));
      error = std::max(error, std::abs(x.data()[b * size + k] - expected));
    }
    worst = std::max(worst, error / largest);
  }
  return worst;
}

/// The three engines on one robot, and their results compared.
class Comparison {
 public:
  explicit Comparison(const Robot& robot)
      : robot_(robot), batch_(robot.model, {.threads = 1, .checked = false}), one_(robot.model),
        peer_(describe(robot.model)) {}

  std::string level() const { return std::string(batch_.level()); }

  /// The largest difference between rows and Pinocchio; infinite if interleaved groups and rows differ.
  double check(Work work) {
    const Index count = 61, nv = robot_.model.nv(), lanes = batch_.lanes<double>(), size = result_size(work, nv);
    const auto rows = random_states<double>(robot_.model, count);
    const auto groups = rows.interleave(lanes);
    const Numbers<double> ours(count, size), native(count, size), theirs(count, size);
    run_rows(batch_, work, rows, ours);
    run_interleaved(batch_, work, groups, native);
    double worst = 0;
    for (const Convention convention : {Convention::local, Convention::world}) {
      run_peer(work, convention, rows, theirs);
      worst = std::max(worst, difference(work, nv, ours, theirs, count));
    }
    bool same = true;
    for (Index b = 0; b < count; ++b)
      for (Index k = 0; k < size; ++k)
        same = same && native.data()[native.place(lanes, b, k)] == ours.data()[b * size + k];
    return same ? worst : INFINITY;
  }

  /// The faster one of Pinocchio's conventions.
  Convention better(Work work) {
    if (work == Work::rnea) return Convention::local;  // there is only one
    const auto states = random_states<double>(robot_.model, 64);
    const Numbers<double> y(64, result_size(work, robot_.model.nv()));
    Contest contest(20, 0.7e-3, 1, Clock::processor);
    contest.add("local", [&] { run_peer(work, Convention::local, states, y); });
    contest.add("world", [&] { run_peer(work, Convention::world, states, y); });
    const auto times = contest.run();
    return times[0].ns < times[1].ns ? Convention::local : Convention::world;
  }

  /// ns per state of rows, interleaved groups, Pinocchio and, for a single state, Dynamics.
  std::vector<double> time(Work work, Convention convention, Index count) {
    const auto rows = random_states<double>(robot_.model, count);
    const auto groups = rows.interleave(batch_.lanes<double>());
    const Numbers<double> y(count, result_size(work, robot_.model.nv()));
    Contest contest(count == judged || count == 1 ? 60 : 20, 0.7e-3, count == judged ? 1.5 : 0.6, Clock::processor);
    contest.add("rows", [&] { run_rows(batch_, work, rows, y); });
    contest.add("native", [&] { run_interleaved(batch_, work, groups, y); });
    contest.add("Pinocchio", [&] { run_peer(work, convention, rows, y); });
    if (count == 1 && (work == Work::rnea || work == Work::aba || work == Work::crba))
      contest.add("Dynamics", [&] { run_one(work, rows, y); });
    std::vector<double> ns;
    for (const Timing& timing : contest.run()) ns.push_back(timing.ns / static_cast<double>(count));
    return ns;
  }

 private:
  void run_peer(Work work, Convention convention, const States<double>& s, const Numbers<double>& y) {
    peer_.run(work, convention, s.count, s.q.data(), s.v.data(), s.x.data(), y.data());
  }
  void run_one(Work work, const States<double>& s, const Numbers<double>& y) {
    const treefix::View<const double> q{s.q.data(), s.q.size()}, v{s.v.data(), s.v.size()}, x{s.x.data(), s.x.size()};
    const treefix::View<double> result{y.data(), y.size()};
    if (work == Work::rnea) one_.inverse(q, v, x, result);
    if (work == Work::aba) one_.forward(q, v, x, result);
    if (work == Work::crba) one_.mass_matrix(q, result);
  }

  const Robot& robot_;
  BatchDynamics batch_;
  Dynamics one_;
  PinocchioPeer peer_;
};

/// One work of one robot: the best time of each engine at each size of the batch.
struct Line {
  struct Row {
    Index wanted, states;
    std::vector<double> ns;  // in the order of Comparison::time
  };
  const Robot& robot;
  Work work;
  double error;  // the largest difference
  Convention convention = Convention::local;
  std::vector<Row> rows{};

  bool agrees() const { return error < agreement; }
};

Line first_pass(const Robot& robot, Work work, Comparison& comparison) {
  Line line{robot, work, comparison.check(work)};
  if (!line.agrees()) return line;  // times of wrong results are useless
  line.convention = comparison.better(work);
  double slowest = 1;
  for (const Index wanted : batch_sizes) {
    const Index states = std::min(limited(work, robot.model, wanted), static_cast<Index>(longest / slowest));
    line.rows.push_back({wanted, states, comparison.time(work, line.convention, states)});
    slowest = *std::max_element(line.rows.back().ns.begin(), line.rows.back().ns.begin() + 3);
  }
  return line;
}

void next_pass(Line& line, Comparison& comparison) {
  for (Line::Row& row : line.rows) {
    const auto ns = comparison.time(line.work, line.convention, row.states);
    for (std::size_t k = 0; k < ns.size(); ++k) row.ns[k] = std::min(row.ns[k], ns[k]);
  }
}

/// Five rows of the table, one for each size of the batch; one line in the file. Appends the targets that are missed.
void report(const Line& line, Results& results, std::string& missed) {
  const auto& [robot, work, error, convention, rows] = line;
  if (!line.agrees()) {
    std::printf("%-12s %-10s WRONG: %s\n", name_of(work), robot.name.c_str(),
                std::isinf(error) ? "layouts differ" : "differs from Pinocchio");
    return;
  }
  Json json{{"work", name_of(work)}, {"robot", robot.name}, {"nv", robot.model.nv()}};
  for (const char* key : {"states", "rows", "native", "pinocchio", "ratio"}) json[key] = Json::array();
  for (const auto& [wanted, states, ns] : rows) {
    const double ratio = ns[2] / ns[0], target = target_of(robot, work, wanted);
    const double judged_ratio = ns.size() > 3 ? ns[2] / ns[3] : ratio;  // for one state the target is about Dynamics
    std::printf("%-12s %-10s %6ld %9.1f %9.1f %9.1f %7.1f %7.1f", name_of(work), robot.name.c_str(),
                static_cast<long>(states), ns[0], ns[1], ns[2], ratio, ns[2] / ns[1]);
    if (target > 0) std::printf("  %4.0f %s", target, judged_ratio >= target ? "yes" : "NO");
    if (states < wanted)
      std::printf("  of %ld: %s", static_cast<long>(wanted),
                  limited(work, robot.model, wanted) < wanted ? "H would take over 256 MB" : "too slow");
    if (ns.size() > 3) std::printf("%s  Dynamics %.0f, %.1f", target > 0 ? "" : "         ", ns[3], ns[2] / ns[3]);
    std::printf("\n");
    if (target > 0 && judged_ratio < target)
      missed += "  " + std::string(name_of(work)) + ", " + robot.name + ", " + std::to_string(wanted) + "\n";
    json["states"].push_back(states);
    json["rows"].push_back(rounded(ns[0]));
    json["native"].push_back(rounded(ns[1]));
    json["pinocchio"].push_back(rounded(ns[2]));
    json["ratio"].push_back(rounded(ratio));
    if (ns.size() > 3) json["dynamics"] = rounded(ns[3]);
    if (wanted == judged && target > 0) json["target"] = target;
  }
  json["convention"] = convention == Convention::local ? "local" : "world";
  json["difference"] = rounded(error);
  results.add("ns_per_state", json);
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> names(arguments + std::min(count, 2), arguments + count);
  const std::vector<Robot> list = robots(names);
  Results results(std::string(BatchDynamics(list[0].model, {.threads = 1}).level()));
  results.note("peer", PinocchioPeer::build_info());
  results.note("unit",
               "ns per state, one core each, processor time, best of N interleaved, in three passes; ratio is "
               "pinocchio over rows");
  results.print_head();
  std::printf(
      "rows: arrays of C and NumPy. native: interleaved lanes. Both without checks. ratio: Pinocchio over rows, over\n"
      "native. FD by H: forward_by_mass_matrix against crba, nonLinearEffects, cholesky::decompose and solve. solve "
      "H:\n"
      "mass_matrix_solve (by articulated bodies) against crba, decompose and solve. CRBA: treefix writes both\n"
      "triangles, Pinocchio one and zeros; packed: one each. Dynamics: its checked call, which the target for one "
      "state is about.\n\n");
  std::printf("%-12s %-10s %6s %9s %9s %9s %7s %7s  %s\n", "work", "robot", "states", "rows", "native", "Pinocchio",
              "ratio", "ratio", "target");
  std::vector<Line> lines;
  for (int pass = 0; pass < passes_over_all; ++pass) {
    auto line = lines.begin();
    for (const Robot& robot : list) {
      std::fprintf(stderr, "pass %d of %d: %s\n", pass + 1, passes_over_all, robot.name.c_str());
      Comparison comparison(robot);
      for (const Work work : all_works)
        pass == 0 ? lines.push_back(first_pass(robot, work, comparison)) : next_pass(*line++, comparison);
    }
  }
  std::string missed;
  for (const Line& line : lines) report(line, results, missed);
  std::printf("\nTargets missed:%s\n%s", missed.empty() ? " none" : "", missed.c_str());
  const bool all_agree = std::all_of(lines.begin(), lines.end(), [](const Line& line) { return line.agrees(); });
  if (!all_agree) return 1;  // times of wrong results are useless
  return count != 2 || results.write(arguments[1]) ? 0 : 1;
}
