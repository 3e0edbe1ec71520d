#include "bench/forward/span.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <tests/support/counted.hpp>
#include <treefix/base/text.hpp>
#include <treefix/papers/forward/cfa.hpp>
#include <treefix/papers/forward/dca.hpp>
#include <treefix/papers/forward/hybrid_aba.hpp>
#include <treefix/papers/forward/jsiia.hpp>
#include <treefix/papers/forward/pcg.hpp>
#include <treefix/papers/forward/scan_aba.hpp>
#include <treefix/reference/aba.hpp>
#include <treefix/treefix.hpp>

#include "bench/feasible.hpp"
#include "bench/forward/speed.hpp"
#include "bench/rooms.hpp"

namespace tfbench {

namespace {

using namespace treefix;

/// Runs calls one after the other, and counts the operations that could run at the same time as the longest of them.
/// All others are on the critical path, including those between the calls.
struct Span {
  template <class X>
  using Array = Scratch<X>;
  static inline long beside = 0;  // flops that could run at the same time as others
  static inline long rounds = 0;  // each starts when all calls of the one before have ended

  template <class F>
  void for_each(Index n, F f, Index /*grain*/ = 1) const {
    const long begin = Counted::counts.flops();
    long end = begin, longest = 0;
    for (Index i = 0; i < n; ++i) {
      f(i);
      const long before = std::exchange(end, Counted::counts.flops());
      longest = std::max(longest, end - before);
    }
    beside += end - begin - longest;
    if (n > 0) ++rounds;
  }
};

struct Problem {
  explicit Problem(const Model& model)
      : m(convert<Counted>(model.mechanism())), q(counted(random_configuration(model, 1))),
        v(counted(random_velocity(model, 2))), tau(counted(random_velocity(model, 3))), a(v.size()) {}

  static std::vector<Counted> counted(const std::vector<double>& x) {
    std::vector<Counted> out;
    for (const double value : x) out.emplace_back(value);
    return out;
  }
  /// The flops of one body of the recursion: the unit of spans.
  double flops_of_aba() {
    Workspace<Counted> w(m);
    Counted::counts = {};
    aba<Counted>(m, q, v, tau, {}, w, a);
    return static_cast<double>(Counted::counts.flops()) / static_cast<double>(m.nbody());
  }

  Mechanism<Counted> m;
  std::vector<Counted> q, v, tau, a;
};

constexpr Index piece_length = 16;

class Report {
 public:
  Report(const char* shape, const Model& model) : problem_(model), model_(problem_.m, piece_length) {
    unit_ = problem_.flops_of_aba();
    line_ = {{"shape", shape}, {"n", model.nbody()}};
    std::printf("\n%s of %ld, in bodies of the recursion of %.0f flops\n", shape, static_cast<long>(model.nbody()),
                unit_);
    const double work = unit_ * static_cast<double>(model.nbody());
    print("aba", work, work, 0);
  }

  template <class Method, class... Options>
  void add(const char* name, Options... options) {
    Method method(model_, options...);
    Counted::counts = {};
    Span::beside = 0;
    Span::rounds = 0;
    method.run(Span(), ForwardState<Counted>{problem_.q, problem_.v, problem_.tau}, problem_.a);
    const long work = Counted::counts.flops();
    print(name, static_cast<double>(work), static_cast<double>(work - Span::beside), Span::rounds);
  }
  const Json& line() const { return line_; }

 private:
  void print(const char* name, double work, double span, long rounds) {
    std::printf("  %-24s work %12.0f  span %10.1f  parallelism %8.1f  rounds %8ld\n", name, work / unit_, span / unit_,
                work / span, rounds);
    std::fflush(stdout);
    line_["work"][name] = rounded(work / unit_);
    line_["span"][name] = rounded(span / unit_);
    line_["rounds"][name] = rounds;
  }

  Problem problem_;
  ScanModel<Counted> model_;
  double unit_ = 1;
  Json line_;
};

/// Methods over executors that finish in acceptable time.
void report_methods(const Shape& shape, Index n, Results& results) {
  using T = Counted;
  const Model model = shape.model(n);
  Report report(shape.name, model);
  if (is_feasible(ForwardMethod::jsiia_columns, model)) report.add<JsiiaColumns<T>>("jsiia_columns");
  if (is_feasible(ForwardMethod::jsiia_crba, model)) report.add<JsiiaCrba<T>>("jsiia_crba");
  if (is_feasible(ForwardMethod::jsiia_sparse, model)) report.add<JsiiaSparse<T>>("jsiia_sparse");
  if (is_feasible(ForwardMethod::ccg, model)) report.add<Pcg<T>>("ccg", PcgOptions{.precondition = false});
  if (is_feasible(ForwardMethod::pcg_ds, model)) report.add<Pcg<T>>("pcg_ds", PcgOptions{.precondition = true});
  report.add<HybridAba<T>>("hybrid_aba");
  if (is_feasible(ForwardMethod::cfa, model))
    for (const CfaSolver solver : cfa_solvers)
      report.add<Cfa<T, 5>>(concat("cfa, ", to_string(solver)).c_str(), solver);
  report.add<ScanAba<T>>("scan_aba");
  report.add<Dca<T>>("dca");
  results.add("span", report.line());
}

}  // namespace

void report_span(Index largest, Results& results) {
  std::printf("\nWork and span: flops in total, and on the critical path; rounds; pieces of %ld bodies\n",
              static_cast<long>(piece_length));
  for (Index n = 10; n <= std::min<Index>(largest, 100'000); n *= 10)
    for (const Shape& shape : forward_shapes) {
      // also a chain: its counts differ from those of "chain" only in the number of iterations
      const bool is_chain_again = std::string_view(shape.name) == "parallel";
      if (!is_chain_again) report_methods(shape, n, results);
    }
}

}  // namespace tfbench
