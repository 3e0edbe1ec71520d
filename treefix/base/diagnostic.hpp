// Problems of a file, described so that a person can fix them.
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <treefix/base/errors.hpp>

namespace treefix {

/// One problem of a file, split into fields that programs can read; to_text turns it into a message.
struct Diagnostic {
  enum class Severity { error, warning };  // error: the file is refused; warning: it is loaded with this warning
  /// The most important topics come first.
  enum class Topic { file, syntax, structure, value, physics, ignored };

  Severity severity = Severity::error;
  Topic topic = Topic::value;
  std::string file{};
  Index line = 0, column = 0;  // from 1, columns in characters; 0 if not known
  std::string element{};  // "<limit> of joint 'elbow'"
  std::string seen{};  // "lower is \"1,0\""
  std::string expected{};  // "a number"; may be empty if seen is enough
  std::string done{};  // warnings: what the reader did about it
  std::string hint{};  // how to fix it
};

std::string_view to_string(Diagnostic::Severity severity);
std::string_view to_string(Diagnostic::Topic topic);

/// "arm.urdf:12:18: error: <limit> of joint 'elbow': lower is \"1,0\", expected a number"; the hint is on a second
/// line.
std::string to_text(const Diagnostic& diagnostic);

/// A file was refused. Contains all its problems, errors before warnings; the message shows the first hundred.
class ParseError : public Error {
 public:
  explicit ParseError(std::vector<Diagnostic> problems);
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  std::vector<Diagnostic> problems_;
};

/// A file could not be read or written at all: it does not exist, is a folder, cannot be opened, or is too large.
class FileError : public Error {
 public:
  explicit FileError(const std::string& text, std::error_code code = {}) : Error(text), code_(code) {}
  /// The error of the system; empty if treefix itself refused the file.
  std::error_code code() const { return code_; }

 private:
  std::error_code code_;
};

}  // namespace treefix
