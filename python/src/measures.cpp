// Model: energies, momentum and the centre of mass.
#include <array>

#include "call.hpp"
#include "module.hpp"

namespace treefix::python {

namespace {

NumberOrArray kinetic_energy(Robot& robot, const Options& options, ArrayLike q, ArrayLike v) {
  Call call(robot, options);
  const Input position = call.read_q(q), velocity = call.read_v(v);
  Output energy = call.write("kinetic", {});
  const Index n = call.states();
  call.run([&](Dynamics& d) { energy.view()[0] = d.kinetic_energy(position.view(), velocity.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.energy(position.batch<const T>(n), velocity.batch<const T>(n), energy.batch<T>(n), {}, with);
           });
  return {Call::result(std::move(energy))};
}

NumberOrArray potential_energy(Robot& robot, const Options& options, ArrayLike q) {
  Call call(robot, options);
  const Input position = call.read_q(q);
  Output energy = call.write("potential", {});
  const Index n = call.states();
  call.run([&](Dynamics& d) { energy.view()[0] = d.potential_energy(position.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.energy(position.batch<const T>(n), {}, Batch<T>(), energy.batch<T>(n), with);
           });
  return {Call::result(std::move(energy))};
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

}  // namespace

void bind_measures(nb::class_<Robot>& model) {
  using nb::arg;
  def(model, "kinetic_energy", with_options(kinetic_energy),
      "Compute the kinetic energy v' H v / 2, with armature, in J: a number, or shape (B,).\n\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), arg("v"), nb::kw_only());
  def(model, "potential_energy", with_options(potential_energy),
      "Compute the potential energy of gravity in J: a number, or shape (B,).\n\n"
      "It is zero when the centre of mass is level with the origin of the root.\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), nb::kw_only());
  model
      .def("momentum", momentum, arg("q"), arg("v"),
           "Compute the momentum of all bodies, ANGULAR PART FIRST: shape (6,).\n\n"
           "It is in root coordinates, about the origin of the root, and excludes armature. One state of float64.")
      .def("center_of_mass", center_of_mass, arg("q"),
           "Compute the centre of mass of all bodies in the root, in m: shape (3,). One state of float64.");
}

}  // namespace treefix::python
