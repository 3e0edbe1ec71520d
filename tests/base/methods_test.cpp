// Laws of treefix/base/methods.hpp.
#include <treefix/base/methods.hpp>

#include <set>

#include <gtest/gtest.h>

namespace treefix {
namespace {

template <class Enum, std::size_t n>
void expect_names(const Enum (&all)[n]) {
  std::set<std::string_view> names;
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_EQ(static_cast<std::size_t>(all[k]), k) << "the list is not in the order of the enum";
    EXPECT_FALSE(to_string(all[k]).empty());
    EXPECT_TRUE(names.insert(to_string(all[k])).second) << to_string(all[k]) << " names two of them";
  }
}

TEST(Methods, AreListedInOrderAndHaveNamesOfTheirOwn) {
  expect_names(forward_methods);
  expect_names(inverse_methods);
  expect_names(cfa_solvers);
  EXPECT_NE(to_string(TreeScan::heavy), to_string(TreeScan::euler));
}

TEST(Methods, OfThePapersDoNotSupportMimicJoints) {
  for (const ForwardMethod method : forward_methods)
    EXPECT_FALSE(is_from_papers(method) && works_with_mimic(method)) << to_string(method);
  for (const InverseMethod method : inverse_methods)
    EXPECT_FALSE(is_from_papers(method) && works_with_mimic(method)) << to_string(method);
}

TEST(Methods, AutomaticWorksWithEveryModelAndIsNoMethodOfThePapers) {
  EXPECT_TRUE(works_with_mimic(ForwardMethod::automatic) && works_with_mimic(InverseMethod::automatic));
  EXPECT_FALSE(is_from_papers(ForwardMethod::automatic) || is_from_papers(InverseMethod::automatic));
}

TEST(Methods, ThatIterateAreOfThePapersAndHaveALimitAboveTheNumberOfUnknowns) {
  for (const ForwardMethod method : forward_methods)
    EXPECT_TRUE(!iterates(method) || is_from_papers(method)) << to_string(method);
  for (const Index nv : {0, 1, 7, 1000}) EXPECT_GT(default_iteration_limit(nv), nv);
}

}  // namespace
}  // namespace treefix
