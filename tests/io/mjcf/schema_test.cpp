// Laws of treefix/io/mjcf/schema.hpp.
#include <treefix/io/mjcf/schema.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test::mjcf {

namespace {

using namespace io::mjcf;

constexpr Kind all_kinds[] = {Kind::compiler, Kind::option,    Kind::flag,     Kind::default_class, Kind::body,
                              Kind::frame,    Kind::replicate, Kind::inertial, Kind::joint,         Kind::freejoint,
                              Kind::geom,     Kind::mesh,      Kind::hfield,   Kind::include};

bool has(NameList names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); }

/// Each name of the list without one of its letters, unless that is a name, too.
std::vector<std::string> misspelled(NameList names) {
  std::vector<std::string> all;
  for (const std::string_view name : names)
    for (std::size_t k = 0; k < name.size(); ++k) {
      std::string text(name);
      text.erase(k, 1);
      if (text.size() > 1 && text[0] != '_' && !has(names, text)) all.push_back(text);
    }
  return all;
}

TEST(MjcfSchema, KnowsItsAttributesAndNoOthers) {
  for (const Kind kind : all_kinds) {
    const NameList names = attributes_of(kind);
    EXPECT_FALSE(names.empty());
    std::string element = "<e";
    for (const std::string_view name : names) element += concat(" ", name, "=''");
    Parsed good(element + "/>");
    check_attributes(good.root, kind, good.report);
    EXPECT_TRUE(problems_of(good.report).empty());
    for (const std::string& name : misspelled(names)) {
      Parsed bad(concat("<e ", name, "=''/>"));
      check_attributes(bad.root, kind, bad.report);
      const std::vector<Diagnostic> found = problems_of(bad.report);
      ASSERT_EQ(found.size(), 1U) << name;
      EXPECT_EQ(found[0].severity, Diagnostic::Severity::warning);
      EXPECT_EQ(found[0].seen, concat("unknown attribute '", name, "'"));
      EXPECT_EQ(found[0].column, 4);
      EXPECT_NE(found[0].hint, "") << name;
    }
  }
}

TEST(MjcfSchema, HasTheAttributesOfTheManualForEachKind) {
  // one that no other kind has
  const std::pair<Kind, std::string_view> attributes[] = {
      {Kind::compiler, "eulerseq"}, {Kind::option, "timestep"}, {Kind::flag, "warmstart"},
      {Kind::body, "mocap"},        {Kind::replicate, "count"}, {Kind::inertial, "fullinertia"},
      {Kind::joint, "armature"},    {Kind::freejoint, "align"}, {Kind::geom, "fromto"},
      {Kind::mesh, "vertex"},       {Kind::hfield, "elevation"}};
  for (const auto& [kind, attribute] : attributes)
    for (const Kind other : all_kinds) EXPECT_EQ(has(attributes_of(other), attribute), other == kind) << attribute;
  EXPECT_TRUE(has(attributes_of(Kind::default_class), "class") && has(attributes_of(Kind::include), "file"));
  for (const char* pose : {"pos", "quat", "axisangle", "euler", "xyaxes", "zaxis"})
    for (const Kind kind : all_kinds)
      EXPECT_EQ(has(attributes_of(kind), pose), kind == Kind::body || kind == Kind::frame || kind == Kind::inertial ||
                                                    kind == Kind::geom || (kind == Kind::joint && pose[0] == 'p') ||
                                                    (kind == Kind::replicate && pose == std::string_view("euler")))
          << pose;
}

TEST(MjcfSchema, KnowsItsElementsAndNoOthers) {
  for (const NameList names : {top_elements(), body_elements(), default_elements(), asset_elements()}) {
    const auto expect = [&](std::string_view name, bool known) {
      Parsed text(concat("<", name, "/>"));
      EXPECT_EQ(check_element(text.root, names, text.report), known) << name;
      const std::vector<Diagnostic> found = problems_of(text.report);
      EXPECT_EQ(found.size(), known ? 0U : 1U);
      for (const Diagnostic& problem : found) EXPECT_NE(problem.hint, "") << name;
    };
    for (const std::string_view name : names) expect(name, true);
    for (const std::string& name : misspelled(names)) expect(name, false);
  }
}

TEST(MjcfWord, IsItsPlaceInTheList) {
  constexpr std::string_view words[] = {"free", "ball", "slide", "hinge"};
  for (Index k = 0; k < 4; ++k) {
    Parsed text(concat("<e x='", words[k], "'/>"));
    EXPECT_EQ(read_word(text.root, "x", words, text.report), k);
    EXPECT_FALSE(read_word(text.root, "y", words, text.report)) << "absent";
    int value = -1;
    read_word_into(text.root, "x", words, value, text.report);
    EXPECT_EQ(value, k);
    read_word_into(text.root, "y", words, value, text.report);
    EXPECT_EQ(value, k) << "kept where the attribute is absent";
    EXPECT_FALSE(text.report.has_errors());
  }
  for (const char* other : {"", "Free", "free ", "hin"}) {
    Parsed text(concat("<e x='", other, "'/>"));
    EXPECT_FALSE(read_word(text.root, "x", words, text.report));
    const std::string begin = concat("f:1:4: error: <e>: x is \"", other, "\", expected free, ball, slide or hinge");
    EXPECT_TRUE(only_problem(text.report).starts_with(begin)) << only_problem(text.report);
  }
}

TEST(MjcfInteger, IsAWholeNumberOf32Bits) {
  constexpr double most = 2147483647;
  const auto expect = [&](double x) {
    Parsed text(concat("<e x='", x, "'/>"));
    const auto found = read_integer(text.root, "x", text.report);
    const bool whole = std::floor(x) == x && std::abs(x) <= most;
    EXPECT_EQ(found.has_value(), whole) << x;
    EXPECT_EQ(static_cast<double>(found.value_or(0)), whole ? x : 0);
    EXPECT_EQ(only_problem(text.report),
              whole ? "0 problems" : concat("f:1:4: error: <e>: x is \"", x, "\", expected an integer"));
  };
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const double x = std::round(random.uniform(-1, 1) * std::pow(10, random.uniform(0, 12)));
    expect(x);
    expect(x + 0.5);
  }
  for (const double x : {0.0, -0.5, most, -most, most + 1, -most - 1, 1e300}) expect(x);
}

}  // namespace

}  // namespace treefix::test::mjcf
