#include "bench/forward/span.hpp"

#include <algorithm>

#include <treefix/algorithms/forward/cfa.hpp>
#include <treefix/algorithms/forward/dca.hpp>
#include <treefix/algorithms/forward/hybrid_aba.hpp>
#include <treefix/algorithms/forward/jsiia.hpp>
#include <treefix/algorithms/forward/pcg.hpp>
#include <treefix/algorithms/forward/scan_aba.hpp>
#include <treefix/algorithms/recursive/aba.hpp>
#include <treefix/base/counted.hpp>
#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

namespace tfbench {

namespace {

using namespace treefix;

/// Runs calls one after the other; of those that could run at the same time only the longest counts.
struct Span {
  template <class X>
  using Array = Scratch<X>;
  static inline double flops = 0;

  template <class F>
  void for_each(Index n, F f, Index /*grain*/ = 1) const {
    long longest = 0;
    for (Index i = 0; i < n; ++i) {
      const long before = Counted::counts.flops();
      f(i);
      longest = std::max(longest, Counted::counts.flops() - before);
    }
    flops += static_cast<double>(longest);
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
  /// Of one body of the recursion: the unit that spans are given in.
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
    print("aba", unit_ * static_cast<double>(model.nbody()), unit_ * static_cast<double>(model.nbody()));
  }

  template <class Family, class... Options>
  void add(const char* name, Options... options) {
    Family family(model_, options...);
    Counted::counts = {}, Span::flops = 0;
    family.run(Span(), ForwardState<Counted>{problem_.q, problem_.v, problem_.tau}, problem_.a);
    print(name, static_cast<double>(Counted::counts.flops()), Span::flops);
  }
  const Json& line() const { return line_; }

 private:
  void print(const char* name, double work, double span) {
    std::printf("  %-24s work %12.0f  span %10.1f  parallelism %8.1f\n", name, work / unit_, span / unit_, work / span);
    std::fflush(stdout);
    line_["work"][name] = rounded(work / unit_), line_["span"][name] = rounded(span / unit_);
  }

  Problem problem_;
  ScanModel<Counted> model_;
  double unit_ = 1;
  Json line_;
};

}  // namespace

void report_span(Results& results) {
  std::printf("\nWork and span: flops in all, and on the longest way through them; pieces of %ld bodies\n",
              static_cast<long>(piece_length));
  const std::pair<const char*, const char*> shapes[] = {{"chain", "chain:n="}, {"bf 2", "auto_tree:bf=2,skew=0.1,n="}};
  for (const Index n : {100, 1000, 10'000, 100'000})
    for (const auto& [shape, robot] : shapes) {
      using T = Counted;
      Report report(shape, zoo::make(concat(robot, n)));
      if (n <= 1000) {
        report.add<JsiiaColumns<T>>("jsiia_columns");
        report.add<JsiiaCrba<T>>("jsiia_crba");
      }
      if (n <= 100) {
        report.add<Pcg<T>>("ccg", PcgOptions{.precondition = false});
        report.add<Pcg<T>>("pcg_ds", PcgOptions{.precondition = true});
      }
      report.add<HybridAba<T>>("hybrid_aba");
      if (n <= 10'000)
        for (const CfaSolver solver : cfa_solvers)
          report.add<Cfa<T>>(concat("cfa, ", to_string(solver)).c_str(), solver);
      report.add<ScanAba<T>>("scan_aba");
      report.add<Dca<T>>("dca");
      results.add("span", report.line());
    }
}

}  // namespace tfbench
