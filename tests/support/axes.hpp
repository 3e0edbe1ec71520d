// Robots with a given arrangement of their joint axes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <treefix/base/random.hpp>

#include "support/mimic.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// The position of the axis of a body relative to the axis of its parent.
struct Axes {
  double angle = 0;  // between them, in a random direction
  bool flipped = false;  // opposite directions
  enum class Meeting { apart, crossing, coincident } meeting = Meeting::apart;  // coincident: also the same point
  double reach = 0.3;  // distance of bodies from their parents
  bool aligned = false;  // body frames are parallel to the root, as in models written by hand
  std::string joints = "R";  // one letter per joint, repeated
  bool branching = false;  // every other body has a sibling with its own axis
};

inline Vec3<double> random_direction(Random& random) {
  const Vec3<double> v{random.normal(), random.normal(), random.normal()};
  return (1 / std::sqrt(dot(v, v))) * v;
}

/// A chain of n bodies, with siblings if branching.
inline Model robot_with_axes(const Axes& axes, int n, std::uint64_t seed) {
  Random random(seed);
  struct Link {
    std::string name;
    Vec3<double> axis;  // in coordinates of the body
  };
  Builder builder("axes");
  const auto add = [&](const Link& parent, std::string name, char letter) {
    const Vec3<double> z = parent.axis;
    const Vec3<double> across = cross(z, axes.aligned ? Vec3<double>{z.y, z.z, z.x} : random_direction(random));
    const Vec3<double> side = (1 / std::sqrt(dot(across, across))) * across;
    const double sign = axes.flipped ? -1 : 1;
    const Vec3<double> w = sign * (std::cos(axes.angle) * z + std::sin(axes.angle) * side);
    const double s = axes.reach * random.uniform(-1, 1), t = axes.reach * random.uniform(-1, 1);
    const Vec3<double> point =
        axes.meeting == Axes::Meeting::crossing ? s * z + t * w : axes.reach * random_direction(random);
    const Vec3<double> position = axes.meeting == Axes::Meeting::coincident ? s * z : point;
    const Mat3<double> E = axes.aligned
                               ? Mat3<double>::identity()
                               : turned(Quaternion<double>{random.normal(), random.normal(), random.normal(), 1});
    const Link link{std::move(name), E * w};
    JointSpec joint = letter == 'P'   ? JointSpec::prismatic(link.axis)
                      : letter == 'H' ? JointSpec::helical(link.axis, random.uniform(-0.3, 0.3))
                      : letter == 'S' ? JointSpec::spherical()
                                      : JointSpec::revolute(link.axis);
    BodySpec body = random_body(random, link.name, parent.name, std::move(joint));
    body.placement = placed(position, E);
    builder.body(body);
    return link;
  };
  Link link{"", axes.aligned ? Vec3<double>{0, 0, 1} : random_direction(random)};
  for (int i = 0; i < n; ++i) {
    const Link parent = link;
    link = add(parent, concat("b", i), axes.joints[static_cast<std::size_t>(i) % axes.joints.size()]);
    if (axes.branching && i % 2 == 1) add(parent, concat("twig", i), i % 4 == 1 ? 'R' : 'P');
  }
  return builder.build();
}

}  // namespace treefix::testing
