// Model: energies, momentum and where things are.
#include <algorithm>
#include <array>

#include "module.hpp"

namespace treefix::python {

namespace {

double kinetic_energy(Robot& robot, ArrayLike q, ArrayLike v) {
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v);
  return robot.compute([&](Dynamics& dynamics) { return dynamics.kinetic_energy(position.view(), velocity.view()); });
}

double potential_energy(Robot& robot, ArrayLike q) {
  const Numbers position = read_q(robot, q);
  return robot.compute([&](Dynamics& dynamics) { return dynamics.potential_energy(position.view()); });
}

Array momentum(Robot& robot, ArrayLike q, ArrayLike v) {
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v);
  const auto [n, f] =
      robot.compute([&](Dynamics& dynamics) { return dynamics.momentum(position.view(), velocity.view()); });
  return to_array(std::array{n.x, n.y, n.z, f.x, f.y, f.z});
}

Array center_of_mass(Robot& robot, ArrayLike q) {
  const Numbers position = read_q(robot, q);
  const auto [x, y, z] = robot.compute([&](Dynamics& dynamics) { return dynamics.center_of_mass(position.view()); });
  return to_array(std::array{x, y, z});
}

Array frame_pose(Robot& robot, const std::string& name, ArrayLike q) {
  const Frame& frame = robot.model().frame(name);
  const Numbers position = read_q(robot, q);
  const auto [E, r] = robot.compute([&](Dynamics& dynamics) {
    dynamics.kinematics(position.view());
    return dynamics.pose(frame);
  });
  // the columns are the axes of the frame in the root, which are the rows of E, and its position
  const std::array values{E.x.x, E.y.x, E.z.x, r.x, E.x.y, E.y.y, E.z.y, r.y,
                          E.x.z, E.y.z, E.z.z, r.z, 0.0,   0.0,   0.0,   1.0};
  NewArray pose({4, 4});
  std::copy(values.begin(), values.end(), pose.view().begin());
  return std::move(pose).array();
}

Array frame_velocity(Robot& robot, const std::string& name, ArrayLike q, ArrayLike v) {
  const Frame& frame = robot.model().frame(name);
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v);
  const auto [w, u] = robot.compute([&](Dynamics& dynamics) {
    dynamics.kinematics(position.view(), velocity.view());
    return dynamics.velocity(frame);
  });
  return to_array(std::array{w.x, w.y, w.z, u.x, u.y, u.z});
}

}  // namespace

void bind_measures(nb::class_<Robot>& model) {
  using nb::arg;
  model.def("kinetic_energy", kinetic_energy, arg("q"), arg("v"), "v' H v / 2, rotors (armature) included, J.")
      .def("potential_energy", potential_energy, arg("q"),
           "Energy in the field of gravity, J: zero when the centre of mass is level with the root.")
      .def("momentum", momentum, arg("q"), arg("v"),
           "Momentum of all bodies, shape (6,), ANGULAR PART FIRST, in root coordinates, about its origin.\n\n"
           "Rotors (armature) are not in it.")
      .def("center_of_mass", center_of_mass, arg("q"), "Centre of mass of all bodies in the root, shape (3,), m.")
      .def("frame_pose", frame_pose, arg("name"), arg("q"),
           "The pose of a body or frame in the root, shape (4, 4): [[R, p], [0, 1]].\n\n"
           "R maps frame coordinates to root coordinates; p is the origin of the frame in the root.")
      .def("frame_velocity", frame_velocity, arg("name"), arg("q"), arg("v"),
           "Spatial velocity of a body or frame, shape (6,), ANGULAR PART FIRST, in its own coordinates.\n\n"
           "The linear part is the velocity of the origin of the frame.");
}

}  // namespace treefix::python
