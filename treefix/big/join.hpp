// Elements of forward dynamics against what is beyond them: the star product with an end that is known.
#pragma once

#include <treefix/big/element.hpp>

namespace treefix {

/// a_out = Z a_in + z
struct Response {
  Force<double> Z[6]{};  // rows
  Motion<double> z{};
};

/// By elimination and not by a square root of C, as primitives/star.hpp has it: of a piece of a thousand bodies the least
/// of C is rounding, and the root of that is not small.
/// Beyond the element comes f = K a_out + p, which its own start is not in. Gives how its last body accelerates; handed
/// becomes what the one before its first feels of all.
///   Z = (1 + C K)⁻¹ A     z = (1 + C K)⁻¹ (b − C p)     J + Aᵀ K Z     η + Aᵀ (p + K z)
Response join(const Element<double>& element, const Articulated<double>& beyond, Articulated<double>& handed);
/// The same where A is zero: the one before feels nothing of what is beyond.
Motion<double> join_forgetful(const Element<double>& element, const Articulated<double>& beyond);

}  // namespace treefix
