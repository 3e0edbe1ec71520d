// Elements of texts, and what readers report about them.
#pragma once

#include <string_view>
#include <vector>

#include <treefix/io/element.hpp>

namespace treefix::test {

/// A parsed text. Its problems go to the report of a file "f".
struct Parsed {
  explicit Parsed(std::string_view text) : source("f", text) {
    root = document.parse(source, {source.begin(), source.end()}, report);
  }

  io::Source source;
  io::Report report{"f"};
  io::Document document{};
  io::Element root{};
};

/// All errors, then all warnings.
inline std::vector<Diagnostic> problems_of(io::Report report) {
  try {
    return report.finish(false);
  } catch (const ParseError& error) {
    return error.problems();
  }
}

/// The only problem as text. If there are none or several: their number, which no problem has as its text.
inline std::string only_problem(const io::Report& report) {
  const std::vector<Diagnostic> problems = problems_of(report);
  return problems.size() == 1 ? to_text(problems[0]) : std::to_string(problems.size()) + " problems";
}

}  // namespace treefix::test
