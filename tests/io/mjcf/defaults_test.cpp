// Defaults equal the same attributes written at each element.
#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

std::string defaults(const std::string& content) { return "<default>" + content + "</default>"; }

const std::string bare = "<geom contype='0' conaffinity='0' type='box' size='.1 .2 .3'/>";

TEST(MjcfDefaults, AreForAllThatHaveNoClass) {
  expect_same(
      robot(body("", "<joint/>" + bare),
            defaults("<joint axis='1 2 3' armature='.3'/><geom density='20' pos='.1 .2 .3'/>")),
      robot(body("",
                 "<joint axis='1 2 3' armature='.3'/><geom contype='0' conaffinity='0' type='box' size='.1 .2 .3' "
                 "density='20' pos='.1 .2 .3'/>")));
}

TEST(MjcfDefaults, ClassesHaveWhatTheClassAroundThemHas) {
  const std::string classes = defaults(
      "<default class='a'><default class='b'><geom density='30'/></default>"
      "<geom pos='.3 .2 .1'/></default><geom density='20' euler='10 20 30'/>");
  const auto with = [&](const char* name) {
    return robot(body("", std::string("<joint/><geom contype='0' conaffinity='0' type='box' size='.1 .2 .3' class='") +
                              name + "'/>"),
                 classes);
  };
  const auto written = [](const char* attributes) {
    return robot(
        body("", std::string("<joint/><geom contype='0' conaffinity='0' type='box' size='.1 .2 .3' euler='10 20 30' ") +
                     attributes + "/>"));
  };
  expect_same(with("main"), written("density='20'"));
  expect_same(with("a"), written("density='20' pos='.3 .2 .1'"));
  expect_same(with("b"), written("density='30' pos='.3 .2 .1'"));
}

TEST(MjcfDefaults, ChildclassHoldsUntilTheNextOne) {
  const std::string classes =
      defaults("<default class='a'><joint axis='1 0 0'/></default><default class='b'><joint axis='0 1 0'/></default>");
  const std::string joint = "<joint/>" + skewed;
  expect_same(
      robot(body("childclass='a'", joint + body("", joint + "<frame childclass='b'>" + body("", joint) + "</frame>" +
                                                        body("", "<joint class='main'/>" + skewed))),
            classes),
      robot(body("", "<joint axis='1 0 0'/>" + skewed +
                         body("", "<joint axis='1 0 0'/>" + skewed + body("", "<joint axis='0 1 0'/>" + skewed) +
                                      body("", "<joint axis='0 0 1'/>" + skewed)))));
}

TEST(MjcfDefaults, AnOwnOrientationReplacesThatOfTheClass) {
  const std::string classes = defaults("<geom quat='1 2 3 4'/>");
  const auto box = [](const char* pose) {
    return robot(
        body("", std::string("<joint/><geom contype='0' conaffinity='0' type='box' size='.1 .2 .3' ") + pose + "/>"),
        "");
  };
  const std::string euler = "<joint/><geom contype='0' conaffinity='0' type='box' size='.1 .2 .3' euler='10 20 30'/>";
  expect_same(robot(body("", euler), classes), box("euler='10 20 30'"));
  expect_same(robot(body("", "<joint/>" + bare), classes), box("quat='1 2 3 4'"));
}

TEST(MjcfDefaults, SizesAreOverriddenOneByOne) {
  expect_same(robot(body("", "<joint/><geom contype='0' conaffinity='0' type='box' size='.1'/>"),
                    defaults("<geom size='.5 .2 .3'/>")),
              robot(body("", "<joint/>" + bare)));
}

TEST(MjcfDefaults, ASecondSectionComesTooLateForClassesOfTheFirst) {
  const std::string sections = defaults("<geom density='20'/><default class='a'/>") + defaults("<geom density='30'/>");
  const auto with = [&](const char* name) {
    return read(robot(body("",
                           std::string("<joint/><geom contype='0' conaffinity='0' type='box' size='.5 .5 .5' class='") +
                               name + "'/>"),
                      sections))
        .total_mass();
  };
  EXPECT_DOUBLE_EQ(with("main"), 30);
  EXPECT_DOUBLE_EQ(with("a"), 20);
}

}  // namespace

}  // namespace treefix::test::mjcf
