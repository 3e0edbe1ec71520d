// Laws of treefix/io/element.hpp.
#include <treefix/io/element.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

TEST(Element, HasItsPlaceAndThatOfItsAttributes) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    std::string text = "<r>";
    std::vector<std::size_t> elements, attributes;
    for (Index k = random.below(6); k >= 0; --k) {
      for (Index blanks = random.below(4); blanks > 0; --blanks)
        text += random.below(2) == 0 ? " text " : "\n<!-- <c/> -->";
      elements.push_back(text.size());
      text += "<c a='1'";
      text.append(static_cast<std::size_t>(1 + random.below(3)), '\n');
      attributes.push_back(text.size());
      text += "b='2'/>";
    }
    Parsed parsed(text + "</r>");
    const char* begin = parsed.source.text().data();
    EXPECT_EQ(parsed.root.where().at, begin);
    std::size_t k = 0;
    for (io::Element child = parsed.root.first_child(); child; child = child.next(), ++k) {
      ASSERT_LT(k, elements.size());
      EXPECT_EQ(child.name(), "c");
      EXPECT_EQ(child.where().at, begin + elements[k]);
      EXPECT_EQ(child.where("b").at, begin + attributes[k]);
      EXPECT_EQ(child.where("absent").at, begin + elements[k]);
      EXPECT_EQ(child.parent().where().at, begin);
    }
    EXPECT_EQ(k, elements.size()) << text;
    EXPECT_TRUE(problems_of(parsed.report).empty());
  }
}

TEST(Element, IsDescribedByTheNearestName) {
  Parsed parsed("<robot name='r'><link name=''><mass/></link><joint name='j'><a><b/></a></joint></robot>");
  const io::Element link = parsed.root.first_child(), joint = link.next();
  EXPECT_EQ(parsed.root.describe(), "robot 'r'");
  EXPECT_EQ(link.describe(), "<link> of robot 'r'");
  EXPECT_EQ(link.first_child().describe(), "<mass> of robot 'r'");
  EXPECT_EQ(joint.describe(), "joint 'j'");
  EXPECT_EQ(joint.first_child().first_child().describe(), "<b> of joint 'j'");
  EXPECT_EQ(io::Element().describe(), "");
  const std::string long_name(101, 'n');
  EXPECT_EQ(Parsed(concat("<a name='", long_name, "'/>")).root.describe(), "a with a long name");
  EXPECT_EQ(Parsed(concat("<a name='", long_name.substr(1), "'/>")).root.describe(),
            concat("a '", long_name.substr(1), "'"));
}

TEST(Element, ThatIsAbsentHasNothing) {
  const io::Element absent = Parsed("<a/>").root.first_child();
  EXPECT_FALSE(absent);
  EXPECT_FALSE(absent.has("x") || absent.attribute("x") || absent.first_child() || absent.next());
  EXPECT_EQ(absent.where().at, nullptr);
}

TEST(Element, OfATextThatIsCutOrNoElementIsReported) {
  Parsed mixed("<a></b>");
  EXPECT_TRUE(mixed.root) << "the scanner has checked closing tags";
  Parsed cut("<a x=></a>");
  EXPECT_FALSE(cut.root);
  EXPECT_NE(only_problem(cut.report).find("XML parser: "), std::string::npos);
}

TEST(Quoted, IsTheWholeTextOrItsBeginningWithoutCuttingACharacter) {
  for (const char* character : {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    for (std::size_t before = 0; before < 4; ++before)
      for (int count = 0; count < 80; ++count) {
        std::string value(before, 'x');
        for (int k = 0; k < count; ++k) value += character;
        const std::string text = io::quoted("name", value);
        if (value.size() <= 60) {
          EXPECT_EQ(text, concat("name is \"", value, "\""));
          continue;
        }
        const std::size_t length = std::string_view(character).size(), kept = before + (60 - before) / length * length;
        EXPECT_EQ(text, concat("name is \"", value.substr(0, kept), "…\" (", value.size(), " bytes)"));
      }
}

}  // namespace

}  // namespace treefix::test
