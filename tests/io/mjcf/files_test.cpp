// Laws of treefix/io/mjcf/files.hpp: included files.
#include <treefix/io/mjcf/files.hpp>

#include <treefix/base/text.hpp>

#include "folder.hpp"

namespace treefix::test::mjcf {

namespace {

std::string includes(const std::string& file) { return robot("\n<include file='" + file + "'/>"); }

TEST_F(MjcfFiles, IncludedReplaceTheirElement) {
  const auto part = [](const char* name) { return hinged(skewed, concat("name='", name, "'")); };
  write("b.xml", "<anything>" + part("b") + "<include file='sub/c.xml'/></anything>");
  write("sub/c.xml", "<x>" + part("c") + "<include file='d.xml'/></x>");  // d lies beside c
  write("sub/d.xml", "<x>" + part("d") + "</x>");
  const Model model = load_main(robot(part("a") + "<include file='b.xml'/>" + part("e")));
  EXPECT_EQ(model.body_names(), (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  expect_same(model, read(robot(part("a") + part("b") + part("c") + part("d") + part("e"))));
}

/// A path without a folder is relative to the working directory, even if a file is missing.
TEST_F(MjcfFiles, LieBesideAFileThatIsNamedWithoutItsFolder) {
  write("b.xml", "<x>" + hinged(skewed) + "</x>");
  write("main.xml", includes("b.xml"));
  write("incomplete.xml", includes("none.xml"));
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "robot");
  const auto said = [](const char* file) -> std::string {
    try {
      return concat(load(file).nbody());
    } catch (const ParseError& error) {
      return error.what();
    }
  };
  const std::string whole = said("main.xml"), incomplete = said("incomplete.xml");
  fs::current_path(before);
  EXPECT_EQ(whole, "1");
  EXPECT_EQ(
      incomplete,
      "incomplete.xml:2:10: error: <include>: file is \"none.xml\": cannot read 'none.xml': No such file or directory");
}

TEST_F(MjcfFiles, IncludedMayHoldAnySection) {
  write("settings.xml",
        "<mujoco><compiler angle='radian'/><option gravity='0 0 -1'/><default><include "
        "file='class.xml'/></default></mujoco>");
  write("class.xml", "<x><joint axis='1 0 0'/></x>");
  expect_same(load_main(robot(body("euler='1 0 0'", "<joint/>" + skewed), "<include file='settings.xml'/>")),
              read(robot(body("euler='1 0 0'", "<joint axis='1 0 0'/>" + skewed),
                         "<compiler angle='radian'/><option gravity='0 0 -1'/>")));
}

TEST_F(MjcfFiles, IncludedHaveTheirOwnPlaces) {
  write("bad.xml", "<x>\n\n <body pos='1 2'/></x>");
  EXPECT_EQ(refusal(includes("bad.xml")), "bad.xml:3:8: error: <body>: pos is \"1 2\": 2 numbers, expected 3 numbers");
  write("open.xml", "<x>\n<body></x>");
  EXPECT_EQ(refusal(includes("open.xml")),
            "open.xml:2:7: error: </x>, expected </body>, because <body> on line 2 is not closed");
}

TEST_F(MjcfFiles, AreIncludedOnceAndNotByThemselves) {
  write("a.xml", "<x><body/></x>");
  write("loop.xml", "<x><body/><include file='loop.xml'/></x>");
  constexpr const char* twice =
      ", which is already included, expected each file once\n    hint: a file must not include itself";
  EXPECT_EQ(refusal(robot("<include file='a.xml'/>\n<include file='./a.xml'/>")),
            concat("main.xml:2:10: error: <include>: file is \"./a.xml\"", twice));
  EXPECT_EQ(refusal(includes("loop.xml")), concat("loop.xml:1:20: error: <include>: file is \"loop.xml\"", twice));
  EXPECT_EQ(refusal(includes("main.xml")), concat("main.xml:2:10: error: <include>: file is \"main.xml\"", twice));
}

TEST_F(MjcfFiles, LieInsideTheFolderOfTheMainFile) {
  std::ofstream(folder_ / "secret.xml") << "<x><body/></x>";
  fs::create_symlink(folder_ / "secret.xml", folder_ / "robot" / "link.xml");
  constexpr const char* inside = "expected a file inside the folder of the main file";
  constexpr const char* hint = "\n    hint: absolute paths and '..' are not allowed";
  EXPECT_EQ(refusal(includes("../secret.xml")),
            concat("main.xml:2:10: error: <include>: file is \"../secret.xml\", ", inside, hint));
  EXPECT_EQ(refusal(includes("/etc/passwd")),
            concat("main.xml:2:10: error: <include>: file is \"/etc/passwd\", ", inside, hint));
  EXPECT_EQ(
      refusal(includes("link.xml")),
      concat("main.xml:2:10: error: <include>: file is \"link.xml\", which leads outside through a symbolic link, ",
             inside));
}

TEST_F(MjcfFiles, ThatAreMissingOrEmptyAreErrors) {
  write("parts.xml", "<x/>");
  EXPECT_EQ(
      refusal(includes("part.xml")),
      "main.xml:2:10: error: <include>: file is \"part.xml\": cannot read 'part.xml': No such file or directory (did "
      "you mean 'parts.xml'?)");
  EXPECT_EQ(refusal(includes("parts.xml")),
            "main.xml:2:10: error: <include>: file is \"parts.xml\", which has no elements, expected a root with at "
            "least one child element");
  EXPECT_EQ(refusal(includes("sub")), "main.xml:2:10: error: <include>: file is \"sub\": it is not a regular file");
}

TEST_F(MjcfFiles, CountTogetherForTheLimitOfBytes) {
  write("large.xml", "<x><body/>" + std::string(1000, '\n') + "</x>");
  EXPECT_EQ(refusal(includes("large.xml"), {.limits = {.bytes = 1100}}), "loaded");
  EXPECT_NE(refusal(includes("large.xml"), {.limits = {.bytes = 1050}}).find("larger than the limit"),
            std::string::npos);
}

}  // namespace

}  // namespace treefix::test::mjcf
