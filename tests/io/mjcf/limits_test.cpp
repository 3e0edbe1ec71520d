// Deep and wide files, and files that request much memory.
#include <treefix/base/text.hpp>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

std::string repeated(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(MjcfLimits, NestingIsAsDeepAsTheLimitAllows) {
  constexpr int n = 20'000;
  const LoadOptions deep{.limits = {.depth = 2 * n}};
  EXPECT_EQ(read(robot(repeated(n, "<body><joint/>" + skewed) + repeated(n, "</body>")), deep).nv(), n);
  EXPECT_EQ(read(robot(repeated(n, "<frame>") + hinged(skewed) + repeated(n, "</frame>")), deep).nv(), 3);
  std::string classes;
  for (int i = 0; i < n; ++i) classes += concat("<default class='c", i, "'>");
  classes = "<default>" + classes + repeated(n, "</default>") + "</default>";
  EXPECT_EQ(read(robot(hinged(skewed), classes), deep).nv(), 3);
  EXPECT_NE(first_problem(robot(repeated(n, "<body>") + repeated(n, "</body>")))
                .find("nested too deeply, expected at most 10000 levels"),
            std::string::npos);
}

TEST(MjcfLimits, CopiesAreCounted) {
  const std::string million = robot("\n<replicate count='2000000000'><site/></replicate>");
  EXPECT_EQ(first_problem(million),
            "f:2:1: error: <replicate>: copies of more than 1000000 elements, expected at most 1000000\n    hint: "
            "write out a larger robot without <replicate>");
  EXPECT_EQ(first_problem(robot("<replicate count='100'><body/></replicate>"), {.limits = {.elements = 20}}),
            "f:1:20: error: <replicate>: copies of more than 20 elements, expected at most 20\n    hint: write out a "
            "larger robot without <replicate>");
  const std::string nested = robot(repeated(20, "<replicate count='10'>") + "<site/>" + repeated(20, "</replicate>"));
  EXPECT_NE(first_problem(nested, {.limits = {.elements = 1000}}).find("copies of more than 1000"), std::string::npos);
  EXPECT_NE(first_problem(robot(repeated(200, "<replicate count='1'>") + repeated(200, "</replicate>")))
                .find("nested too deeply, expected at most 100 levels"),
            std::string::npos);
}

TEST(MjcfLimits, NumbersThatWouldOverflowAreRefused) {
  const auto problem = [](const std::string& content) { return first_problem(robot(hinged("\n" + content))); };
  EXPECT_NE(problem("<geom size='1e300'/>").find("expected at most 1e9 m"), std::string::npos);
  EXPECT_NE(problem("<geom size='1' density='1e300'/>").find("mass is"), std::string::npos);
  EXPECT_NE(problem("<geom size='1e9' density='1e308'/>").find("out of range for a double"), std::string::npos);
  EXPECT_NE(problem("<geom size='1e-200'/>").find("mass"), std::string::npos);
  EXPECT_NE(problem("<geom type='capsule' size='1' fromto='0 0 0 0 0 1e300'/>").find("fromto is"), std::string::npos);
  EXPECT_EQ(first_problem(robot(body("quat='1e300 0 0 1e300'", "<joint axis='1e300 0 1e300'/>" + skewed))), "loaded");
}

}  // namespace

}  // namespace treefix::test::mjcf
