#include <treefix/io/inertial.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/model/validate.hpp>

namespace treefix::io {

namespace {

using enum Diagnostic::Topic;

/// The accepted masses and entries of an inertia, from a speck of dust to a planet. In float, squares of numbers beyond
/// these limits overflow or underflow.
constexpr double lightest = 1e-20, heaviest = 1e20, smallest_inertia = 1e-40, largest_inertia = 1e30;

std::string text_of(const Sym3<double>& a) {
  return concat("ixx ", a.xx, ", ixy ", a.xy, ", ixz ", a.xz, ", iyy ", a.yy, ", iyz ", a.yz, ", izz ", a.zz);
}

constexpr const char* sign_hint = "moments are about the centre of mass; check the signs of ixy, ixz, iyz";

}  // namespace

bool check_position(const Where& where, const char* what, const Vec3<double>& p, Report& report) {
  if (is_near(p)) return true;
  report.error(where, {.topic = physics,
                       .seen = concat(what, " is (", p.x, ", ", p.y, ", ", p.z, ") m"),
                       .expected = concat("at most ", longest, " m"),
                       .hint = "lengths are in metres"});
  return false;
}

bool is_sound(const Inertial& inertial) {
  const auto& [mass, com, inertia] = inertial;
  const double largest = largest_entry(inertia);
  return mass >= lightest && mass <= heaviest && largest >= smallest_inertia && largest <= largest_inertia &&
         is_near(com) && doubt(mass, inertia) == Doubt::none;
}

bool check_inertial(const Where& where, const Inertial& inertial, Report& report, bool moves) {
  const auto& [mass, com, inertia] = inertial;
  const auto refuse = [&](std::string seen, std::string expected, const char* hint) {
    report.error(where, {.topic = physics, .seen = std::move(seen), .expected = std::move(expected), .hint = hint});
    return false;
  };
  const auto doubtful = [&](std::string seen, const char* hint) {
    report.warning(where, {.topic = physics, .seen = std::move(seen), .done = "kept unchanged", .hint = hint});
  };
  if (mass < 0) return refuse(concat("mass is ", mass), "zero or more", "");
  if (mass != 0 && (mass < lightest || mass > heaviest))
    return refuse(concat("mass is ", mass, " kg"), concat(lightest, " to ", heaviest), "masses are in kilograms");
  const double largest = largest_entry(inertia);
  if (largest != 0 && (largest < smallest_inertia || largest > largest_inertia))
    return refuse(concat("the largest entry of the inertia is ", largest, " kg m²"),
                  concat(smallest_inertia, " to ", largest_inertia), "moments of inertia are in kg m²");
  if (!check_position(where, "centre of mass", com, report)) return false;
  switch (doubt(mass, inertia)) {
    case Doubt::none: break;
    case Doubt::negative:
      if (moves)
        return refuse(concat("inertia is not positive definite: ", text_of(inertia)), "a positive definite matrix",
                      sign_hint);
      doubtful(concat("inertia is not positive definite: ", text_of(inertia)), sign_hint);
      break;
    case Doubt::no_mass:
      doubtful(concat("mass is zero but inertia is not: ", text_of(inertia)), "give it a mass");
      break;
    case Doubt::singular:
      doubtful(concat("inertia is singular: ", text_of(inertia)), "a body with mass has three positive moments");
      break;
    case Doubt::triangle:
      doubtful(concat("principal moments of inertia violate the triangle inequality: ", text_of(inertia)),
               "no physical body has such moments; each is at most the sum of the other two");
      break;
  }
  return true;
}

}  // namespace treefix::io
