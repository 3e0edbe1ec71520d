#include <treefix/base/diagnostic.hpp>

#include <algorithm>
#include <utility>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

std::string list_problems(const std::vector<Diagnostic>& problems) {
  std::string text;
  constexpr std::size_t most = 100;
  for (std::size_t i = 0; i < std::min(most, problems.size()); ++i)
    text += concat(i == 0 ? "" : "\n", to_text(problems[i]));
  if (problems.size() > most) text += concat("\nand ", problems.size() - most, " more");
  return text;
}

}  // namespace

std::string_view to_string(Diagnostic::Severity severity) {
  return severity == Diagnostic::Severity::error ? "error" : "warning";
}

std::string_view to_string(Diagnostic::Topic topic) {
  constexpr std::string_view name[] = {"file", "syntax", "structure", "value", "physics", "ignored"};
  return name[static_cast<int>(topic)];
}

std::string to_text(const Diagnostic& d) {
  std::string text = printable(d.file);  // other fields have been escaped
  if (d.line > 0) text += concat(":", d.line, ":", d.column);
  text += concat(": ", to_string(d.severity), ": ");
  if (!d.element.empty()) text += concat(d.element, ": ");
  text += d.seen;
  if (!d.expected.empty()) text += concat(", expected ", d.expected);
  if (!d.done.empty()) text += concat("; ", d.done);
  if (!d.hint.empty()) text += concat("\n    hint: ", d.hint);
  return text;
}

ParseError::ParseError(std::vector<Diagnostic> problems)
    : Error(list_problems(problems)), problems_(std::move(problems)) {}

}  // namespace treefix
