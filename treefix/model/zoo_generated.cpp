// Robots of any size, made by rules.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/shapes.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::zoo {

namespace {

using Vec = Vec3<double>;
constexpr Vec x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

/// Bodies are link1, link2, …, their joints joint1, joint2, …; the parent 0 is the root.
BodySpec link(Index i, Index parent, Transform<double> placement, JointSpec joint) {
  joint.name = concat("joint", i);
  return {.name = concat("link", i),
          .parent = parent == 0 ? "" : concat("link", parent),
          .placement = placement,
          .joint = std::move(joint)};
}

void require_bodies(const char* robot, Index n) {
  if (n < 1) throw ValueError(concat(robot, ": n is ", n, ", expected at least 1"));
}

void require_range(const char* robot, const char* option, double value, double low, double high) {
  if (!(low <= value && value <= high))
    throw ValueError(concat(robot, ": ", option, " is ", value, ", expected a number from ", low, " to ", high));
}

constexpr double most_branching = 1e9;  // wider than any tree that fits in memory

constexpr double rod_length = 0.2, rod_radius = 0.02, rod_mass = 0.5;

BodySpec rod(BodySpec body) { return cylinder(std::move(body), rod_mass, {}, rod_length * x_axis, rod_radius); }

Vec random_direction(Random& random) {
  const Vec u{random.normal(), random.normal(), random.normal()};
  return (1 / std::sqrt(dot(u, u))) * u;
}

Mat3<double> random_rotation(Random& random) {
  return turned(Quaternion<double>{random.normal(), random.normal(), random.normal(), random.normal()});
}

JointSpec random_joint(Random& random, char letter) {
  switch (letter) {
    case 'R': return JointSpec::revolute(random_direction(random));
    case 'P': return JointSpec::prismatic(random_direction(random));
    case 'H': {
      const double pitch = random.uniform(-0.3, 0.3);
      return JointSpec::helical(random_direction(random), pitch);
    }
    case 'S': return JointSpec::spherical();
    case 'L': return JointSpec::planar();
    case 'F': return JointSpec::free();
    default:
      throw ValueError(concat("random_tree: '", std::string(1, letter), "' is no joint, expected letters of RPHSLF"));
  }
}

/// Breadth-first parent of link i, both counted from 1.
Index regular_parent(Index i, double branching) {
  return static_cast<Index>(std::floor((static_cast<double>(i) - 2 + std::ceil(branching)) / branching));
}

}  // namespace

Model chain(Index n) {
  require_bodies("chain", n);
  Builder builder("chain");
  builder.reserve(n);
  for (Index i = 1; i <= n; ++i) {
    const auto placement = placed(i == 1 ? Vec{} : rod_length * x_axis);
    builder.body(rod(link(i, i - 1, placement, JointSpec::revolute(i % 2 == 1 ? y_axis : z_axis))));
  }
  return builder.build();
}

Model star(Index n) {
  require_bodies("star", n);
  Builder builder("star");
  builder.reserve(n);
  for (Index i = 1; i <= n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i - 1) / static_cast<double>(n);
    const Mat3<double> E = turned(z_axis, angle);
    builder.body(rod(link(i, 0, placed(0.1 * E.x, E), JointSpec::revolute(y_axis))));
  }
  return builder.build();
}

Model snake(Index n) {
  require_bodies("snake", n);
  constexpr double length = 0.1, radius = 0.03, mass = 0.3;
  Builder builder("snake");
  builder.reserve(n);
  for (Index i = 1; i <= n; ++i) {
    const JointSpec joint = i == 1 ? JointSpec::free() : JointSpec::revolute(i % 2 == 0 ? z_axis : y_axis);
    const auto placement = placed(i == 1 ? Vec{} : -length * x_axis);  // the head leads, links trail behind
    builder.body(cylinder(link(i, i - 1, placement, joint), mass, {}, -length * x_axis, radius));
  }
  return builder.build();
}

Model auto_tree(Index n, double branching, double skew, double taper) {
  require_bodies("auto_tree", n);
  if (!(branching >= 1)) throw ValueError(concat("auto_tree: branching is ", branching, ", expected at least 1"));
  Builder builder("auto_tree");
  builder.reserve(n);
  std::vector<double> lengths{0};
  for (Index i = 1; i <= n; ++i) {
    const Index parent = regular_parent(i, branching);
    const double l = std::pow(taper, static_cast<double>(i - 1)), m = l * l * l;
    const Vec tip = lengths[static_cast<std::size_t>(parent)] * x_axis;
    lengths.push_back(l);
    const auto placement = i == 1 ? Transform<double>{} : placed(tip, turned(x_axis, skew));
    BodySpec body = link(i, parent, placement, JointSpec::revolute(z_axis));
    // thin-walled tube of radius r = l/20: m r² along it, m (r²/2 + l²/12) = m l² 1.015/12 across
    body.mass = m;
    body.com = 0.5 * l * x_axis;
    body.inertia = (m * l * l) * Sym3<double>::diagonal(0.0025, 1.015 / 12, 1.015 / 12);
    builder.body(std::move(body));
  }
  return builder.build();
}

Model random_tree(const RandomTree& options) {
  require_bodies("random_tree", options.n);
  if (options.joints.empty()) throw ValueError("random_tree: joints is empty, expected letters of RPHSLF");
  if (options.root.size() > 1)
    throw ValueError(concat("random_tree: root is '", options.root, "', expected one letter"));
  if (options.branching != 0) require_range("random_tree", "branching", options.branching, 1, most_branching);
  require_range("random_tree", "armature", options.armature, 0, std::numeric_limits<double>::max());
  Random random(options.seed);
  Builder builder("random_tree");
  builder.reserve(options.n);
  for (Index i = 1; i <= options.n; ++i) {
    const Index parent = options.branching == 0 ? random.below(i) : regular_parent(i, options.branching);
    const bool first = i == 1 && !options.root.empty();
    const char letter =
        first ? options.root[0] : options.joints[static_cast<std::size_t>(random.below(ssize(options.joints)))];
    const auto offset = [&] {
      return Vec{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)};
    };
    const auto edge = [&] { return random.uniform(0.05, 0.3); };
    // one after the other: the order in which arguments are computed is the compiler's
    const Vec position = offset();
    const JointSpec joint = random_joint(random, letter);
    const Mat3<double> E = random_rotation(random);
    BodySpec body = link(i, parent, placed(position, E), joint);
    const Vec com = offset(), size{edge(), edge(), edge()};
    body = box(std::move(body), random.uniform(0.5, 2), com, size);
    body.inertia = rotate(random_rotation(random), body.inertia);
    if (options.armature > 0)
      for (int k = 0; k < velocity_count(body.joint.kind); ++k)
        body.joint.armature.push_back(random.uniform(0, options.armature));
    builder.body(std::move(body));
  }
  return builder.build();
}

}  // namespace treefix::zoo
