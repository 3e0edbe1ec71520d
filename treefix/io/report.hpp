// Collects what is wrong with a file while it is read.
#pragma once

#include <string>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/io/source.hpp>

namespace treefix::io {

/// Where a problem is. The source may be missing where there is no place, then only its name counts.
struct Where {
  const Source* source = nullptr;
  const char* at = nullptr;  // into the text of the source
  std::string element{};
};

/// What the problem is; the words of Diagnostic.
struct Finding {
  Diagnostic::Topic topic = Diagnostic::Topic::value;
  std::string seen{}, expected{}, done{}, hint{};
};

/// Problems in the order they were found. Past the first thousand of each level they are only counted.
class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  void error(const Where& where, Finding finding) { add(Diagnostic::Level::error, where, std::move(finding)); }
  void warning(const Where& where, Finding finding) { add(Diagnostic::Level::warning, where, std::move(finding)); }
  /// Adds what was found in a part of the file.
  void append(Report part);
  bool has_errors() const { return errors_.count > 0; }

  /// The warnings if the file is accepted. Throws ParseError with everything, the most important first, if there are
  /// errors, or if there are warnings and strict asks for none.
  std::vector<Diagnostic> finish(bool strict);

 private:
  struct List {
    std::vector<Diagnostic> first;
    Index count = 0;
  };
  void add(Diagnostic::Level level, const Where& where, Finding finding);
  /// Sorted by importance, then place; the last one says how many are not shown.
  std::vector<Diagnostic> sorted(List list, Diagnostic::Level level) const;

  std::string file_;
  List errors_, warnings_;
};

}  // namespace treefix::io
