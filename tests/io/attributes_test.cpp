// Laws of treefix/io/attributes.hpp.
#include <treefix/io/attributes.hpp>

#include <gtest/gtest.h>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

/// The problem of requiring "name", or the name in quotes.
std::string required(const char* element) {
  Parsed text(element);
  const bool has = text.root.has("name");
  EXPECT_EQ(require_attribute(text.root, "name", "a name", text.report), has);
  EXPECT_EQ(text.report.has_errors(), !has);
  io::Report report("f");
  const std::string_view name = require_name(text.root, "name", "a name", report);
  EXPECT_EQ(report.has_errors(), name.empty());
  return name.empty() ? only_problem(report) : "'" + std::string(name) + "'";
}

TEST(RequiredName, IsTheTextOfItsAttribute) {
  EXPECT_EQ(required("<e name='x'/>"), "'x'");
  EXPECT_EQ(required("<e a='1' name=' '/>"), "' '");
  EXPECT_EQ(required("<e nam='y' name='x &lt; y'/>"), "'x < y'");
}

TEST(RequiredName, IsReportedOnceIfItIsMissingOrEmpty) {
  EXPECT_EQ(required("<e/>"), "f:1:1: error: <e>: attribute 'name' is missing, expected a name");
  EXPECT_EQ(required("<e a='1' color='2'/>"), "f:1:1: error: <e>: attribute 'name' is missing, expected a name");
  EXPECT_EQ(required("<e a='1' nane='2'/>"),
            "f:1:1: error: <e>: attribute 'name' is missing, expected a name\n"
            "    hint: is 'nane' a misspelling of it?");
  EXPECT_EQ(required("<e a='1' name=''/>"), "f:1:10: error: <e>: name is \"\", expected a name");
}

}  // namespace

}  // namespace treefix::test
