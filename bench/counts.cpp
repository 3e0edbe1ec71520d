// Counts operations of forward dynamics by conjugate gradients on chains of revolute joints, and compares them with the
// formulas of [Fijany 1989]: Table II and the parts that it consists of. Prints tables in Markdown. A test checks that
// the paper's algorithm costs what its formulas say (tests/papers/forward/pcg_counts_test.cpp).
#include <cstdio>
#include <vector>

#include <tests/support/counted.hpp>
#include <treefix/papers/forward/pcg.hpp>
#include <treefix/treefix.hpp>

#include "bench/rooms.hpp"

namespace {

using namespace treefix;
using namespace treefix::papers;

/// Multiplications, which include divisions as in the paper, and additions.
struct Cost {
  long multiply, add;
  friend Cost operator-(const Cost& a, const Cost& b) { return {a.multiply - b.multiply, a.add - b.add}; }
};

/// The cost in treefix of this many steps.
Cost ours(Index n, Index steps, bool precondition) {
  const Model model = zoo::random_tree({.n = n, .seed = 1, .joints = "R", .branching = 1});
  const Mechanism<Counted> m = convert<Counted>(model.mechanism());
  const auto counted = [](const std::vector<double>& x) { return std::vector<Counted>(x.begin(), x.end()); };
  const auto q = counted(random_configuration(model, 1)), v = counted(random_velocity(model, 2)),
             tau = counted(random_velocity(model, 3));
  std::vector<Counted> a(tau.size());
  const ScanModel<Counted> scans(m);
  constexpr double never_met = 1e-300;
  Pcg<Counted> pcg(scans, {.precondition = precondition, .tolerance = never_met, .limit = steps});
  Counted::counts = {};
  pcg.run(Serial(), ForwardState<Counted>{q, v, tau}, a);
  return {Counted::counts.multiply + Counted::counts.divide, Counted::counts.add};
}

/// One row: the cost in treefix and in the paper.
struct Row {
  long n;
  Cost ours, paper;
};

/// The total, with as many steps as joints.                                                   [Fijany 1989, Table II]
Row whole(long n, bool precondition) {
  const Cost diagonal =
      precondition ? Cost{51 * (n - 1) + n * n, 50 * (n - 1)} : Cost{0, 0};  // and n divisions per step
  return {n,
          ours(n, n, precondition),
          {47 * n * n + 177 * n - 117 + diagonal.multiply, 46 * n * n + 118 * n - 87 + diagonal.add}};
}
/// One step.                                                                                    [Fijany 1989, §III.3]
Row step(long n) { return {n, ours(n, 2, false) - ours(n, 1, false), {47 * n - 10, 46 * n - 23}}; }
/// Everything before and after the steps.                                              [Fijany 1989, steps 1 and 2]
Row rest(long n) {
  const Row one = step(n);
  const Cost all = ours(n, 1, false);
  return {n, all - one.ours, {187 * n - 117, 141 * n - 87}};
}

template <class Part>
void table(const char* title, Part part) {
  std::printf(
      "\n%s\n\n| n | multiplications: treefix | paper | treefix / paper |"
      " additions: treefix | paper | treefix / paper |\n",
      title);
  std::puts("|---|---|---|---|---|---|---|");
  for (const long n : {6L, 10L, 30L, 100L, 300L, 1000L}) {
    const Row row = part(n);
    const auto ratio = [](long a, long b) { return static_cast<double>(a) / static_cast<double>(b); };
    std::printf("| %ld | %ld | %ld | %.2f | %ld | %ld | %.2f |\n", n, row.ours.multiply, row.paper.multiply,
                ratio(row.ours.multiply, row.paper.multiply), row.ours.add, row.paper.add,
                ratio(row.ours.add, row.paper.add));
  }
}

}  // namespace

int main() {
  std::puts("# Operations of conjugate gradients, counted\n");
  std::puts(
      "On a chain of n revolute joints with axes in any direction. Divisions count as multiplications, as in the "
      "paper.");
  table(
      "**CCG, n steps** (Table II: 47n² + 177n − 117, 46n² + 118n − 87; for the algorithm before it 76n² + 120n − 21, "
      "56n² + 87n − 6)",
      [](long n) { return whole(n, false); });
  table("**PCG-DS, n steps** (the paper adds 51(n − 1), 50(n − 1) and n divisions per step)",
        [](long n) { return whole(n, true); });
  table("**One step of CCG** (the paper: 47n − 10, 46n − 23)", step);
  table("**Before and after the steps of CCG** (the paper: 187n − 117, 141n − 87)", rest);
  std::puts(R"(
- A step: H p takes treefix 37 multiplications per joint and the paper 42, because all moments are about one point.
  Without cross products with lever arms there are twice six multiplications fewer; axes have six numbers instead of
  three, which is six more, and an armature is one more. Vectors take 10 and a division, 5 in the paper: treefix also
  measures the lengths of p, x and r in the norm of diag(H), to decide when to stop; the paper makes n steps.
- Before the steps: frames in treefix are general, so a joint's rotation about any axis and the transforms cost more
  than the paper's Denavit-Hartenberg frames. Velocities and accelerations go from body to body by transforms; the paper
  first rotates all of them into one frame. treefix needs diag(H) for the lengths, even without a preconditioner.
- After the steps treefix computes the residual again, in body coordinates; the paper uses that of the recurrence.
- n steps suffice only in exact arithmetic: Pcg reports how many it took.)");
}
