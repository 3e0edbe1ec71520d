// The targets of methods of forward dynamics, and where they are missed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include <treefix/base/text.hpp>

#include "bench/accuracy/case.hpp"

namespace tfbench {

/// Rows of a table by method: "cfa on chain:n=10 (15), chain:n=100 (2.6); dca on …".
class Rows {
 public:
  void add(const ForwardCase& c, treefix::ForwardMethod method, const std::string& figure = "") {
    std::string& robots = robots_[method];
    robots += treefix::concat(robots.empty() ? "" : ", ", c.name);
    if (!figure.empty()) robots += treefix::concat(" (", figure, ")");
  }
  std::string text() const {
    std::string out;
    for (const auto& [method, robots] : robots_)
      out += treefix::concat(out.empty() ? "" : "; ", to_string(method), " on ", robots);
    return out.empty() ? "none" : out;
  }

 private:
  std::map<treefix::ForwardMethod, std::string> robots_;
};

class Verdict {
 public:
  /// Residuals of scans are compared with those of aba, or with ε if that is larger.
  void add(const ForwardCase& c, treefix::ForwardMethod method, const Judged& plain) {
    using treefix::ForwardMethod;
    if (method == ForwardMethod::aba) recursion_ = std::max(plain.residual, eps);
    const double times = c.model.nbody() <= 1000 ? 10 : 100;
    if ((method == ForwardMethod::scan_aba || method == ForwardMethod::pieces) &&
        !(plain.residual <= times * recursion_))
      scans_.add(c, method, shown(plain.residual / recursion_));
    compare(beyond_, c, method, plain, eps);
    listen(silent_, c, method, plain, std::sqrt(eps));
  }
  void add_float(const ForwardCase& c, treefix::ForwardMethod method, const Judged& rough) {
    compare(beyond_in_float_, c, method, rough, eps32);
    listen(silent_in_float_, c, method, rough, std::sqrt(eps32));
  }
  /// If κ ε of float is below one, refinement must restore what float lost; otherwise it must report that it did not.
  void add_mixed(const ForwardCase& c, treefix::ForwardMethod method, const Judged& mixed) {
    if (c.condition * eps32 < 1 && !(mixed.residual <= restored)) mixed_.add(c, method, shown(mixed.residual));
    listen(silent_in_mixed_, c, method, mixed, restored);
  }

  void print(std::FILE* out) const {
    std::fputs("\nErrors above κ·ε, in units of κ·ε:\n\n", out);
    line(out, "double", beyond_);
    line(out, "float", beyond_in_float_);
    std::fputs(
        "\nTargets, and where they are missed; a residual above √ε has lost half of the digits, and a warning of depth "
        "counts as a message:\n\n",
        out);
    line(out,
         "residuals of scan_aba and pieces within 10 times those of aba up to 1000 bodies, 100 beyond (or 10 or 100 "
         "ε, if that is larger)",
         scans_);
    line(out, "a residual of 1e-10 in mixed precision where κ ε₃₂ < 1", mixed_);
    line(out, "in double, no NaN and no residual above √ε without a message", silent_);
    line(out, "in float, no NaN and no residual above √ε₃₂ without a message", silent_in_float_);
    line(out, "in mixed precision, no NaN and no residual above 1e-10 without a message", silent_in_mixed_);
  }

 private:
  static constexpr double restored = 1e-10;

  static void compare(Rows& beyond, const ForwardCase& c, treefix::ForwardMethod method, const Judged& found,
                      double epsilon) {
    const double quotient = found.error / (c.condition * epsilon);
    if (quotient > 1) beyond.add(c, method, shown(quotient));
  }
  static void listen(Rows& silent, const ForwardCase& c, treefix::ForwardMethod method, const Judged& found,
                     double most) {
    const bool is_good = std::isfinite(found.error) && found.residual <= most;
    if (!is_good && found.info.reason.empty()) silent.add(c, method, shown(found.residual));
  }
  static void line(std::FILE* out, const char* what, const Rows& rows) {
    std::fprintf(out, "- %s: %s\n", what, rows.text().c_str());
  }

  double recursion_ = eps;  // residual of aba on the current robot
  Rows scans_, mixed_, beyond_, beyond_in_float_, silent_, silent_in_float_, silent_in_mixed_;
};

}  // namespace tfbench
