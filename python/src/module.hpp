// Functions that bind the parts of the module. Each part has its own file.
#pragma once

#include <nanobind/nanobind.h>

#include "robot.hpp"

namespace treefix::python {

void bind_errors();
void bind_joint(nanobind::module_& m);
void bind_builder(nanobind::module_& m);
void bind_zoo(nanobind::module_& m);
void bind_problem(nanobind::module_& m);

/// Binds the class with its names, sizes and data. The functions below add methods to it.
nanobind::class_<Robot> bind_model(nanobind::module_& m);
void bind_parts(nanobind::module_& m, nanobind::class_<Robot>& model);
void bind_configuration(nanobind::class_<Robot>& model);
void bind_dynamics(nanobind::class_<Robot>& model);
void bind_forward(nanobind::module_& m, nanobind::class_<Robot>& model);
void bind_mass(nanobind::class_<Robot>& model);
void bind_measures(nanobind::class_<Robot>& model);
void bind_frames(nanobind::class_<Robot>& model);
void bind_load(nanobind::module_& m, nanobind::class_<Robot>& model);
void bind_changes(nanobind::class_<Robot>& model);
void bind_copies(nanobind::class_<Robot>& model);

}  // namespace treefix::python
