// Model: the space of configurations.
#include <vector>

#include <treefix/model/configuration.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

/// An array of the numbers that f computes without the interpreter's lock.
template <class F>
Array computed(F f) {
  std::vector<double> values;
  {
    const nb::gil_scoped_release unlocked;
    values = f();
  }
  return to_array(values);
}

Array neutral_configuration(const Robot& robot) {
  return computed([&] { return neutral(robot.model()); });
}

Array random_q(const Robot& robot, std::uint64_t seed) {
  return computed([&] { return random_configuration(robot.model(), seed); });
}

Array random_v(const Robot& robot, std::uint64_t seed) {
  return computed([&] { return random_velocity(robot.model(), seed); });
}

Array integrated(const Robot& robot, ArrayLike q, ArrayLike v) {
  const Numbers from = read_q(robot, q), velocity = read_v(robot, v);
  return computed([&] { return integrate(robot.model(), from.view(), velocity.view()); });
}

Array subtracted(const Robot& robot, ArrayLike q0, ArrayLike q1) {
  const Numbers from(q0, "q0", {robot.model().nq()}), to(q1, "q1", {robot.model().nq()});
  return computed([&] { return difference(robot.model(), from.view(), to.view()); });
}

Array normalized(const Robot& robot, ArrayLike q) {
  const Numbers given = read_q(robot, q);
  return computed([&] { return normalize(robot.model(), given.view()); });
}

}  // namespace

void bind_configuration(nb::class_<Robot>& model) {
  using nb::arg;
  model
      .def("neutral", neutral_configuration,
           "Return the configuration with zero coordinates and quaternions (0, 0, 0, 1), shape (nq,).")
      .def("random_configuration", random_q, arg("seed"),
           "Return a random configuration, shape (nq,).\n\n"
           "The same seed (0 to 2**64 - 1) gives the same configuration on every machine. A coordinate with both\n"
           "limits is uniform between them; otherwise angles are uniform in [-pi, pi] and lengths in [-1, 1] m.\n"
           "Quaternions are uniform over all rotations.")
      .def("random_velocity", random_v, arg("seed"),
           "Return random numbers in [-1, 1], shape (nv,), as a velocity, acceleration or torque for tests.")
      .def("integrate", integrated, arg("q"), arg("v"),
           "Return the configuration that q reaches with constant v in unit time, shape (nq,).\n\n"
           "v is constant in the frame of each moving body. For a time step dt, pass v * dt.")
      .def("difference", subtracted, arg("q0"), arg("q1"),
           "Return the shortest v with integrate(q0, v) = q1, shape (nv,).\n\n"
           "Angles are not wrapped: from 0 to 2*pi is one turn.")
      .def("normalize", normalized, arg("q"),
           "Return q with its quaternions scaled to length 1, shape (nq,). Other coordinates are unchanged.");
}

}  // namespace treefix::python
