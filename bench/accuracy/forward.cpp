#include "bench/accuracy/forward.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "bench/accuracy/case.hpp"
#include "bench/accuracy/reach.hpp"
#include "bench/accuracy/verdict.hpp"

namespace tfbench {

namespace {

using namespace treefix;

/// Text with its long numbers rounded.
std::string rounded(const std::string& text) {
  std::string out;
  for (const char* c = text.c_str(); *c != 0;) {
    char* end = nullptr;
    const bool is_start = out.ends_with(' ') && std::isdigit(static_cast<unsigned char>(*c));
    const double value = is_start ? std::strtod(c, &end) : 0;
    if (is_start && end - c > 6) {
      out += cell(value);
      c = end;
    } else {
      out += *c++;
    }
  }
  return out;
}

/// What methods report about their results, abbreviated.
class Words {
 public:
  explicit Words(const Model& model) : warning_(BatchDynamics::warning(model)) {}

  void add(const char* precision, const ForwardInfo& info) {
    if (info.reason.empty()) return;
    const std::string text = info.reason == warning_ ? "warns of depth" : rounded(info.reason);
    add(text == last_ ? concat(precision, " too") : concat(precision, ": ", text));
    last_ = text;
  }
  void add_iterations(int count) {
    if (count > 0) add(concat(count, " iterations"));
  }
  const std::string& text() const { return text_; }

 private:
  void add(const std::string& text) { text_ += concat(text_.empty() ? "" : "; ", text); }
  std::string warning_, text_, last_;
};

/// The numbers of one method, as cells; or, in the last cell, the reason why there are none.
std::string cells_of(ForwardCase& c, ForwardMethod method, Verdict& verdict) {
  try {
    const auto plain = c.judge({.method = method}), refined = c.judge({.method = method, .refine = 2});
    verdict.add(c, method, plain);
    Words words(c.model);
    words.add_iterations(plain.info.iterations);
    words.add("double", plain.info);
    std::string single = "– | – | – | –";
    if (method != ForwardMethod::pieces) {  // it computes in double only
      const auto rough = c.judge({.method = method, .single_precision = true}),
                 mixed = c.judge({.method = method, .refine = 20, .single_precision = true});
      verdict.add_float(c, method, rough);
      verdict.add_mixed(c, method, mixed);
      words.add("float", rough.info);
      words.add("mixed", mixed.info);
      single = concat(shown(rough.residual / eps32), " | ", shown(rough.error), " | ",
                      shown(rough.error / (eps32 * c.condition)), " | ", shown(mixed.residual));
    }
    return concat(shown(plain.residual / eps), " | ", shown(plain.error), " | ",
                  shown(plain.error / (eps * c.condition)), " | ", shown(plain.error / (eps * c.bound)), " | ",
                  shown(refined.residual / eps), " | ", shown(refined.error), " | ", single, " | ", words.text());
  } catch (const Error& error) {
    return concat("– | – | – | – | – | – | – | – | – | – | ", error.what());
  }
}

void rows(std::FILE* out, const std::string& robot, Verdict& verdict, NotRun& not_run) {
  ForwardCase c(robot);
  for (const ForwardMethod method : forward_methods) {
    if (method == ForwardMethod::automatic) continue;
    if (const std::string why = why_not(method, c.model); !why.empty()) {
      not_run.add(robot, method, why);
      continue;
    }
    std::fprintf(out, "| %s | %s | %s |\n", robot.c_str(), std::string(to_string(method)).c_str(),
                 cells_of(c, method, verdict).c_str());
    std::fflush(out);
  }
}

constexpr const char* introduction =
    R"(
## Forward dynamics by every method

`Dynamics::forward` for the same τ by every applicable method, compared with articulated bodies in `__float128`.
Residual, error, κ and bound are defined above; residuals are in ε of the type that the method computes in. "Refined"
is after two steps of refinement. "Float" solves in float; the state is rounded to float as well, which is part of the
error. "Mixed" is after up to twenty steps that solve in float and compute residuals in double; its residual is not in
ε. `pieces` computes in double only. The last column has the iterations and the message of `ForwardInfo::reason`:
"warns of depth" stands for `BatchDynamics::warning()`, "too" for the same message again.

)"
    "| robot | method | residual, ε | error | error / κε | of its bound | refined: residual, ε | "
    "refined: error | float: residual, ε₃₂ | float: error | float: error / κε₃₂ | mixed: residual | report |\n"
    R"(|---|---|---|---|---|---|---|---|---|---|---|---|---|
)";

}  // namespace

void forward_accuracy(std::FILE* out, Index largest) {
  std::fputs(introduction, out);
  Verdict verdict;
  NotRun not_run;
  for (Index n = 10; n <= std::min<Index>(largest, 100'000); n *= 10)
    for (const char* robot : {"chain:n=", "auto_tree:bf=2,skew=0.3,n=", "random_tree:joints=RPHSLF,n="})
      rows(out, concat(robot, n), verdict, not_run);
  rows(out, "humanoid", verdict, not_run);
  not_run.print(out);
  verdict.print(out);
}

}  // namespace tfbench
