// Model: changed robots.
#include <nanobind/stl/optional.h>

#include <treefix/base/text.hpp>
#include <treefix/model/builder.hpp>

#include "module.hpp"
#include "spatial.hpp"

namespace treefix::python {

namespace {

/// {"elbow": 0.3, "ball": [x, y, z, w]} as joint positions. A mapping, because each joint has one position.
std::vector<JointPosition> read_positions(const nb::dict& positions) {
  std::vector<JointPosition> out;
  for (const auto& [key, value] : positions) {
    if (!nb::isinstance<nb::str>(key)) throw nb::type_error("positions: expected the names of joints as keys");
    const std::string joint = nb::cast<std::string>(key);
    const Numbers q({value}, concat("positions['", joint, "']"), "a number, or all coordinates of the joint",
                    {{}, {any_size}});
    out.push_back({joint, {q.view().begin(), q.view().end()}});
  }
  return out;
}

Robot with_payload(const Robot& robot, const std::string& body, double mass, ArrayLike com, const Optional& inertia) {
  return Robot(robot.model().with_payload(body, mass, read_vec3(com, "com"),
                                          inertia ? read_inertia(*inertia, "inertia") : Sym3<double>{}));
}

}  // namespace

void bind_changes(nb::class_<Robot>& model) {
  using nb::arg;
  const nb::call_guard<nb::gil_scoped_release> unlocked;
  model.def(
      "with_gravity",
      [](const Robot& robot, ArrayLike g) { return Robot(robot.model().with_gravity(read_vec3(g, "gravity"))); },
      arg("gravity"), "Return the same robot with another acceleration of free fall in root coordinates, m/s².");
  model.def("with_payload", with_payload, arg("body"), arg("mass"), arg("com") = nb::make_tuple(0, 0, 0),
            arg("inertia") = nb::none(),
            "Return the robot with a load fixed to a body.\n\n"
            "com and inertia, which is about com, are in coordinates of that body; see ModelBuilder.body.");
  model.def(
      "locked",
      [](const Robot& robot, const nb::dict& positions) {
        return Robot(robot.model().locked(read_positions(positions)));
      },
      arg("positions"),
      "Return the robot with some joints fixed: locked({'elbow': 0.3, 'ball': [0, 0, 0, 1]}).\n\n"
      "Each joint is given by name, with all its coordinates. Their bodies become part of their parents; the names,\n"
      "frames, limits and order of the others stay. Mimic joints are fixed with their leader.");
  model.def(
      "attached",
      [](const Robot& robot, const Robot& other, const std::string& frame, const std::string& prefix) {
        return Robot(robot.model().attached(other.model(), frame, prefix));
      },
      arg("other"), arg("frame") = "", arg("prefix") = "", unlocked,
      "Return the robot with another robot attached to one of its frames; to the root if frame is empty.\n\n"
      "The names of bodies, joints and frames of the other robot begin with prefix. Its gravity is not used.");
  model.def(
      "without_subtree",
      [](const Robot& robot, const std::string& body) { return Robot(robot.model().without_subtree(body)); },
      arg("body"), unlocked, "Return the robot without a body, everything that hangs from it, and their frames.");
  model.def(
      "with_root",
      [](const Robot& robot, const std::string& root) { return Robot(robot.model().with_root(read_root(root))); },
      arg("root"), "Return the robot with its first body attached to the root by another joint, 'free' or 'fixed'.");
  model.def(
      "to_builder", [](const Robot& robot) { return robot.model().to_builder(); }, unlocked,
      "Return a ModelBuilder with the description of the robot, to change it and build it again.");
}

}  // namespace treefix::python
