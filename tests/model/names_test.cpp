// Properties of treefix/model/names.hpp.
#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
#include <treefix/model/names.hpp>

namespace treefix::test {
namespace {

TEST(NameTable, NumbersNamesInTheOrderTheyWereAdded) {
  NameTable names;  // no room: it has to grow
  for (Index i = 0; i < 1000; ++i) EXPECT_EQ(names.add(concat("name", i)), i);
  EXPECT_EQ(names.size(), 1000);
  for (Index i = 0; i < 1000; ++i) {
    EXPECT_EQ(names.find(concat("name", i)), i);
    EXPECT_EQ(names[i], concat("name", i));
    EXPECT_EQ(names.all()[static_cast<std::size_t>(i)], names[i]);
  }
}

TEST(NameTable, TakesANameOnceAndFindsNoOther) {
  NameTable names(2);
  EXPECT_EQ(names.find("a"), std::nullopt);
  EXPECT_EQ(names.add("a"), 0);
  EXPECT_EQ(names.add("a"), std::nullopt);
  EXPECT_EQ(names.add(""), 1);  // an empty name is a name
  EXPECT_EQ(names.size(), 2);
  EXPECT_EQ(names.find("b"), std::nullopt);
  EXPECT_EQ(names.find(""), 1);
}

TEST(NameTable, FindsRenumberedNamesUnderTheirNewNumbers) {
  NameTable names;
  for (const char* name : {"a", "b", "c"}) names.add(name);
  const std::vector<Index> numbers{2, 0, 1};
  names.renumber(numbers);
  EXPECT_EQ(names.all(), (std::vector<std::string>{"b", "c", "a"}));
  EXPECT_EQ(names.find("a"), 2);
  EXPECT_EQ(names.find("b"), 0);
  EXPECT_EQ(names.find("c"), 1);
  EXPECT_EQ(names.add("d"), 3);
}

TEST(NameTable, ACopyIsIndependent) {
  NameTable names;
  names.add("a");
  NameTable copy = names;
  copy.add("b");
  EXPECT_EQ(names.find("b"), std::nullopt);
  EXPECT_EQ(copy.find("a"), 0);
}

}  // namespace
}  // namespace treefix::test
