// What a file has that changes the motion but is not part of a treefix model: told once.
#pragma once

#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/io/mjcf/files.hpp>

namespace treefix::io::mjcf {

struct Ignored {
  Index damping = 0, friction = 0, springs = 0, ball_limits = 0;  // joints
  Index geoms = 0;  // that may touch others
  Index gravcomp = 0;  // bodies
  Index pairs = 0, equalities = 0, tendons = 0, flexes = 0, rotors = 0;

  /// Counts what is in a section of the top level, if that matters.
  void count(const Element& section, const Files& files);
  /// One warning at the root with all of it, or none.
  void warn(const Element& root, const Option& option, Report& report) const;
};

}  // namespace treefix::io::mjcf
