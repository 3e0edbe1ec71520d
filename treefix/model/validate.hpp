// Checks of a description that look at one body or frame at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/builder.hpp>

namespace treefix {

using Problems = std::vector<std::string>;

/// All bodies of a description, in the order they were added, wherever they lie.
using Bodies = std::vector<const BodySpec*>;

bool is_finite(const Vec3<double>& v);
bool is_zero(const Sym3<double>& a);
double largest_entry(const Sym3<double>& a);  // the absolute value
bool is_identity(const Transform<double>& X);

/// What is doubtful about a mass and an inertia about the centre of mass, both finite, the mass not negative.
enum class Doubt {
  none,
  no_mass,   // an inertia, but no mass
  singular,  // not positive definite, up to rounding only
  triangle,  // principal moments break the triangle inequality: no body has these
  negative,  // a principal moment is clearly negative: nothing can be computed with it
};
Doubt doubt(double mass, const Sym3<double>& inertia);

/// Adds what is wrong with the numbers of a body and its joint. Tolerant: of what Doubt says, only negative is wrong,
/// and only for a body that moves.
void check_body(const BodySpec& body, bool tolerant, Problems& problems);

/// Whether Sᵀ I S + armature is positive definite beyond rounding: otherwise a leaf on this joint has no definite
/// acceleration. I in coordinates of the joint frame.
bool resists(const Inertia<double>& inertia, const JointSpec& joint);

/// S of a joint with one degree of freedom.
Motion<double> motion_subspace(const JointSpec& joint);

/// Adds what is wrong with a placement: numbers that are not finite, a matrix that is no rotation.
void check_placement(std::string_view kind, std::string_view name, const Transform<double>& placement,
                     Problems& problems);

}  // namespace treefix
