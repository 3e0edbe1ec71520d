// The messages of loading a text.
#pragma once

#include <cctype>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <treefix/io/load.hpp>

namespace treefix::test {

struct Malformed {
  const char* name;
  std::string text;
  const char* expected;  // the first message, hint included
};

inline std::ostream& operator<<(std::ostream& out, const Malformed& c) { return out << c.name; }

/// The name of a case as GoogleTest allows it: letters, digits and underscores.
inline std::string test_name(const ::testing::TestParamInfo<Malformed>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

/// The most important problem of a text that is refused; "loaded" if it is accepted.
inline std::string first_problem(std::string_view text, const LoadOptions& options = {}) {
  try {
    const Model model = load_string(text, options, "f");
    return "loaded";
  } catch (const ParseError& error) {
    return to_text(error.problems().front());
  } catch (const FileError& error) {
    return error.what();
  }
}

/// All problems of a text that is refused.
inline std::string all_problems(std::string_view text, const LoadOptions& options = {}) {
  try {
    load_string(text, options, "f");
    return "loaded";
  } catch (const ParseError& error) {
    return error.what();
  }
}

/// All warnings of a text that is loaded.
inline std::string warnings(std::string_view text, const LoadOptions& options = {}) {
  const Model model = load_string(text, options, "f");
  std::string all;
  for (const Diagnostic& warning : model.warnings()) all += to_text(warning) + "\n";
  return all;
}

}  // namespace treefix::test
