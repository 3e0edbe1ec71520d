// Mass, centre of mass and inertia of simple bodies of uniform density.
#pragma once

#include <treefix/model/builder.hpp>

namespace treefix {

/// A solid cylinder between the centres of its two ends.
inline BodySpec cylinder(BodySpec body, double mass, Vec3<double> from, Vec3<double> to, double radius) {
  const Vec3<double> along = to - from;
  const double squared = dot(along, along);
  // m/12 (3r² + l²) across the axis, m/2 r² along it; the difference is carried by u uᵀ, with l² u uᵀ = along alongᵀ
  const double across = mass / 12 * (3 * radius * radius + squared), axial = mass / 2 * radius * radius;
  const double share = squared > 0 ? (axial - across) / squared : 0;
  body.mass = mass;
  body.com = 0.5 * (from + to);
  body.inertia = across * Sym3<double>::identity() + share * symmetric(outer(along, along));
  return body;
}

/// A solid box with its centre at com and edges along the axes of the body.
inline BodySpec box(BodySpec body, double mass, Vec3<double> com, Vec3<double> size) {
  const double x = size.x * size.x, y = size.y * size.y, z = size.z * size.z;
  body.mass = mass;
  body.com = com;
  body.inertia = (mass / 12) * Sym3<double>::diagonal(y + z, x + z, x + y);
  return body;
}

}  // namespace treefix
