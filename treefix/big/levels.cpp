#include <treefix/big/levels.hpp>

#include <treefix/batch/levels.hpp>

namespace treefix {

View<const BigLevel* const> all_big_levels() {
  static const BigLevel* const levels[] = {
      &big_level_portable,
#if defined(TREEFIX_HAS_V2)
      &big_level_v2,
#endif
#if defined(TREEFIX_HAS_V3)
      &big_level_v3,
#endif
#if defined(TREEFIX_HAS_V4)
      &big_level_v4,
#endif
  };
  return levels;
}

const BigLevel& current_big_level() {
  const std::string_view name = current_level().name;
  for (const BigLevel* level : all_big_levels())
    if (level->name == name) return *level;
  return big_level_portable;
}

}  // namespace treefix
