// Model: equality, hash, copies, pickle, and the exact binary form.
#include <cstring>

#include <nanobind/stl/filesystem.h>

#include <treefix/io/save.hpp>
#include <treefix/model/bytes.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

nb::bytes to_python_bytes(const Robot& robot) {
  std::vector<std::byte> bytes;
  {
    const nb::gil_scoped_release unlocked;
    bytes = to_bytes(robot.model());
  }
  return nb::bytes(bytes.data(), bytes.size());
}

Robot from_python_bytes(const nb::bytes& bytes) {
  const View<const std::byte> view{reinterpret_cast<const std::byte*>(bytes.c_str()), static_cast<Index>(bytes.size())};
  const nb::gil_scoped_release unlocked;
  return Robot(from_bytes(view));
}

}  // namespace

void bind_copies(nb::class_<Robot>& model) {
  model.def(
      "__eq__", [](const Robot& a, const Robot& b) { return a.model() == b.model(); }, nb::is_operator(),
      "Whether both have the same description, bit by bit. Warnings are not compared.");
  model.def("__hash__", [](const Robot& robot) { return robot.model().hash(); });
  // models are immutable, so a copy may be the same object
  model.def("__copy__", [](nb::handle_t<Robot> self) { return nb::borrow(self); });
  model.def("__deepcopy__", [](nb::handle_t<Robot> self, nb::handle /*memo*/) { return nb::borrow(self); });
  model.def("__reduce__", [](nb::handle_t<Robot> self) {
    return nb::make_tuple(nb::module_::import_("treefix._restore").attr("model"),
                          nb::make_tuple(to_python_bytes(nb::cast<const Robot&>(self))));
  });
  model.def("to_bytes", to_python_bytes,
            "Return the model with all its properties and warnings in an exact binary form. from_bytes reads it.");
  model.def_static("from_bytes", from_python_bytes, nb::arg("data"),
                   "Return the model of to_bytes(). Raises ParseError if the data are damaged or of a newer version.");
  model.def(
      "save", [](const Robot& robot, const std::filesystem::path& path) { save(robot.model(), path); }, nb::arg("path"),
      nb::call_guard<nb::gil_scoped_release>(),
      "Write to_bytes() to a file, usually named *.treefix; load() reads it.\n\n"
      "An existing file is replaced in one step; after an error it is unchanged.");
}

}  // namespace treefix::python
