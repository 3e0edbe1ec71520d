// treefix convert: writes a robot as a URDF file.
#include <algorithm>

#include <fmt/format.h>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <cli/robot.hpp>
#include <treefix/io/save.hpp>

namespace treefix::cli {

namespace {

void require_urdf(const std::string& output) {
  if (output != "-" && !output.ends_with(".urdf"))
    throw UsageError(
        fmt::format("cannot write '{}': expected a file name that ends in .urdf, or '-' for standard output", output));
}

/// Notes for users who load the file in other programs.
std::string notes(const Model& model) {
  std::string text;
  const auto& armatures = model.mechanism().armatures;
  if (std::any_of(armatures.begin(), armatures.end(), [](double a) { return a != 0; }))
    text += "note: armature is written as <dynamics armature=\"...\">, which other programs ignore\n";
  if (model.has_mimic())
    text += "note: the robot has mimic joints (<mimic>); load the file with --mimic to keep them\n";
  if (!model.body_offsets().empty())
    text += "note: a body whose frame is not at its joint is written as two links, the moving one named 'BODY/joint'\n";
  return text;
}

}  // namespace

ExitCode convert_robot(const Options& options) {
  require_urdf(options.output);
  const Model model = make_robot(options);
  if (options.output == "-")
    write(to_urdf(model));
  else
    save_urdf(model, options.output);
  if (!options.quiet) say(notes(model));
  return success;
}

}  // namespace treefix::cli
