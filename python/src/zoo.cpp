// The robots of the zoo. treefix/zoo.py has their public names, defaults and docstrings.
#include <nanobind/stl/vector.h>

#include <treefix/model/zoo.hpp>

#include "module.hpp"

namespace treefix::python {

void bind_zoo(nb::module_& m) {
  using nb::arg;
  // Making a tree of a million bodies takes a while, so other threads may run meanwhile.
  const nb::call_guard<nb::gil_scoped_release> unlocked;
  m.def("zoo_chain", [](Index n) { return Robot(zoo::chain(n)); }, arg("n"), unlocked);
  m.def("zoo_star", [](Index n) { return Robot(zoo::star(n)); }, arg("n"), unlocked);
  m.def("zoo_snake", [](Index n) { return Robot(zoo::snake(n)); }, arg("n"), unlocked);
  m.def(
      "zoo_auto_tree",
      [](Index n, double branching, double skew, double taper) {
        return Robot(zoo::auto_tree(n, branching, skew, taper));
      },
      arg("n"), arg("branching"), arg("skew"), arg("taper"), unlocked);
  m.def(
      "zoo_random_tree",
      [](Index n, std::uint64_t seed, std::string joints, std::string root_joint, double branching, double armature) {
        return Robot(zoo::random_tree({.n = n,
                                       .seed = seed,
                                       .joints = std::move(joints),
                                       .root = std::move(root_joint),
                                       .branching = branching,
                                       .armature = armature}));
      },
      arg("n"), arg("seed"), arg("joints"), arg("root"), arg("branching"), arg("armature"), unlocked);
  m.def("zoo_puma560", [] { return Robot(zoo::puma560()); });
  m.def("zoo_arm", [] { return Robot(zoo::arm()); });
  m.def("zoo_quadruped", [] { return Robot(zoo::quadruped()); });
  m.def("zoo_humanoid", [] { return Robot(zoo::humanoid()); });
  m.def("zoo_make", [](const std::string& text) { return Robot(zoo::make(text)); }, arg("text"), unlocked);
  m.def("zoo_usage", &zoo::usage);
}

}  // namespace treefix::python
