// Robots of fixed size. zoo.hpp gives the sources of their numbers.
#include <array>
#include <numbers>

#include <treefix/base/text.hpp>
#include <treefix/model/shapes.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::zoo {

namespace {

using Vec = Vec3<double>;
constexpr Vec x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};
constexpr double right_angle = std::numbers::pi / 2;

}  // namespace

Model puma560() {
  struct Link {
    double a, alpha, d;    // from joint i to joint i + 1: along z by d, along x by a, about x by alpha
    double mass;
    Vec com, inertia;  // in the frame at the far end of the link; inertia about the centre of mass, diagonal
    double rotor, gear;
  };
  constexpr std::array<Link, 6> links{{
      {0, right_angle, 0, 13, {0, 0, 0}, {0.35, 0.35, 0.35}, 200e-6, 62.6111},
      {0.4318, 0, 0, 17.4, {-0.3638, 0.006, 0.2275}, {0.13, 0.524, 0.539}, 200e-6, 107.815},
      {0.0203, -right_angle, 0.15005, 4.8, {-0.0203, -0.0141, 0.070}, {0.066, 0.066, 0.0125}, 200e-6, 53.7063},
      {0, right_angle, 0.4318, 0.82, {0, 0.019, 0}, {1.8e-3, 1.3e-3, 1.8e-3}, 33e-6, 76.0364},
      {0, -right_angle, 0, 0.34, {0, 0, 0}, {0.3e-3, 0.4e-3, 0.3e-3}, 33e-6, 71.923},
      {0, 0, 0, 0.09, {0, 0, 0.032}, {0.15e-3, 0.15e-3, 0.04e-3}, 33e-6, 76.686},
  }};
  Builder builder("puma560");
  Transform<double> placement;  // of joint i in link i − 1
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const Transform<double> far_end = placed({link.a, 0, link.d}, turned(x_axis, link.alpha));
    JointSpec joint = JointSpec::revolute(z_axis, concat("joint", i + 1));
    joint.armature = {link.gear * link.gear * link.rotor};
    const auto& [ix, iy, iz] = link.inertia;
    builder.body({.name = concat("link", i + 1),
                  .parent = i == 0 ? "" : concat("link", i),
                  .placement = placement,
                  .joint = std::move(joint),
                  .mass = link.mass,
                  .com = far_end.point_back(link.com),
                  .inertia = rotate(transpose(far_end.E), Sym3<double>::diagonal(ix, iy, iz))});
    placement = far_end;
  }
  builder.frame("flange", "link6", placement);
  return builder.build();
}

Model arm() {
  struct Link {
    double a, alpha, d;  // from link i − 1 to joint i: along x by a, about x by alpha, along the new z by d
    double mass, lower, upper, velocity, effort;
  };
  constexpr std::array<Link, 7> links{{
      {0, 0, 0.333, 4.0, -2.8973, 2.8973, 2.175, 87},
      {0, -right_angle, 0, 4.0, -1.7628, 1.7628, 2.175, 87},
      {0, right_angle, 0.316, 3.0, -2.8973, 2.8973, 2.175, 87},
      {0.0825, right_angle, 0, 3.0, -3.0718, -0.0698, 2.175, 87},
      {-0.0825, -right_angle, 0.384, 2.0, -2.8973, 2.8973, 2.61, 12},
      {0, right_angle, 0, 1.2, -0.0175, 3.7525, 2.61, 12},
      {0.088, right_angle, 0, 0.8, -2.8973, 2.8973, 2.61, 12},
  }};
  Builder builder("arm");
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const Mat3<double> E = turned(x_axis, link.alpha);
    JointSpec joint = JointSpec::revolute(z_axis, concat("joint", i + 1));
    joint.lower = {link.lower};
    joint.upper = {link.upper};
    joint.velocity_limit = {link.velocity};
    joint.effort_limit = {link.effort};
    BodySpec body{.name = concat("link", i + 1),
                  .parent = i == 0 ? "" : concat("link", i),
                  .placement = placed(Vec{link.a, 0, 0} + link.d * E.z, E),
                  .joint = std::move(joint)};
    builder.body(cylinder(std::move(body), link.mass, {0, 0.03, -0.06}, {0, -0.03, 0.1}, 0.05));
  }
  builder.frame("flange", "link7", placed<double>({0, 0, 0.107}));
  return builder.build();
}

