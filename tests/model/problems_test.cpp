// The problems of a description that Builder reports, each by itself and all together (treefix/model/validate.hpp).
#include <algorithm>
#include <limits>

#include <model/robots.hpp>

#include <treefix/base/text.hpp>

namespace treefix::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A body with one change.
template <class Change>
BodySpec bad(std::string name, Change change) {
  BodySpec body = moving(std::move(name));
  change(body);
  return body;
}

std::vector<std::string> problems_of(const Builder& builder) {
  try {
    builder.build();
  } catch (const ModelError& error) {
    std::vector<std::string> texts;
    for (const auto& [about, text] : error.problems()) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos);
      EXPECT_NE(text.find(about), std::string::npos) << text;
      texts.push_back(text);
    }
    return texts;
  }
  return {};
}

/// A mistake in a robot, and the words that the report of Builder must contain.
struct Mistake {
  void (*make)(Builder&);
  std::vector<const char*> words;
};

bool tells(const std::string& problem, const Mistake& mistake) {
  for (const char* word : mistake.words)
    if (problem.find(word) == std::string::npos) return false;
  return true;
}

std::string joined(const std::vector<std::string>& problems) {
  std::string text;
  for (const std::string& problem : problems) text += concat("\n  ", problem);
  return text.empty() ? "\n  none" : text;
}

