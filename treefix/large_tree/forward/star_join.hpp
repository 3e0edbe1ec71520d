// The star product of an element with what is beyond it, which is known.
#pragma once

#include <treefix/large_tree/forward/element.hpp>

namespace treefix::large_tree {

/// a_out = Z a_in + z
struct Response {
  Force<double> Z[6]{};  // rows
  Motion<double> z{};
};

/// By elimination and not by a square root of C, as in primitives/star.hpp: the smallest eigenvalues of C of a piece of a
/// thousand bodies are rounding errors, and their roots are not small.
/// Beyond the element comes the force f = K a_out + p. Returns how its last body accelerates; handed becomes what the body
/// before its first feels of all.
///   Z = (1 + C K)⁻¹ A     z = (1 + C K)⁻¹ (b − C p)     J + Aᵀ K Z     η + Aᵀ (p + K z)
Response join(const PieceElement<double>& element, const ArticulatedBody<double>& beyond,
              ArticulatedBody<double>& handed);
/// The same where A is zero: the body before feels nothing of what is beyond.
Motion<double> join_forgetful(const PieceElement<double>& element, const ArticulatedBody<double>& beyond);

}  // namespace treefix::large_tree
