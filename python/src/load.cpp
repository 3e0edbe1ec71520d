// Robots from files and to files, and what is wrong with files.
#include <optional>
#include <tuple>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <treefix/base/text.hpp>
#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

using Path = std::filesystem::path;

/// The arguments that load and load_string share, as Python gives them.
struct Settings {
  std::string root;
  bool strict, mimic;
  Index max_bytes, max_elements, max_depth, max_attribute;

  LoadOptions options() const {
    if (root != "fixed" && root != "free") throw ValueError(concat("root is '", root, "', expected 'fixed' or 'free'"));
    return {.root = root == "free" ? RootJoint::free : RootJoint::fixed,
            .mimic = mimic,
            .strict = strict,
            .limits = {.bytes = static_cast<std::size_t>(positive("max_bytes", max_bytes)),
                       .elements = positive("max_elements", max_elements),
                       .depth = positive("max_depth", max_depth),
                       .attribute = static_cast<std::size_t>(positive("max_attribute", max_attribute))}};
  }
  static Index positive(const char* name, Index value) {
    if (value < 1) throw ValueError(concat(name, " is ", value, ", expected 1 or more"));
    return value;
  }
};

Robot load_path(const Path& path, std::string root, bool strict, bool mimic, Index max_bytes, Index max_elements,
                Index max_depth, Index max_attribute) {
  const Settings settings{std::move(root), strict, mimic, max_bytes, max_elements, max_depth, max_attribute};
  return Robot(load(path, settings.options()));
}

Robot load_text(std::string_view text, std::string root, bool strict, bool mimic, std::string name,
                std::optional<Path> folder, Index max_bytes, Index max_elements, Index max_depth, Index max_attribute) {
  const Settings settings{std::move(root), strict, mimic, max_bytes, max_elements, max_depth, max_attribute};
  LoadOptions options = settings.options();
  if (folder) options.folder = *folder;
  return Robot(load_string(text, options, std::move(name)));
}

using State =
    std::tuple<bool, int, std::string, Index, Index, std::string, std::string, std::string, std::string, std::string>;

State state_of(const Diagnostic& d) {
  return {d.level == Diagnostic::Level::error,
          static_cast<int>(d.topic),
          d.file,
          d.line,
          d.column,
          d.element,
          d.seen,
          d.expected,
          d.done,
          d.hint};
}

void set_state(Diagnostic& self, const State& state) {
  const auto& [error, topic, file, line, column, element, seen, expected, done, hint] = state;
  new (&self) Diagnostic{error ? Diagnostic::Level::error : Diagnostic::Level::warning,
                         static_cast<Diagnostic::Topic>(topic),
                         file,
                         line,
                         column,
                         element,
                         seen,
                         expected,
                         done,
                         hint};
}

constexpr const char* load_doc =
    "The robot of a URDF or MJCF file; its root element says which of the two it is.\n\n"
    "root: how the root link of a URDF hangs in the world, 'fixed' or 'free'. strict: warnings are errors.\n"
    "mimic: URDF joints with <mimic> follow their leader; otherwise each is a coordinate of its own, and a\n"
    "warning says so. max_bytes, max_elements, max_depth, max_attribute: a file beyond these is refused.\n\n"
    "What was doubtful but loaded stands in model.warnings. Raises ParseError with all problems if the file is\n"
    "refused; FileNotFoundError, IsADirectoryError, PermissionError or another OSError if it cannot be read.\n"
    "MJCF: files that it includes and meshes are read from its folder only. The interpreter's lock is released.";

constexpr const char* load_string_doc =
    "The same as load, from text. name stands for the file in messages. folder: where included files and meshes\n"
    "of an MJCF lie; without it none can be read.";

constexpr const char* urdf_doc =
    "The robot as a URDF that load_string(text, mimic=True) reads back with the same dynamics and names.\n\n"
    "Everything hangs from a root link without mass, so it is to be loaded with root='fixed'. Rotor inertia is\n"
    "written as <dynamics armature=\"...\">, which other programs ignore. Raises ValueError that names all that\n"
    "URDF cannot express, such as spherical and helical joints.";

}  // namespace

void bind_problem(nb::module_& m) {
  nb::class_<Diagnostic>(
      m, "Problem",
      "One problem of a file, in parts. str(problem) is the message for people:\n"
      "\"arm.urdf:12:18: error: <limit> of joint 'elbow': lower is \\\"1,0\\\", expected a number\".")
      .def_prop_ro(
          "level", [](const Diagnostic& d) { return to_string(d.level); },
          "'error': the file is refused; 'warning': it is loaded, and this is said.")
      .def_prop_ro(
          "topic", [](const Diagnostic& d) { return to_string(d.topic); },
          "'file', 'syntax', 'structure', 'value', 'physics' or 'ignored'.")
      .def_ro("file", &Diagnostic::file, "The name of the file.")
      .def_ro("line", &Diagnostic::line, "From 1; 0 where there is no such place.")
      .def_ro("column", &Diagnostic::column, "From 1, in characters; 0 where there is no such place.")
      .def_ro("element", &Diagnostic::element, "What it is about: \"<limit> of joint 'elbow'\".")
      .def_ro("seen", &Diagnostic::seen, "What stands there.")
      .def_ro("expected", &Diagnostic::expected, "What was expected; may be empty.")
      .def_ro("done", &Diagnostic::done, "Of a warning: what was done about it.")
      .def_ro("hint", &Diagnostic::hint, "How to put it right; may be empty.")
      .def("__str__", [](const Diagnostic& d) { return to_text(d); })
      .def("__repr__", [](const Diagnostic& d) { return concat("<treefix.Problem ", to_text(d), ">"); })
      .def("__eq__",
           [](const Diagnostic& d, nb::handle other) {
             return nb::isinstance<Diagnostic>(other) && state_of(d) == state_of(nb::cast<const Diagnostic&>(other));
           })
      .def("__hash__", [](const Diagnostic& d) { return nb::hash(nb::cast(to_text(d))); })
      .def("__getstate__", state_of)
      .def("__setstate__", set_state);
}

void bind_load(nb::module_& m, nb::class_<Robot>& model) {
  using nb::arg;
  const nb::call_guard<nb::gil_scoped_release> unlocked;
  const LoadLimits limits;
  m.def("load", load_path, arg("path"), arg("root") = "fixed", arg("strict") = false, arg("mimic") = false,
        nb::kw_only(), arg("max_bytes") = limits.bytes, arg("max_elements") = limits.elements,
        arg("max_depth") = limits.depth, arg("max_attribute") = limits.attribute, unlocked, load_doc);
  m.def("load_string", load_text, arg("text"), arg("root") = "fixed", arg("strict") = false, arg("mimic") = false,
        nb::kw_only(), arg("name") = "text", arg("folder") = nb::none(), arg("max_bytes") = limits.bytes,
        arg("max_elements") = limits.elements, arg("max_depth") = limits.depth, arg("max_attribute") = limits.attribute,
        unlocked, load_string_doc);
  m.def(
      "save_urdf", [](const Robot& robot, const Path& path) { save_urdf(robot.model(), path); }, arg("model"),
      arg("path"), unlocked,
      "Writes model.to_urdf() to a file, which is replaced in one step: if there is an error it stays as it was.");
  model.def("to_urdf", [](const Robot& robot) { return to_urdf(robot.model()); }, unlocked, urdf_doc);
}

}  // namespace treefix::python
