#include "bench/accuracy/refinement.hpp"

#include <algorithm>

#include "bench/accuracy/case.hpp"
#include "bench/accuracy/reach.hpp"
#include "bench/accuracy/verdict.hpp"

namespace tfbench {

namespace {

using namespace treefix;

constexpr int steps[] = {0, 1, 2, 20};
constexpr std::size_t count = std::size(steps), two = 2, last = count - 1;

/// The recursion, a method with similar residuals, and all methods with larger ones.
constexpr ForwardMethod compared[] = {ForwardMethod::aba, ForwardMethod::scan_aba, ForwardMethod::cfa,
                                      ForwardMethod::dca, ForwardMethod::ccg,      ForwardMethod::pcg_ds};

struct Row {
  double residual[count], error[count];  // by steps; the residual in ε
};

Row measure(ForwardCase& c, ForwardMethod method) {
  Row row{};
  for (std::size_t k = 0; k < count; ++k) {
    const Judged found = c.judge({.method = method, .refine = steps[k]});
    row.residual[k] = found.residual / eps;
    row.error[k] = found.error;
  }
  return row;
}

/// Statements about the table. Each is checked for every row.
class Findings {
 public:
  void add(const ForwardCase& c, ForwardMethod method, const Row& row) {
    if (method == ForwardMethod::aba) recursion_ = row.error[0];
    const auto is_near = [](double x, double y, double times) { return x <= times * y && y <= times * x; };
    const bool is_settled =
        is_near(row.residual[last], row.residual[two], 2) && is_near(row.error[last], row.error[two], 2);
    if (row.residual[0] <= good) {
      check(nothing_to_gain_, row.residual[last] <= good && is_near(row.error[last], row.error[0], 10), c, method);
    } else {
      check(errors_, row.error[two] <= 10 * recursion_, c, method);
      check(residuals_, row.residual[two] <= good, c, method);
    }
    check(two_are_enough_, is_settled, c, method);
    check(no_further_, row.error[last] >= recursion_ / 10, c, method);
  }
  void print(std::FILE* out) const {
    print(out,
          "Methods whose residual is within 10 ε without refinement gain nothing: the residual stays there, and the "
          "error "
          "within ten times its value.",
          nothing_to_gain_);
    print(out, "Two steps bring the errors of all others to within ten times that of aba.", errors_);
    print(out, "Two steps bring their residuals to 10 ε.", residuals_);
    print(out, "More than two steps change neither by more than a factor of two.", two_are_enough_);
    print(out, "No step reduces an error below a tenth of that of aba, because residuals are computed in double too.",
          no_further_);
  }

 private:
  static constexpr double good = 10;  // ε

  static void check(Rows& exceptions, bool holds, const ForwardCase& c, ForwardMethod method) {
    if (!holds) exceptions.add(c, method);
  }
  static void print(std::FILE* out, const char* sentence, const Rows& exceptions) {
    std::fprintf(out, "- %s Exceptions: %s.\n", sentence, exceptions.text().c_str());
  }

  double recursion_ = 0;  // error of aba on the current chain, without refinement
  Rows nothing_to_gain_, errors_, residuals_, two_are_enough_, no_further_;
};

void print(std::FILE* out, const ForwardCase& c, ForwardMethod method, const Row& row) {
  std::fprintf(out, "| %s | %s |", c.name.c_str(), std::string(to_string(method)).c_str());
  for (const double residual : row.residual) std::fprintf(out, " %s |", shown(residual).c_str());
  for (const double error : row.error) std::fprintf(out, " %s |", shown(error).c_str());
  std::fprintf(out, " %s |\n", shown(c.condition * eps).c_str());
  std::fflush(out);
}

void head(std::FILE* out) {
  std::string names = "| robot | method |", line = "|---|---|";
  for (const char* what : {"residual, ε", "error"})
    for (const int k : steps) {
      names += concat(" ", what, ": ", k, k == 1 ? " step |" : " steps |");
      line += "---|";
    }
  std::fprintf(out, "%s κε |\n%s---|\n", names.c_str(), line.c_str());
}

constexpr const char* introduction = R"(
## Refinement on deep chains

Residual and error after at most the given number of refinement steps in double; refinement ends when corrections no
longer become smaller. The table above has the other methods, with two steps.

)";

}  // namespace

void refinement_on_chains(std::FILE* out, Index largest) {
  std::fputs(introduction, out);
  head(out);
  Findings findings;
  for (Index n = 100; n <= std::min<Index>(largest, 100'000); n *= 10) {
    ForwardCase c(concat("chain:n=", n));
    for (const ForwardMethod method : compared) {
      if (!why_not(method, c.model).empty()) continue;
      const Row row = measure(c, method);
      print(out, c, method, row);
      findings.add(c, method, row);
    }
  }
  std::fputs("\nFindings, checked for every row:\n\n", out);
  findings.print(out);
}

}  // namespace tfbench
