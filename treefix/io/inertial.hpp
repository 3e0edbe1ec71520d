// Checks of the mass properties that files give.
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

/// Reports implausible mass properties. Errors: negative mass, negative moments of inertia, values that would underflow
/// or overflow. Warnings, with the values kept unchanged: inertia without mass, singular inertia, a violated triangle
/// inequality. Negative moments are only a warning if the body does not move relative to its parent, because then only
/// the sum with the parent matters. Returns whether there was no error.
bool check_inertial(const Where& where, const Inertial& inertial, Report& report, bool moves = true);

/// Whether check_inertial would report nothing. Takes less time, because it needs no Where.
bool is_sound(const Inertial& inertial);

/// The largest accepted length or coordinate, in metres.
inline constexpr double longest = 1e9;
inline bool is_near(const Vec3<double>& p) {
  const auto near = [](double x) { return -longest <= x && x <= longest; };
  return near(p.x) && near(p.y) && near(p.z);
}
/// Returns whether the position is near enough, and reports it if not.
bool check_position(const Where& where, const char* what, const Vec3<double>& position, Report& report);

}  // namespace treefix::io
