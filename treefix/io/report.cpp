#include <treefix/io/report.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

namespace {

/// The number of problems kept per severity; more are only counted.
constexpr Index most_kept = 1000;

}  // namespace

void Report::append(Report part) {
  const auto move_over = [](List& to, List& from) {
    const Index room = std::min(most_kept - ssize(to.first), ssize(from.first));
    to.first.insert(to.first.end(), std::make_move_iterator(from.first.begin()),
                    std::make_move_iterator(from.first.begin() + room));
    to.count += from.count;
  };
  move_over(errors_, part.errors_);
  move_over(warnings_, part.warnings_);
}

void Report::add(Diagnostic::Severity severity, const Where& where, const Finding& finding) {
  List& list = severity == Diagnostic::Severity::error ? errors_ : warnings_;
  ++list.count;
  if (ssize(list.first) >= most_kept) return;
  const Source::Place place =
      where.source != nullptr && where.at != nullptr ? where.source->place(where.at) : Source::Place{};
  list.first.push_back({.severity = severity,
                        .topic = finding.topic,
                        .file = where.source != nullptr ? where.source->name() : file_,
                        .line = place.line,
                        .column = place.column,
                        .element = printable(where.element),
                        .seen = printable(finding.seen),
                        .expected = printable(finding.expected),
                        .done = printable(finding.done),
                        .hint = printable(finding.hint)});
}

std::vector<Diagnostic> Report::sorted(List list, Diagnostic::Severity severity) const {
  std::sort(list.first.begin(), list.first.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.topic, a.file, a.line, a.column, a.element, a.seen) <
           std::tie(b.topic, b.file, b.line, b.column, b.element, b.seen);
  });
  if (const Index more = list.count - ssize(list.first); more > 0)
    list.first.push_back({
        .severity = severity,
        .file = file_,
        .seen = concat("and ", more, " more ", to_string(severity), more == 1 ? "" : "s", ", not listed"),
    });
  return std::move(list.first);
}

std::vector<Diagnostic> Report::finish(bool strict) {
  const bool refused = has_errors() || (strict && warnings_.count > 0);
  std::vector<Diagnostic> warnings = sorted(std::move(warnings_), Diagnostic::Severity::warning);
  if (!refused) return warnings;
  std::vector<Diagnostic> all = sorted(std::move(errors_), Diagnostic::Severity::error);
  if (strict)
    for (Diagnostic& warning : warnings) {
      warning.severity = Diagnostic::Severity::error;
      warning.done = "refused, because strict treats warnings as errors";
    }
  all.insert(all.end(), std::make_move_iterator(warnings.begin()), std::make_move_iterator(warnings.end()));
  throw ParseError(std::move(all));
}

}  // namespace treefix::io
