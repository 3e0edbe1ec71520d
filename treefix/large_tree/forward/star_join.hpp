// The star product of an element with everything beyond it, which is known.
#pragma once

#include <treefix/large_tree/forward/element.hpp>

namespace treefix::large_tree {

/// a_out = Z a_in + z
struct Response {
  Force<double> Z[6]{};  // rows
  Motion<double> z{};
};

/// By elimination instead of a square root of C as in primitives/star.hpp: for a piece of a thousand bodies the
/// smallest eigenvalues of C are rounding errors, and their roots are not small.
/// Everything beyond the element exerts the force f = K a_out + p. Returns the acceleration of the last body; `handed`
/// is what the body before the first feels in total.
///   Z = (1 + C K)⁻¹ A     z = (1 + C K)⁻¹ (b − C p)     J + Aᵀ K Z     η + Aᵀ (p + K z)
Response join(const PieceElement<double>& element, const ArticulatedBody<double>& beyond,
              ArticulatedBody<double>& handed);
/// The same if A is zero: the body before feels nothing of what is beyond.
Motion<double> join_forgetful(const PieceElement<double>& element, const ArticulatedBody<double>& beyond);

}  // namespace treefix::large_tree
