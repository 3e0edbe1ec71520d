#include "bench/trees/mass.hpp"
#include "bench/rooms.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/exec/threads.hpp>
#include <treefix/large_tree/mass/stages.hpp>
#include <treefix/papers/mass/mass_matrix.hpp>
#include <treefix/treefix.hpp>

#include "bench/timer.hpp"

namespace tfbench {

namespace {

using namespace treefix;

/// The longest time on two threads: in milliseconds, or as a multiple of memset; 0 for no limit.
struct Target {
  double ms = 0, memsets = 0;
};

/// One table: for one robot and one result, whose memory is touched before anything is timed.
class Table {
 public:
  Table(const std::string& title, double bytes) : title_(title), bytes_(bytes), contest_(30, 0.7e-3, 6) {}

  template <class F>
  void add(const std::string& name, F f) {
    contest_.add(name, f);
  }
  /// Prints times and their ratio to the first, memset; the target is for the last.
  void report(Results& results, std::string& missed, const Target& target = {}) {
    const auto times = contest_.run();
    std::printf("\n%s, %.1f MB\n", title_.c_str(), bytes_ * 1e-6);
    Json line{{"mass", title_}, {"bytes", bytes_}};
    for (const Timing& timing : times) {
      std::printf("  %-30s %10.3f ms  %7.2f memsets", timing.name.c_str(), timing.ns * 1e-6, timing.ns / times[0].ns);
      if (&timing == &times.back()) judge(timing.ns * 1e-6, timing.ns / times[0].ns, target, missed);
      std::printf("\n");
      line["ms"][timing.name] = rounded(timing.ns * 1e-6);
    }
    std::fflush(stdout);
    results.add("trees", line);
  }

 private:
  void judge(double ms, double memsets, const Target& target, std::string& missed) const {
    if (target.ms <= 0 && target.memsets <= 0) return;
    const bool reached = target.ms > 0 ? ms <= target.ms : memsets <= target.memsets;
    if (target.ms > 0)
      std::printf("  at most %g ms: %s", target.ms, reached ? "yes" : "NO");
    else
      std::printf("  at most %g: %s", target.memsets, reached ? "yes" : "NO");
    if (!reached) missed += concat("  ", title_, "\n");
  }

  std::string title_;
  double bytes_;
  Contest contest_;
};

void add_memset(Table& table, std::vector<double>& memory) {
  table.add("memset", [&memory] { std::memset(memory.data(), 1, memory.size() * sizeof(double)); });
}

/// Composite inertias of the mechanism, by a scan.
struct CompositesByScan {
  explicit CompositesByScan(const Model& model)
      : scan(model.mechanism()), fix(scan), workspace(model.nbody()), q(random_configuration(model, 1)) {}
  template <class Exec>
  void transforms(const Exec& exec) {
    joint_transforms<double>(exec, scan, q, workspace.X.view());
  }
  template <class Exec>
  void gather(const Exec& exec) {
    composite_inertias<double>(exec, scan, fix, workspace);
  }

