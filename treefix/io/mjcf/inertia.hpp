// Mass and inertia of bodies, computed like MuJoCo's compiler.
#pragma once

#include <optional>

#include <treefix/io/inertial.hpp>
#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix::io::mjcf {

/// Mass and inertia of a body, with the axes of its moments, because the bounds of <compiler> apply along these axes.
struct Massive {
  double mass = 0;
  Vec3<double> com{};  // in the body
  Mat3<double> E = Mat3<double>::identity();  // axes of the moments, in the body
  Sym3<double> inertia{};  // about com, along those axes
};

/// Reads <inertial>. X: from the body to the frame that contains it. Reports problems; returns nullopt if it is
/// invalid.
std::optional<Massive> read_inertial(const Element& element, const Transform<double>& X, const Compiler& compiler,
                                     Report& report);

/// Mass and inertia of several bodies together.
Inertial sum(View<const Inertial> parts);

/// Axes along which the inertia is diagonal, as rows, and its moments, by Jacobi rotations.
struct Principal {
  Mat3<double> E = Mat3<double>::identity();
  Vec3<double> moments{};
};
Principal principal(const Sym3<double>& inertia);

/// Applies boundmass, boundinertia and balanceinertia, in this order. The result is in the axes of the body.
Inertial bounded(const Massive& body, const Compiler& compiler);

}  // namespace treefix::io::mjcf
