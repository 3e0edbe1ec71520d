// Laws of the text of a model: every body once, below its parent, and nothing that a terminal would interpret.
#include <model/descriptions.hpp>
#include <support/robot.hpp>

#include <algorithm>
#include <sstream>

#include <treefix/model/tree_text.hpp>

namespace treefix::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(TreeText, HasALineForEachBodyIndentedBelowItsParent) {
  std::vector<Model> models = testing::many_models(30);
  for (std::uint64_t seed = 0; seed < 30; ++seed) models.push_back(RandomDescription(seed).model());
  for (const Model& model : models) {
    const std::vector<std::string> lines = lines_of(tree_text(model));
    EXPECT_EQ(lines[0], summary(model));
    ASSERT_EQ(ssize(lines), 1 + model.link_count());
    std::vector<std::string> path;  // the bodies above, by depth
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::size_t indentation = lines[i].find_first_not_of(' ');
      const std::size_t depth = indentation / 2 - 1;
      if (depth >= 20) break;  // deeper bodies are not indented further
      const std::string name = lines[i].substr(indentation, lines[i].find("  ", indentation) - indentation);
      ASSERT_LE(depth, path.size());
      path.resize(depth);
      EXPECT_EQ(model.body_spec(name).parent, depth == 0 ? "" : path.back()) << name;
      path.push_back(name);
    }
  }
}

TEST(TreeText, NamesJointsCoordinatesAndMasses) {
  Builder builder("crane");
  builder.body({.name = "base"});
  builder.body(
      box({.name = "mast", .parent = "base", .joint = JointSpec::revolute({0, 0, -2})}, 1.23456, {}, {1, 1, 1}));
  builder.body(box({.name = "hook", .parent = "mast", .joint = JointSpec::spherical()}, 2, {}, {1, 1, 1}));
  BodySpec copy = box({.name = "copy", .parent = "base", .joint = JointSpec::prismatic({1, 1, 0})}, 3, {}, {1, 1, 1});
  copy.joint.mimic = {"mast", 2, 0};
  builder.body(std::move(copy));
  EXPECT_EQ(tree_text(builder.build()),
            "crane: 3 bodies, nq = 5, nv = 4, 6.235 kg\n"
            "  base  fixed, 0 kg\n"
            "    mast  revolute -z, q[0], 1.235 kg\n"
            "      hook  spherical, q[1:5] v[1:4], 2 kg\n"
            "    copy  prismatic (0.7071, 0.7071, 0), mimics mast, 3 kg");
}

TEST(TreeText, IsShortForLargeModelsAndSafeForTerminals) {
  EXPECT_EQ(lines_of(tree_text(zoo::chain(1000))).size(), 42U);
  EXPECT_TRUE(tree_text(zoo::chain(1000)).ends_with("\n  and 960 more bodies"));
  EXPECT_TRUE(tree_text(zoo::chain(41)).ends_with("\n  and 1 more body"));
  Builder builder("\x1b[31m");
  builder.body(moving("a\x1b[2Jb"));
  const std::string text = tree_text(builder.build());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\x1b'), 0);
}

}  // namespace
}  // namespace treefix::test
