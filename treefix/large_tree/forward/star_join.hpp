// The star product of an element with everything beyond it.
#pragma once

#include <treefix/large_tree/forward/element.hpp>

namespace treefix::large_tree {

/// a_out = Z a_in + z
struct Response {
  Force<double> Z[6]{};  // rows
  Motion<double> z{};
};

/// Joins an element with everything beyond it, whose force is f = K a_out + p. Returns the acceleration of the last
/// body; `handed` is the articulated body of the whole, which acts on the body before the first.
///   Z = (1 + C K)⁻¹ A     z = (1 + C K)⁻¹ (b − C p)     handed = (J + Aᵀ K Z, η + Aᵀ (p + K z))
/// Solves by elimination, not with a square root of C as in primitives/star.hpp: for a piece of a thousand bodies the
/// smallest eigenvalues of C are rounding errors, and their roots are not small.
Response join(const PieceElement<double>& element, const ArticulatedBody<double>& beyond,
              ArticulatedBody<double>& handed);
/// The same if A is zero: what is beyond has no effect on the body before the first. Returns z.
Motion<double> join_forgetful(const PieceElement<double>& element, const ArticulatedBody<double>& beyond);

}  // namespace treefix::large_tree
