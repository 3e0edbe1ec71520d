// The extension module treefix._treefix. Users import treefix, which re-exports its names.
#include "module.hpp"

#include <treefix/version.hpp>

NB_MODULE(_treefix, m) {
  using namespace treefix::python;
  m.doc() = "The compiled part of treefix. Import treefix instead.";
  m.attr("version") = treefix::version;
  load_numpy();
  bind_errors();
  bind_joint(m);
  bind_problem(m);
  auto model = bind_model(m);
  bind_parts(m, model);
  bind_configuration(model);
  bind_dynamics(model);
  bind_forward(m, model);
  bind_mass(model);
  bind_measures(model);
  bind_frames(model);
  bind_load(m, model);
  bind_builder(m);
  bind_changes(model);
  bind_copies(model);
  bind_zoo(m);
}
