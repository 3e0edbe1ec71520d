#include <treefix/io/load.hpp>

#include <utility>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/element.hpp>
#include <treefix/io/reading.hpp>
#include <treefix/model/bytes.hpp>

namespace treefix {

namespace {

using namespace io;
using enum Diagnostic::Topic;

void refuse_root(const Source& source, const Scanner& scanner, Report& report) {
  const std::string_view name = scanner.root_name();
  const std::string_view known[] = {"robot", "mujoco"};
  std::string hint = did_you_mean(name, known);
  if (name == "sdf") hint = "SDF is not supported; convert it to URDF";
  if (name == "COLLADA" || name == "html") hint = "this is not a robot file";
  report.error({&source, scanner.root_tag().begin, {}}, {.topic = structure,
                                                         .seen = concat("the root element is <", name, ">"),
                                                         .expected = "<robot> (URDF) or <mujoco> (MJCF)",
                                                         .hint = std::move(hint)});
}

/// Reports the problems that the Builder found, each at the position of its body.
void report_problems(const ModelError& error, const Reading& reading, Report& report) {
  for (const auto& [about, text] : error.problems()) {
    Where where = !about.empty() && reading.where ? reading.where(about) : Where{};
    where.element.clear();  // the problem names the body itself
    report.error(where, {.topic = physics, .seen = text});
  }
}

Model load(Source& source, const LoadOptions& options) {
  Report report(source.name());
  Scanner scanner(source, options.limits, report);
  Reading reading;
  if (scanner.find_root()) {
    if (scanner.root_name() == "robot")
      reading = read_urdf(source, scanner, options, report);
    else if (scanner.root_name() == "mujoco")
      reading = read_mjcf(source, scanner, options, report);
    else
      refuse_root(source, scanner, report);
  }
  reading.builder.tolerant().warnings(report.finish(options.strict));
  try {
    return reading.builder.build();
  } catch (const ModelError& error) {
    Report refused(source.name());
    report_problems(error, reading, refused);
    refused.finish(options.strict);
    throw;
  }
}

/// A file of save(), which knows its root and its warnings.
Model load_bytes(View<const std::byte> bytes, const std::string& name, const LoadOptions& options) {
  Model model = from_bytes(bytes, name);
  if (options.strict && !model.warnings().empty()) {
    std::vector<Diagnostic> problems = model.warnings();
    for (Diagnostic& problem : problems) problem.severity = Diagnostic::Severity::error;
    throw ParseError(std::move(problems));
  }
  return model;
}

}  // namespace

Model load(const std::filesystem::path& path, const LoadOptions& options) {
  LoadOptions here = options;
  here.folder = path.parent_path().empty() ? "." : path.parent_path();
  Source source(path, options.limits.bytes);
  const View<const std::byte> bytes{reinterpret_cast<const std::byte*>(source.begin()), ssize(source.text())};
  return has_model_signature(bytes) ? load_bytes(bytes, source.name(), options) : load(source, here);
}

Model load_string(std::string_view text, const LoadOptions& options, std::string name) {
  if (text.size() > options.limits.bytes)
    throw FileError(concat("'", name, "' is larger than the limit of ", options.limits.bytes, " bytes"));
  Source source(std::move(name), text);
  return load(source, options);
}

}  // namespace treefix
