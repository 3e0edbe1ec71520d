#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <treefix/base/suggestion.hpp>

namespace treefix {

namespace {

const std::vector<std::string> names{"elbow", "shoulder", "wrist", "x"};

TEST(Suggestion, FindsNamesOneMistakeAway) {
  for (const char* typed : {"elbwo", "elbo", "elboww", "Elbow", "elbw", "e1bow", "elb"})
    EXPECT_EQ(closest_name(typed, names), "elbow") << typed;
}

TEST(Suggestion, FindsTheCloserOfTwo) {
  EXPECT_EQ(closest_name("joint_12", std::vector<std::string>{"joint_1", "joint_22", "joint_13"}), "joint_1");
  EXPECT_EQ(closest_name("joint_13", std::vector<std::string>{"joint_12", "joint_13"}), "joint_13");
}

TEST(Suggestion, IsSilentWhereNothingIsClose) {
  for (const char* typed : {"hand", "", "y", "banana", "e"}) EXPECT_EQ(closest_name(typed, names), "") << typed;
}

TEST(Suggestion, DoesNotCompareEndlessNames) {
  const std::string endless(1'000'000, 'a');
  EXPECT_EQ(closest_name(endless, std::vector<std::string>{endless.substr(1), "b"}), "");
}

TEST(Suggestion, IsASentence) {
  EXPECT_EQ(did_you_mean("elbwo", names), "did you mean 'elbow'?");
  EXPECT_EQ(did_you_mean("banana", names), "");
}

}  // namespace

}  // namespace treefix
