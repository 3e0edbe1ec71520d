#include <algorithm>

#include <gtest/gtest.h>

#include <treefix/base/diagnostic.hpp>

namespace treefix {

namespace {

Diagnostic whole() {
  return {.severity = Diagnostic::Severity::warning,
          .file = "arm.urdf",
          .line = 12,
          .column = 3,
          .element = "<axis> of joint 'elbow'",
          .seen = "the axis has length 2",
          .expected = "length 1",
          .done = "scaled to length 1",
          .hint = "write 0 0 1"};
}

TEST(Diagnostic, SaysWhereWhatAndWhatToDo) {
  EXPECT_EQ(
      to_text(whole()),
      "arm.urdf:12:3: warning: <axis> of joint 'elbow': the axis has length 2, expected length 1; scaled to length "
      "1\n    hint: write 0 0 1");
}

TEST(Diagnostic, LeavesOutWhatItDoesNotHave) {
  EXPECT_EQ(to_text({.file = "a", .seen = "it is empty"}), "a: error: it is empty");
  EXPECT_EQ(to_text({.file = "a", .line = 1, .column = 2, .seen = "x"}), "a:1:2: error: x");
}

TEST(ParseError, ShowsTheFirstHundredAndKeepsAll) {
  const ParseError error(std::vector<Diagnostic>(150, whole()));
  EXPECT_EQ(error.problems().size(), 150U);
  const std::string text = error.what();
  EXPECT_TRUE(text.ends_with("\nand 50 more"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 200);
}

}  // namespace

}  // namespace treefix
