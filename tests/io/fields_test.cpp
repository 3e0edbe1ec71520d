// Laws of treefix/io/fields.hpp.
#include <treefix/io/fields.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

constexpr const char* field_names[] = {"mass", "size", "xyz", "other"};

/// mass (required) and size have one number, xyz has three.
struct Values {
  double mass = -1, size = -1, xyz[3] = {-1, -1, -1};
  bool complete = false;
  std::string problems{};
  bool has_size = false, has_xyz = false;
};

Values read(const std::string& element) {
  Parsed text(element);
  Values values;
  io::Field fields[] = {{.name = "mass", .values = &values.mass, .required = true},
                        {.name = "size", .values = &values.size},
                        {.name = "xyz", .values = values.xyz, .count = 3}};
  values.complete = read_fields(text.root, fields, text.report);
  values.has_size = fields[1].given;
  values.has_xyz = fields[2].given;
  for (const Diagnostic& problem : problems_of(text.report)) values.problems += to_text(problem) + "\n";
  return values;
}

TEST(Fields, AreTheSameInEveryOrderWhicheverAreThere) {
  const char* texts[] = {"mass='2'", "size='3'", "xyz='4 5 6'", "other='x'"};
  int order[] = {0, 1, 2, 3};
  do {
    for (unsigned there = 0; there < 16; ++there) {
      std::string element = "<e";
      for (const int k : order)
        if ((there >> static_cast<unsigned>(k) & 1U) != 0) element += concat(" ", texts[k]);
      const Values values = read(element + "/>");
      const bool mass = (there & 1U) != 0, size = (there & 2U) != 0, xyz = (there & 4U) != 0;
      EXPECT_EQ(values.complete, mass) << element;
      EXPECT_EQ(values.problems, mass ? "" : "f:1:1: error: <e>: attribute 'mass' is missing, expected a number\n");
      EXPECT_EQ(values.mass, mass ? 2 : -1);
      EXPECT_EQ(values.size, size ? 3 : -1);
      EXPECT_EQ(values.xyz[0], xyz ? 4 : -1);
      EXPECT_EQ(values.xyz[2], xyz ? 6 : -1);
      EXPECT_EQ(values.has_size, size);
      EXPECT_EQ(values.has_xyz, xyz);
    }
  } while (std::next_permutation(order, order + 4));
}

TEST(Fields, ThatAreInvalidAreReportedOnceAndNotWritten) {
  const Values values = read("<e mass='x' size='1 2' xyz='1 2'/>");
  EXPECT_FALSE(values.complete || values.has_size || values.has_xyz);
  EXPECT_EQ(values.mass + values.size + values.xyz[0], -3);
  EXPECT_EQ(values.problems,
            "f:1:4: error: <e>: mass is \"x\": not a number, expected a finite number\n"
            "f:1:13: error: <e>: size is \"1 2\": more than 1, expected one number\n"
            "f:1:24: error: <e>: xyz is \"1 2\": 2 numbers, expected 3 numbers\n");
  EXPECT_TRUE(read("<e mass='1' size='x'/>").complete) << "size is not required";
}

TEST(Fields, ThatAreMisspelledAreNamed) {
  EXPECT_EQ(read("<e mas='1'/>").problems,
            "f:1:1: error: <e>: attribute 'mass' is missing, expected a number\n"
            "    hint: is 'mas' a misspelling of it?\n"
            "f:1:4: warning: <e>: unknown attribute 'mas'; ignored\n    hint: did you mean 'mass'?\n");
  EXPECT_EQ(read("<e mass='1' xyy='1'/>").problems,
            "f:1:13: warning: <e>: unknown attribute 'xyy'; ignored\n    hint: did you mean 'xyz'?\n");
}

TEST(Children, AreFoundInEveryOrderWhicheverAreThere) {
  const std::array<std::string_view, 3> wanted = {"mass", "size", "xyz"};
  int order[] = {0, 1, 2, 3};
  do {
    for (unsigned there = 0; there < 16; ++there) {
      std::string text = "<e>";
      for (const int k : order)
        if ((there >> static_cast<unsigned>(k) & 1U) != 0) text += concat(" <", field_names[k], " n='", k, "'/>\n");
      Parsed parsed(text + "</e>");
      const auto found = io::find_children(parsed.root, wanted, parsed.report);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(static_cast<bool>(found[k]), (there >> k & 1U) != 0);
        EXPECT_EQ(found[k].attribute("n").value_or(std::to_string(k)), std::to_string(k));
      }
      EXPECT_TRUE(problems_of(parsed.report).empty()) << text;
    }
  } while (std::next_permutation(order, order + 4));
}

TEST(Children, AreTheFirstOfTheirNameAndASecondIsAnError) {
  Parsed parsed("<e><size n='0'/>\n<mass/>\n<size n='1'/></e>");
  const auto found = io::find_children<2>(parsed.root, {"mass", "size"}, parsed.report);
  EXPECT_EQ(found[1].attribute("n"), "0");
  EXPECT_EQ(only_problem(parsed.report), "f:3:1: error: <size>: a second <size>, expected at most one");
}

TEST(Children, ThatAreMisspelledAreNamedUnlessTheyAreUnwanted) {
  const auto problem = [](io::Names unwanted) {
    Parsed parsed("<e><mas/></e>");
    io::find_children<2>(parsed.root, {"mass", "size"}, parsed.report, unwanted);
    return only_problem(parsed.report);
  };
  EXPECT_EQ(problem({}), "f:1:4: warning: <mas>: unknown element; ignored\n    hint: did you mean 'mass'?");
  EXPECT_EQ(problem({"x", "mas"}), "0 problems");
}

}  // namespace

}  // namespace treefix::test