/// Every mistake has its own body or frame, so that one robot can contain all of them.
const std::vector<Mistake>& mistakes() {
  using B = BodySpec;
  static const std::vector<Mistake> all{
      {[](Builder& b) { b.gravity({0, 0, nan}); }, {"gravity", "finite"}},
      // numbers that are not finite
      {[](Builder& b) { b.body(bad("m-nan", [](B& s) { s.mass = nan; })); }, {"body 'm-nan'", "mass", "nan"}},
      {[](Builder& b) { b.body(bad("c-inf", [](B& s) { s.com.y = inf; })); },
       {"body 'c-inf'", "centre of mass", "inf"}},
      {[](Builder& b) { b.body(bad("i-nan", [](B& s) { s.inertia.yz = nan; })); },
       {"body 'i-nan'", "inertia", "yz nan"}},
      {[](Builder& b) { b.body(bad("r-nan", [](B& s) { s.placement.r.z = nan; })); },
       {"body 'r-nan'", "position", "nan"}},
      {[](Builder& b) { b.body(bad("e-nan", [](B& s) { s.placement.E.y.x = nan; })); },
       {"body 'e-nan'", "rotation", "nan"}},
      {[](Builder& b) { b.body(bad("u-nan", [](B& s) { s.joint.axis.x = nan; })); }, {"joint 'u-nan'", "axis", "nan"}},
      {[](Builder& b) { b.body(bad("p-inf", [](B& s) { s.joint = JointSpec::helical({1, 0, 0}, inf); })); },
       {"joint 'p-inf'", "pitch", "inf"}},
      {[](Builder& b) { b.body(bad("a-inf", [](B& s) { s.joint.armature = {inf}; })); },
       {"joint 'a-inf'", "armature", "inf"}},
      {[](Builder& b) { b.body(bad("l-nan", [](B& s) { s.joint.lower = {nan}; })); },
       {"joint 'l-nan'", "lower limit", "nan"}},
      // masses and inertias that no rigid body has
      {[](Builder& b) { b.body(bad("m-negative", [](B& s) { s.mass = -1; })); },
       {"body 'm-negative'", "mass is -1", "zero or more"}},
      {[](Builder& b) { b.body(bad("m-zero", [](B& s) { s.mass = 0, s.joint = {}; })); },
       {"body 'm-zero'", "mass is zero", "inertia is not"}},
      {[](Builder& b) { b.body(bad("i-zero", [](B& s) { s.inertia = {}; })); },
       {"body 'i-zero'", "not positive definite"}},
      {[](Builder& b) { b.body(bad("i-saddle", [](B& s) { s.inertia = {1, 2, 1, 0, 0, 1}; })); },
       {"body 'i-saddle'", "not positive definite"}},
      {[](Builder& b) { b.body(bad("i-plate", [](B& s) { s.inertia = Sym3<double>::diagonal(1, 1, 2.1); })); },
       {"body 'i-plate'", "triangle inequality"}},
      {[](Builder& b) {
         // the principal moments 1, 1, 2.1, hidden by a rotation
         b.body(bad("i-turned", [](B& s) {
           const Mat3<double> E = turned(Quaternion<double>{0.3, -0.2, 0.5, 0.8});
           s.inertia = rotate(E, Sym3<double>::diagonal(1, 1, 2.1));
         }));
       },
       {"body 'i-turned'", "triangle inequality"}},
      {[](Builder& b) { b.body({.name = "massless", .joint = JointSpec::spherical()}); },
       {"body 'massless'", "moves", "mass"}},
      // joints
      {[](Builder& b) { b.body(bad("u-zero", [](B& s) { s.joint.axis = {}; })); }, {"joint 'u-zero'", "axis is zero"}},
      {[](Builder& b) { b.body(bad("u-tiny", [](B& s) { s.joint.axis = {1e-200, 0, 0}; })); },
       {"joint 'u-tiny'", "axis", "too small"}},
      {[](Builder& b) { b.body(bad("named", [](B& s) { s.joint = JointSpec::prismatic({}, "slide"); })); },
       {"joint 'slide'", "axis is zero"}},
      {[](Builder& b) { b.body(bad("a-negative", [](B& s) { s.joint.armature = {-1}; })); },
       {"joint 'a-negative'", "armature is -1", "zero or more"}},
      {[](Builder& b) { b.body(bad("d-negative", [](B& s) { s.joint.damping = {-1}; })); },
       {"joint 'd-negative'", "damping is -1", "zero or more"}},
      {[](Builder& b) { b.body(bad("d-inf", [](B& s) { s.joint.damping = {inf}; })); },
       {"joint 'd-inf'", "damping is inf", "finite"}},
      {[](Builder& b) { b.body(bad("f-negative", [](B& s) { s.joint.friction = {-1}; })); },
       {"joint 'f-negative'", "friction is -1", "zero or more"}},
      {[](Builder& b) { b.body(bad("f-two", [](B& s) { s.joint.friction = {1, 2}; })); },
       {"joint 'f-two'", "friction has 2 numbers, expected 1"}},
      {[](Builder& b) { b.body(bad("a-two", [](B& s) { s.joint.armature = {1, 2}; })); },
       {"joint 'a-two'", "armature has 2 numbers, expected 1"}},
      {[](Builder& b) { b.body(bad("l-two", [](B& s) { s.joint.lower = {1, 2}; })); },
       {"joint 'l-two'", "lower limit has 2 numbers, expected 1"}},
      {[](Builder& b) {
         b.body(bad("s-three", [](B& s) {
           s.joint = JointSpec::spherical();
           s.joint.upper = {1, 2, 3};  // nq is 4
         }));
       },
       {"joint 's-three'", "upper limit has 3 numbers, expected 4"}},
      {[](Builder& b) { b.body(bad("l-above", [](B& s) { s.joint.lower = {2}, s.joint.upper = {1}; })); },
       {"joint 'l-above'", "lower limit 2 is above the upper limit 1"}},
      {[](Builder& b) { b.body(bad("v-negative", [](B& s) { s.joint.velocity_limit = {-1}; })); },
       {"joint 'v-negative'", "velocity limit is -1"}},
      {[](Builder& b) { b.body(bad("t-negative", [](B& s) { s.joint.effort_limit = {-1}; })); },
       {"joint 't-negative'", "effort limit is -1"}},
      // placements
      {[](Builder& b) { b.body(bad("e-scaled", [](B& s) { s.placement.E.x.x = 1.001; })); },
       {"body 'e-scaled'", "orthonormal"}},
      {[](Builder& b) { b.body(bad("e-mirror", [](B& s) { s.placement.E.z.z = -1; })); },
       {"body 'e-mirror'", "right-handed"}},
      {[](Builder& b) { b.frame("f-nan", "", placed<double>({nan, 0, 0})); }, {"frame 'f-nan'", "position", "nan"}},
      {[](Builder& b) { b.frame("f-scaled", "", {2.0 * Mat3<double>::identity(), {}}); },
       {"frame 'f-scaled'", "orthonormal"}},
      {[](Builder& b) { b.body(bad("o-nan", [](B& s) { s.offset.r.z = nan; })); },
       {"offset of body 'o-nan'", "position", "nan"}},
      {[](Builder& b) { b.body(bad("o-mirror", [](B& s) { s.offset.E.z.z = -1; })); },
       {"offset of body 'o-mirror'", "right-handed"}},
      // mimic joints
      {[](Builder& b) { b.body(bad("m-lost", [](B& s) { s.joint.mimic = {"missing"}; })); },
       {"joint 'm-lost'", "mimics 'missing'"}},
      {[](Builder& b) {
         b.body(bad("m-round", [](B& s) { s.joint.mimic = {"m-about"}; }));
         b.body(bad("m-about", [](B& s) { s.joint.mimic = {"m-round"}; }));
       },
       {"cycle", "joint 'm-round'", "joint 'm-about'"}},
      // names
      {[](Builder& b) { b.body(moving("orphan", "missing")); }, {"body 'orphan'", "parent 'missing'"}},
      {[](Builder& b) { b.frame("lost", "missing", {}); }, {"frame 'lost'", "'missing'"}},
      {[](Builder& b) { b.frame("f", "", {}).frame("on frame", "f", {}); }, {"frame 'on frame'", "'f'"}},
      {[](Builder& b) { b.body({.name = "twice"}).body({.name = "twice"}); }, {"body 'twice'", "used twice"}},
      {[](Builder& b) {
         b.body(bad("j1", [](B& s) { s.joint.name = "joint"; }));
         b.body(bad("j2", [](B& s) { s.joint.name = "joint"; }));
       },
       {"joint 'joint'", "used twice"}},
      {[](Builder& b) { b.frame("frame", "", {}).frame("frame", "", {}); }, {"frame 'frame'", "used twice"}},
      {[](Builder& b) { b.body({.name = "both"}).frame("both", "", {}); }, {"frame 'both'", "used twice"}},
      {[](Builder& b) { b.body({.name = ""}); }, {"a body has no name"}},
      {[](Builder& b) { b.body(moving("round", "about")).body(moving("about", "round")); },
       {"cycle", "body 'round'", "body 'about'"}},
      {[](Builder& b) { b.body(moving("itself", "itself")); }, {"cycle", "body 'itself'"}},
  };
  return all;
}

