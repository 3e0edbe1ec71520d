// Configurations of a model: q is a point of a manifold, and v is in its tangent space. For planar joints and joints
// with a quaternion, integrate(q, v) differs from q + v. Every function is O(n).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix {

/// A larger deviation of the length of a quaternion from 1 is a mistake, not rounding.
inline constexpr double quaternion_tolerance = 1e-6;

/// Throws unless q is a valid configuration of the model: DimensionError for its size, ValueError for a number that is
/// not finite or a quaternion whose length is not 1 (to 1e-6). Both name the argument.
void require_configuration(const Model& model, std::string_view argument, View<const double> q);

// Each of these checks its arguments as above and returns a new vector. Mimic joints have no coordinates.

/// All zeros, quaternions (0, 0, 0, 1): every joint frame coincides with its placement.
std::vector<double> neutral(const Model& model);
/// The configuration after moving from q with constant v (each joint in its own body frame) for unit time.
std::vector<double> integrate(const Model& model, View<const double> q, View<const double> v);
/// The shortest v with integrate(from, v) = to. Angles are not wrapped: an angle of 2π is one turn.
std::vector<double> difference(const Model& model, View<const double> from, View<const double> to);
/// q with its quaternions scaled to length one. In the argument they may have any length except zero.
std::vector<double> normalize(const Model& model, View<const double> q);
/// Uniform between the limits where a coordinate has both, else angles in [−π, π] and lengths in [−1, 1] m;
/// quaternions uniform over all rotations. The same seed gives the same q everywhere.
std::vector<double> random_configuration(const Model& model, std::uint64_t seed);
/// Uniform in [−1, 1]: a velocity, an acceleration or a torque to test with.
std::vector<double> random_velocity(const Model& model, std::uint64_t seed);

}  // namespace treefix
