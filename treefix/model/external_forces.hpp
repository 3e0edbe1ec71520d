// External forces: forces that something outside the robot applies to its bodies.
#pragma once

#include <treefix/base/view.hpp>
#include <treefix/spatial/motion.hpp>

namespace treefix {

/// The coordinates of external forces.
enum class ExternalFrame {
  of_body,  // each force in coordinates of the frame that has the name of its body
  of_root,  // all in root coordinates, moments about the origin of the root
};

/// One spatial force for each body, angular part first; empty for none. Views memory of the caller.
template <class T>
struct ExternalForces {
  View<const Force<T>> forces{};
  ExternalFrame frame = ExternalFrame::of_body;

  constexpr bool empty() const { return forces.empty(); }
  /// Whether there are forces in root coordinates, which need the poses of bodies.
  constexpr bool in_root() const { return !empty() && frame == ExternalFrame::of_root; }
};

}  // namespace treefix