Model quadruped() {
  constexpr double hip_x = 0.19, hip_y = 0.05, abduction = 0.08, thigh = 0.2, shank = 0.2;
  Builder builder("quadruped");
  builder.body(box({.name = "trunk", .joint = JointSpec::free("floating_base")}, 6, {}, {0.4, 0.2, 0.12}));
  struct Leg {
    const char* name;
    double front, left;  // signs of x and y
  };
  constexpr Leg legs[] = {{"front_left", 1, 1}, {"front_right", 1, -1}, {"hind_left", -1, 1}, {"hind_right", -1, -1}};
  for (const Leg& leg : legs) {
    const auto name = [&leg](const char* part) { return concat(leg.name, "_", part); };
    const Vec out = leg.left * abduction * y_axis;
    builder.body(cylinder({.name = name("hip"),
                           .parent = "trunk",
                           .placement = placed<double>({leg.front * hip_x, leg.left * hip_y, 0}),
                           .joint = JointSpec::revolute(x_axis, name("abduction"))},
                          0.6, {}, out, 0.045));
    builder.body(cylinder({.name = name("thigh"),
                           .parent = name("hip"),
                           .placement = placed(out),
                           .joint = JointSpec::revolute(y_axis, name("hip_pitch"))},
                          0.7, {}, -thigh * z_axis, 0.02));
    builder.body(cylinder({.name = name("shank"),
                           .parent = name("thigh"),
                           .placement = placed(-thigh * z_axis),
                           .joint = JointSpec::revolute(y_axis, name("knee"))},
                          0.2, {}, -shank * z_axis, 0.01));
    builder.frame(name("foot"), name("shank"), placed(-shank * z_axis));
  }
  return builder.build();
}

Model humanoid() {
  constexpr double M = 75, H = 1.75;
  constexpr double pelvis = 0.1 * H, trunk = 0.188 * H, head = 0.182 * H;  // along z
  constexpr double thigh = 0.245 * H, shank = 0.246 * H, foot = 0.152 * H;
  constexpr double upper_arm = 0.186 * H, forearm = 0.146 * H, hand = 0.108 * H;
  constexpr double hip_half = 0.191 / 2 * H, shoulder_half = 0.259 / 2 * H;  // half breadths
  Builder builder("humanoid");
  const auto spec = [](std::string name, std::string parent, Vec at, JointSpec joint = {}) {
    return BodySpec{
        .name = std::move(name), .parent = std::move(parent), .placement = placed(at), .joint = std::move(joint)};
  };
  builder.body(
      cylinder(spec("pelvis", "", {}, JointSpec::free("floating_base")), 0.142 * M, {}, pelvis * z_axis, 0.13));
  builder.body(cylinder(spec("trunk", "pelvis", pelvis * z_axis, JointSpec::spherical("waist")), 0.355 * M, {},
                        trunk * z_axis, 0.14));
  builder.body(cylinder(spec("head", "trunk", trunk * z_axis, JointSpec::spherical("neck")), 0.081 * M, {},
                        head * z_axis, 0.08));
  for (const double sign : {1.0, -1.0}) {
    const char* side = sign > 0 ? "left" : "right";
    const auto name = [side](const char* part) { return concat(side, "_", part); };
    builder.body(cylinder(spec(name("thigh"), "pelvis", sign * hip_half * y_axis, JointSpec::spherical(name("hip"))),
                          0.1 * M, {}, -thigh * z_axis, 0.07));
    builder.body(
        cylinder(spec(name("shank"), name("thigh"), -thigh * z_axis, JointSpec::revolute(y_axis, name("knee"))),
                 0.0465 * M, {}, -shank * z_axis, 0.05));
    builder.body(cylinder(spec(name("foot"), name("shank"), -shank * z_axis), 0.0145 * M, -0.3 * foot * x_axis,
                          0.7 * foot * x_axis, 0.035),
                 {JointSpec::revolute(y_axis, name("ankle_pitch")), JointSpec::revolute(x_axis, name("ankle_roll"))});
    builder.body(cylinder(spec(name("upper_arm"), "trunk", trunk * z_axis + sign * shoulder_half * y_axis,
                               JointSpec::spherical(name("shoulder"))),
                          0.028 * M, {}, -upper_arm * z_axis, 0.045));
    builder.body(cylinder(
        spec(name("forearm"), name("upper_arm"), -upper_arm * z_axis, JointSpec::revolute(y_axis, name("elbow"))),
        0.016 * M, {}, -forearm * z_axis, 0.035));
    builder.body(cylinder(spec(name("hand"), name("forearm"), -forearm * z_axis), 0.006 * M, {}, -hand * z_axis, 0.025),
                 {JointSpec::revolute(y_axis, name("wrist_pitch")), JointSpec::revolute(x_axis, name("wrist_roll"))});
  }
  return builder.build();
}

}  // namespace treefix::zoo
