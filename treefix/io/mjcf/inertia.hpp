// Mass and inertia of bodies as MuJoCo's compiler makes them.
#pragma once

#include <optional>

#include <treefix/io/inertial.hpp>
#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix::io::mjcf {

/// A body's mass and inertia, with the frame its moments are given in: the bounds of <compiler> are about moments along
/// the axes of that frame.
struct Massive {
  double mass = 0;
  Vec3<double> com{};  // in the body
  Mat3<double> E = Mat3<double>::identity();  // axes of the moments, in the body
  Sym3<double> inertia{};  // about com, along those axes
};

/// <inertial>; X: from the body to the frame it stands in. Nothing if it is wrong, which is reported.
std::optional<Massive> read_inertial(const Element& element, const Transform<double>& X, const Compiler& compiler,
                                     Report& report);

/// Several bodies as one.
Inertial sum(View<const Inertial> parts);

/// Axes along which the inertia is diagonal, as rows, and its moments, by Jacobi rotations.
struct Principal {
  Mat3<double> E = Mat3<double>::identity();
  Vec3<double> moments{};
};
Principal principal(const Sym3<double>& inertia);

/// With boundmass, boundinertia and balanceinertia applied, in this order, along the axes of the body.
Inertial bounded(const Massive& body, const Compiler& compiler);

}  // namespace treefix::io::mjcf
