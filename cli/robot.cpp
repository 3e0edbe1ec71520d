#include <cli/robot.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <cli/output.hpp>
#include <cli/problems.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view endings[] = {".urdf", ".xml", ".mjcf", ".xacro"};

std::string_view name_of(std::string_view usage) { return usage.substr(0, usage.find(':')); }

std::string_view explain(std::string_view robot) {
  if (robot == "chain") return "a chain of n rods on revolute joints with alternating axes";
  if (robot == "star") return "n rods around one hub, each on a revolute joint";
  if (robot == "snake") return "a free-flying head and n - 1 links on revolute joints";
  if (robot == "auto_tree") return "Featherstone's autoTree: n links, branching factor, skew (rad), taper";
  if (robot == "random_tree") return "random tree; joints: letters of RPHSLF (L planar, F free)";
  if (robot == "puma560") return "Unimation PUMA 560 with armature, 6 joints";
  if (robot == "arm") return "7 joints, frames of the Franka Emika Panda, simplified links";
  if (robot == "quadruped") return "four legs on a free-flying trunk, 18 degrees of freedom";
  if (robot == "humanoid") return "a person of 1.75 m and 75 kg, 36 degrees of freedom";
  return "";
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

Model load_file(const Options& options) {
  Model model = load(options.robot, options.load);
  if (!options.quiet) say(list_problems(model.warnings(), problems_shown, advise_check(model.warnings())));
  return model;
}

/// The name is neither a built-in robot nor a file. Suggests a similar name.
[[noreturn]] void refuse_name(const std::string& text, const std::vector<std::string>& names) {
  std::string meant = suggestion(name_of(text), names);
  for (const std::string_view ending : endings)
    if (const std::string file = fmt::format("{}{}", text, ending); is_file(file))
      meant = fmt::format(" (did you mean '{}'?)", file);
  throw ValueError(fmt::format("no robot named '{}'{}, and no file with that name; the robots are {}", name_of(text),
                               meant, fmt::join(names, ", ")));
}

}  // namespace

bool names_file(const std::string& text) {
  return text.find('/') != std::string::npos || is_file(text) ||
         std::any_of(std::begin(endings), std::end(endings), [&](auto ending) { return text.ends_with(ending); });
}

Model make_robot(const Options& options) {
  const std::string& text = options.robot;
  if (names_file(text)) return load_file(options);
  std::vector<std::string> names;
  for (const std::string& usage : zoo::usage()) names.emplace_back(name_of(usage));
  if (std::find(names.begin(), names.end(), name_of(text)) == names.end()) {
    std::error_code ignored;
    if (fs::is_directory(text, ignored)) return load_file(options);  // reports the directory
    refuse_name(text, names);
  }
  if (!options.file_options.empty())
    throw UsageError(
        fmt::format("{} applies only to files, but '{}' is a built-in robot", options.file_options[0], text));
  return zoo::make(text);
}

ExitCode print_robots(const Options&) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& usage : zoo::usage()) rows.push_back({usage, std::string(explain(name_of(usage)))});
  write(table(rows, "<<"));
  return success;
}

}  // namespace treefix::cli
