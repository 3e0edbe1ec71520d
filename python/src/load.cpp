// Loads and saves robots, and binds Problem.
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

using enum Diagnostic::Topic;
using Path = std::filesystem::path;

/// The arguments that load and load_string share, as Python gives them.
struct Settings {
  std::string root;
  bool strict, mimic;
  Index max_bytes, max_elements, max_depth, max_attribute;

  LoadOptions options() const {
    return {.root = read_root(root),
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
  return {d.severity == Diagnostic::Severity::error,
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
  if (topic < 0 || topic > static_cast<int>(ignored)) throw ValueError(concat("Problem: there is no topic ", topic));
  new (&self) Diagnostic{error ? Diagnostic::Severity::error : Diagnostic::Severity::warning,
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
    "Load a robot from a URDF or MJCF file.\n\n"
    "The root element determines the format. Releases the interpreter's lock.\n\n"
    "Parameters\n"
    "----------\n"
    "path : str or os.PathLike\n"
    "    The file. An MJCF file can include files and use meshes only from its own folder.\n"
    "root : {'fixed', 'free'}\n"
    "    How the root link of a URDF is attached to the world.\n"
    "strict : bool\n"
    "    Treat warnings as errors.\n"
    "mimic : bool\n"
    "    True: URDF joints with <mimic> become mimic joints. False: they are independent joints, with a warning.\n"
    "max_bytes, max_elements, max_depth, max_attribute : int\n"
    "    A file that exceeds one of these limits is refused.\n\n"
    "Returns\n"
    "-------\n"
    "Model\n"
    "    The robot. Its warnings list questionable input that was loaded.\n\n"
    "Raises\n"
    "------\n"
    "ParseError\n"
    "    The file was refused; the error has all problems.\n"
    "OSError\n"
    "    The file cannot be read; FileNotFoundError, IsADirectoryError, PermissionError or another subclass.";

constexpr const char* load_string_doc =
    "Load a robot from text.\n\n"
    "Messages use name as the file name. folder is the folder of included files and meshes of an MJCF text; without\n"
    "it no other file can be read. See load for the other parameters.";

constexpr const char* urdf_doc =
    "Return the robot as a URDF that load_string(text, mimic=True) reads back with the same dynamics and names.\n\n"
    "The robot is attached to a root link without mass, so load it with root='fixed'. Armature is written as\n"
    "<dynamics armature=\"...\">, which other programs ignore. Raises ValueError, which lists everything that URDF\n"
    "cannot express, such as spherical and helical joints.";

}  // namespace

void bind_problem(nb::module_& m) {
  nb::class_<Diagnostic>(
      m, "Problem",
      "One problem of a file, with its fields. str(problem) is the message:\n"
      "\"arm.urdf:12:18: error: <limit> of joint 'elbow': lower is \\\"1,0\\\", expected a number\".")
      .def_prop_ro(
          "severity", [](const Diagnostic& d) { return to_string(d.severity); },
          "'error': the file is refused; 'warning': it is loaded.")
      .def_prop_ro(
          "topic", [](const Diagnostic& d) { return to_string(d.topic); },
          "'file', 'syntax', 'structure', 'value', 'physics' or 'ignored'.")
      .def_ro("file", &Diagnostic::file, "The name of the file.")
      .def_ro("line", &Diagnostic::line, "The line, from 1; 0 if the problem has no position.")
      .def_ro("column", &Diagnostic::column, "The column, in characters from 1; 0 if the problem has no position.")
      .def_ro("element", &Diagnostic::element, "The element, such as \"<limit> of joint 'elbow'\".")
      .def_ro("seen", &Diagnostic::seen, "What was found.")
      .def_ro("expected", &Diagnostic::expected, "What was expected; may be empty.")
      .def_ro("done", &Diagnostic::done, "For a warning: how the input was handled.")
      .def_ro("hint", &Diagnostic::hint, "How to correct it; may be empty.")
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
      "Write model.to_urdf() to a file. An existing file is replaced in one step; after an error it is unchanged.");
  model.def("to_urdf", [](const Robot& robot) { return to_urdf(robot.model()); }, unlocked, urdf_doc);
}

}  // namespace treefix::python
