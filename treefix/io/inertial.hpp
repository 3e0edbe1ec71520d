// Mass properties as files give them: which are refused, which are only doubtful.
#pragma once

#include <treefix/io/report.hpp>
#include <treefix/spatial/vec3.hpp>

namespace treefix::io {

struct Inertial {
  double mass = 0;
  Vec3<double> com{};  // in coordinates of the body
  Sym3<double> inertia{};  // about the centre of mass, axes of the body
};

inline bool is_massless(const Inertial& inertial) { return inertial.mass == 0 && trace(inertial.inertia) == 0; }

/// Reports numbers that no robot has: negative mass, negative moments of inertia, sizes that would drown in rounding or
/// overflow are errors; inertia without mass, singular inertia and broken triangle inequalities are warnings, and the
/// numbers are kept as they are. A body that does not move by itself may have negative moments with a warning, since
/// only what it adds to the body that carries it counts. False if there was an error.
bool check_inertial(const Where& where, const Inertial& inertial, Report& report, bool moves = true);

/// Whether check_inertial has nothing to say, found out at less cost than that of making a Where.
bool is_sound(const Inertial& inertial);

/// Lengths and positions are refused from here on, in metres.
inline constexpr double longest = 1e9;
inline bool is_near(const Vec3<double>& p) {
  const auto near = [](double x) { return -longest <= x && x <= longest; };
  return near(p.x) && near(p.y) && near(p.z);
}
/// Reports a position that is too far away. False if it is.
bool check_position(const Where& where, const char* what, const Vec3<double>& position, Report& report);

}  // namespace treefix::io