  ScanModel<double> scan;
  ByHeavyPaths<double> fix;
  MassWorkspace<double> workspace;
  std::vector<double> q;
};

/// In pieces: composite inertias of the prepared model, from q to the diagonal of H.
void report_composites(const std::string& robot, Results& results, std::string& missed) {
  const Model model = zoo::make(robot);
  CompositesByScan by_scan(model);
  Workers one(1), two(2);
  MassInPieces in_pieces(std::make_shared<DividedModel>(model.mechanism(), prepare(model.mechanism())), two.count());
  std::vector<double> memory(10 * static_cast<std::size_t>(model.nbody())),
      diagonal(static_cast<std::size_t>(model.nv()));
  Table table(concat("composite inertias, ", robot), static_cast<double>(memory.size() * sizeof(double)));
  add_memset(table, memory);
  table.add("scan: transforms of joints, 1", [&] { by_scan.transforms(Threads(one)); });
  table.add("scan: transforms of joints, 2", [&] { by_scan.transforms(Threads(two)); });
  table.add("scan: composite inertias, 1", [&] { by_scan.gather(Threads(one)); });
  table.add("scan: composite inertias, 2", [&] { by_scan.gather(Threads(two)); });
  table.add("pieces: q to diagonal of H, 1", [&] { in_pieces.diagonal(one, by_scan.q, diagonal); });
  table.add("pieces: q to diagonal of H, 2", [&] { in_pieces.diagonal(two, by_scan.q, diagonal); });
  table.report(results, missed, {.ms = 15});
}

void report_dense(const std::string& robot, Results& results, std::string& missed, const Target& target) {
  const Model model = zoo::make(robot);
  Dynamics dynamics(model);
  const auto q = random_configuration(model, 1);
  std::vector<double> H(static_cast<std::size_t>(model.nv() * model.nv()));
  Table table(concat("dense H, ", robot), static_cast<double>(H.size() * sizeof(double)));
  add_memset(table, H);
  for (const int threads : {1, 2})
    table.add(concat("dense, ", threads), [&, threads] { dynamics.mass_matrix(q, H, {.threads = threads}); });
  table.report(results, missed, target);
}

void report_sparse(const std::string& robot, Results& results, std::string& missed, const Target& target) {
  const Model model = zoo::make(robot);
  Dynamics dynamics(model);
  const auto q = random_configuration(model, 1);
  std::vector<double> H(static_cast<std::size_t>(dynamics.sparse_entries()));
  Table table(concat("branch-sparse H, ", robot), static_cast<double>(H.size() * sizeof(double)));
  add_memset(table, H);
  for (const int threads : {1, 2})
    table.add(concat("sparse, ", threads), [&, threads] { dynamics.sparse_mass_matrix(q, H, {.threads = threads}); });
  table.report(results, missed, target);

  dynamics.sparse_mass_matrix(q, H);
  std::vector<double> factors(H);
  auto x = random_velocity(model, 2);
  Table factor(concat("factors of it, ", robot), static_cast<double>(H.size() * sizeof(double)));
  add_memset(factor, factors);
  factor.add("copy and factor", [&] {
    std::memcpy(factors.data(), H.data(), H.size() * sizeof(double));
    dynamics.factor_sparse(factors);
  });
  factor.add("solve by factors", [&] { dynamics.solve_sparse(factors, x); });
  factor.report(results, missed);
}

void report_products(const std::string& robot, Results& results, std::string& missed) {
  const Model model = zoo::make(robot);
  Dynamics dynamics(model);
  const auto q = random_configuration(model, 1), x = random_velocity(model, 2);
  std::vector<double> y(x.size());
  Table table(concat("H x and its inverse, ", robot), static_cast<double>(y.size() * sizeof(double)));
  add_memset(table, y);
  for (const int threads : {1, 2})
    table.add(concat("apply, ", threads), [&, threads] { dynamics.mass_matrix_apply(q, x, y, {.threads = threads}); });
  table.add("solve, 1", [&] { dynamics.mass_matrix_solve(q, x, y); });
  table.report(results, missed);
}

}  // namespace

std::string report_mass(Results& results) {
  std::string missed;
  for (const char* robot : {"chain:n=1000000", "auto_tree:bf=2,skew=0.1,n=1000000"}) {
    report_composites(robot, results, missed);
    report_products(robot, results, missed);
  }
  for (const char* robot : {"chain:n=300", "chain:n=1000", "auto_tree:bf=2,skew=0.1,n=1000"})
    report_dense(robot, results, missed, {});
  report_dense("chain:n=10000", results, missed, {.memsets = 2});
  report_sparse("auto_tree:bf=2,skew=0.1,n=1000000", results, missed, {.memsets = 3});
  return missed;
}

}  // namespace tfbench
