// What is wrong with a file, as a person can act on it.
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <treefix/base/errors.hpp>

namespace treefix {

/// One problem of a file, in parts, so that programs can read it too; to_text makes a message of it.
struct Diagnostic {
  enum class Level { error, warning };  // error: the file is refused; warning: it is loaded, and this is said
  /// The most important come first.
  enum class Topic { file, syntax, structure, value, physics, ignored };

  Level level = Level::error;
  Topic topic = Topic::value;
  std::string file{};
  Index line = 0, column = 0;  // from 1, columns in characters; 0 where there is no such place
  std::string element{};  // "<limit> of joint 'elbow'"
  std::string seen{};  // "lower is \"1,0\""
  std::string expected{};  // "a number"; may be empty where seen says it all
  std::string done{};  // warnings: what was done about it
  std::string hint{};  // how to put it right
};

std::string_view to_string(Diagnostic::Level level);
std::string_view to_string(Diagnostic::Topic topic);

/// "arm.urdf:12:18: error: <limit> of joint 'elbow': lower is \"1,0\", expected a number", the hint in a second line.
std::string to_text(const Diagnostic& diagnostic);

/// A file was refused. Has all its problems, errors first, and warnings; the message shows the first hundred.
class ParseError : public Error {
 public:
  explicit ParseError(std::vector<Diagnostic> problems);
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  std::vector<Diagnostic> problems_;
};

/// A file could not be read at all, or not be written: it is not there, is a folder, may not be opened, is too large.
class FileError : public Error {
 public:
  explicit FileError(const std::string& text, std::error_code code = {}) : Error(text), code_(code) {}
  /// What the system said; nothing if the refusal is our own.
  std::error_code code() const { return code_; }

 private:
  std::error_code code_;
};

}  // namespace treefix