TEST(Problems, EachIsFoundByItselfAndNamed) {
  for (const Mistake& mistake : mistakes()) {
    Builder builder;
    builder.body(moving("upper")).body(moving("lower", "upper"));
    ASSERT_TRUE(problems_of(builder).empty());
    mistake.make(builder);
    const std::vector<std::string> problems = problems_of(builder);
    const bool told = problems.size() == 1 && tells(problems[0], mistake);
    EXPECT_TRUE(told) << mistake.words[0] << joined(problems);
  }
}

TEST(Problems, AllAreListedByOneError) {
  Builder builder;
  for (const Mistake& mistake : mistakes()) mistake.make(builder);
  const std::vector<std::string> problems = problems_of(builder);
  for (const Mistake& mistake : mistakes()) {
    const bool told = std::any_of(problems.begin(), problems.end(),
                                  [&](const std::string& problem) { return tells(problem, mistake); });
    EXPECT_TRUE(told) << mistake.words[0];
  }
  EXPECT_LE(problems.size(), mistakes().size()) << "a problem is reported twice" << joined(problems);
}

TEST(Problems, AreNotReportedWhereThereAreNone) {
  const auto expect_good = [](const BodySpec& body) {
    EXPECT_EQ(joined(problems_of(Builder().body(body))), joined({}));
  };
  expect_good(bad("flat plate", [](BodySpec& s) { s.inertia = Sym3<double>::diagonal(1, 1, 2); }));
  expect_good(bad("long rod", [](BodySpec& s) { s.inertia = Sym3<double>::diagonal(1e-9, 1, 1); }));
  expect_good(bad("speck", [](BodySpec& s) { s.mass = 1e-12, s.inertia = 1e-24 * s.inertia; }));
  expect_good(bad("moon", [](BodySpec& s) { s.mass = 7e22, s.inertia = 1e35 * s.inertia; }));
  expect_good(bad("one limit", [](BodySpec& s) { s.joint.lower = {-inf}, s.joint.upper = {3}; }));
  expect_good(bad("equal limits", [](BodySpec& s) { s.joint.lower = {3}, s.joint.upper = {3}; }));
  expect_good(bad("short axis", [](BodySpec& s) { s.joint.axis = {0, 1e-100, 0}; }));
  expect_good(bad("unused axis", [](BodySpec& s) { s.joint = JointSpec::free(), s.joint.axis = {}; }));
  expect_good({.name = "massless and fixed"});
}

TEST(Problems, ACycleOfManyBodiesIsNotListedInFull) {
  Builder builder;
  for (int i = 0; i < 100; ++i) builder.body(moving(concat("b", i), concat("b", (i + 1) % 100)));
  const std::vector<std::string> problems = problems_of(builder);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].find("95 more"), std::string::npos) << problems[0];
}

TEST(Problems, TheErrorNamesTheModel) {
  try {
    Builder("my robot").gravity({nan, 0, 0}).build();
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("'my robot'"), std::string::npos);
  }
}

}  // namespace
}  // namespace treefix::test
