// Laws of treefix/simd/level.hpp.
#include <treefix/simd/level.hpp>

#include <cstdlib>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <treefix/base/errors.hpp>
#include <treefix/engine/task.hpp>
#include <treefix/large_tree/kernels.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

/// Sets TREEFIX_LEVEL, and restores its previous value at the end.
class ChosenLevel {
 public:
  explicit ChosenLevel(const std::string& name) {
    if (const char* before = std::getenv("TREEFIX_LEVEL")) before_ = before;
    ::setenv("TREEFIX_LEVEL", name.c_str(), 1);
  }
  ~ChosenLevel() {
    if (before_.empty())
      ::unsetenv("TREEFIX_LEVEL");
    else
      ::setenv("TREEFIX_LEVEL", before_.c_str(), 1);
  }
  ChosenLevel(const ChosenLevel&) = delete;
  ChosenLevel& operator=(const ChosenLevel&) = delete;

 private:
  std::string before_;
};

TEST(Level, EachHasANameAndKernelsForStatesAndTreesOfTheSameWidth) {
  std::set<std::string_view> names;
  for (const Level* level : all_levels()) {
    EXPECT_TRUE(names.insert(level->name).second) << level->name;
    EXPECT_EQ(level->states->in_double.lanes, level->trees->inverse.lanes) << level->name;
    EXPECT_EQ(level->states->in_float.lanes, 2 * level->states->in_double.lanes) << level->name;
    EXPECT_EQ(level->states->one_state.lanes, 1) << level->name;
  }
  EXPECT_TRUE(all_levels()[0]->is_supported()) << "the portable level runs everywhere";
}

TEST(Level, TheEnvironmentChoosesAnyThatTheCpuSupportsAndNoOther) {
  for (const Level* level : all_levels()) {
    const ChosenLevel chosen{std::string(level->name)};
    if (level->is_supported())
      EXPECT_EQ(&current_level(), level);
    else
      EXPECT_THROW(current_level(), ValueError) << level->name;
  }
  const ChosenLevel unknown("x86-64-v1000");
  EXPECT_THROW(current_level(), ValueError);
}

TEST(Level, WithoutAChoiceTheLastThatTheCpuSupportsIsUsed) {
  const ChosenLevel none("");
  const Level* best = nullptr;
  for (const Level* level : all_levels())
    if (level->is_supported()) best = level;
  EXPECT_EQ(&current_level(), best);
}

}  // namespace
}  // namespace treefix::testing
