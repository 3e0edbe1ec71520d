// Collects the problems of a file while it is read.
#pragma once

#include <string>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/io/source.hpp>

namespace treefix::io {

/// The position of a problem. If source is null, there is no position, and messages show only the name of the file.
struct Where {
  const Source* source = nullptr;
  const char* at = nullptr;  // into the text of the source
  std::string element{};
};

/// A problem, with the fields of Diagnostic.
struct Finding {
  Diagnostic::Topic topic = Diagnostic::Topic::value;
  std::string seen{}, expected{}, done{}, hint{};
};

/// Problems in the order they were found. Beyond the first thousand of each severity they are only counted.
class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  void error(const Where& where, const Finding& finding) { add(Diagnostic::Severity::error, where, finding); }
  void warning(const Where& where, const Finding& finding) { add(Diagnostic::Severity::warning, where, finding); }
  /// Adds the problems of a part of the file.
  void append(Report part);
  bool has_errors() const { return errors_.count > 0; }

  /// Returns the warnings if the file is accepted. Throws ParseError with all problems, the most important first, if
  /// there are errors, or if there are warnings and strict is set.
  std::vector<Diagnostic> finish(bool strict);

 private:
  struct List {
    std::vector<Diagnostic> first;
    Index count = 0;
  };
  /// Escapes control characters in all texts, because they quote the file.
  void add(Diagnostic::Severity severity, const Where& where, const Finding& finding);
  /// Sorted by importance, then position. The last one gives the number of problems that are not listed.
  std::vector<Diagnostic> sorted(List list, Diagnostic::Severity severity) const;

  std::string file_;
  List errors_, warnings_;
};

}  // namespace treefix::io
