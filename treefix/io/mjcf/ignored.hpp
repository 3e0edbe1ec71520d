// Counts the features of a file that affect the motion but are not part of a treefix model, for one warning.
#pragma once

#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/io/mjcf/files.hpp>

namespace treefix::io::mjcf {

struct Ignored {
  Index damping = 0, friction = 0, springs = 0, ball_limits = 0;  // joints
  Index geoms = 0;  // that can collide
  Index gravcomp = 0;  // bodies
  Index pairs = 0, equalities = 0, tendons = 0, flexes = 0;
  Index actuators = 0;  // with armature or damping

  /// Counts the features in a top-level section.
  void count(const Element& section, const Files& files);
  /// Adds one warning that lists all of them, at the root, if there are any.
  void warn(const Element& root, const Option& option, Report& report) const;
};

}  // namespace treefix::io::mjcf
