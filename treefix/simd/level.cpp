#include <treefix/simd/level.hpp>

#include <cstdlib>
#include <string>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>

namespace treefix::simd {

View<const Level* const> all_levels() {
  static const Level* const levels[] = {
      &level_portable,
#if defined(TREEFIX_HAS_V2)
      &level_v2,
#endif
#if defined(TREEFIX_HAS_V3)
      &level_v3,
#endif
#if defined(TREEFIX_HAS_V4)
      &level_v4,
#endif
  };
  return levels;
}

const Level& current_level() {
  const char* wanted = std::getenv("TREEFIX_LEVEL");
  const Level* best = nullptr;
  std::string names;
  for (const Level* level : all_levels()) {
    if (!level->is_supported()) continue;
    names += concat(names.empty() ? "" : ", ", level->name);
    if (!wanted || *wanted == '\0' || level->name == wanted) best = level;
  }
  if (!best)
    throw ValueError(concat("TREEFIX_LEVEL is '", wanted, "', expected a level that this CPU supports: ", names));
  return *best;
}

}  // namespace treefix::simd
