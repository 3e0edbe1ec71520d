// Checks of single bodies and frames of a description.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/builder.hpp>

namespace treefix {

using Problems = std::vector<ModelProblem>;

/// Pointers to all bodies of a description, in the order in which they were added.
using Bodies = std::vector<const BodySpec*>;

bool is_finite(const Vec3<double>& v);
bool is_zero(const Sym3<double>& a);
double largest_entry(const Sym3<double>& a);  // the absolute value
bool is_identity(const Transform<double>& X);

/// What is questionable about a mass and an inertia about the centre of mass. Both are finite, and the mass is not
/// negative.
enum class Doubt {
  none,
  no_mass,   // an inertia, but no mass
  singular,  // positive semidefinite up to rounding, but not positive definite
  triangle,  // principal moments violate the triangle inequality: no rigid body has such moments
  negative,  // a principal moment is clearly negative: the body cannot be used
};
Doubt doubt(double mass, const Sym3<double>& inertia);

/// A cheap test by Gershgorin's circles, which is enough for most inertias because they are nearly diagonal. If true,
/// doubt() with a positive mass is Doubt::none.
bool is_clearly_sound(const Sym3<double>& inertia);

/// Reports problems with the numbers of a body and its joint. If tolerant, Doubt::negative is the only doubt that is a
/// problem, and only for a moving body.
void check_body(const BodySpec& body, bool tolerant, Problems& problems);

/// Whether Sᵀ I S + armature is positive definite beyond rounding; otherwise the acceleration of a leaf on this joint
/// is undetermined. I is in coordinates of the joint frame.
bool resists(const Inertia<double>& inertia, const JointSpec& joint);

/// S of a joint with one degree of freedom; otherwise zero.
Motion<double> motion_subspace(JointKind kind, const Vec3<double>& axis, double pitch);
inline Motion<double> motion_subspace(const JointSpec& joint) {
  return motion_subspace(joint.kind, joint.axis, joint.pitch);
}

/// Orthonormalises the rotation of a placement that has passed check_placement, to the last digit.
Transform<double> cleaned(const Transform<double>& X);

/// Reports problems with a placement: numbers that are not finite, a matrix that is not a rotation.
void check_placement(std::string_view kind, std::string_view name, const Transform<double>& placement,
                     Problems& problems);

}  // namespace treefix
