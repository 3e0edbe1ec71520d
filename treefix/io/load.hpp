// Robots from files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// How the root link of a URDF hangs in the world.
enum class RootJoint { fixed, free };

/// What a file may ask of us; a file beyond them is refused by an error that names the limit.
struct LoadLimits {
  std::size_t bytes = std::size_t{1} << 31;  // of all files together; less than 4 GiB
  Index elements = 50'000'000;
  Index depth = 10'000;  // of nested elements
  std::size_t attribute = std::size_t{1} << 22;  // bytes of one attribute
};

struct LoadOptions {
  RootJoint root = RootJoint::fixed;  // URDF only; MJCF says itself which bodies are free
  /// URDF: joints with <mimic> follow their master and have no coordinates of their own. Otherwise they are
  /// independent, and a warning says so.
  bool mimic = false;
  bool strict = false;  // warnings are errors
  LoadLimits limits{};
  /// load_string: where included files and meshes lie. Empty: none can be read.
  std::filesystem::path folder{};
};

/// The robot of a URDF or MJCF file. Which of the two it is says the root element, not the name of the file.
///
/// Errors: FileError if the file cannot be read, ParseError with all its problems if it is refused. What was doubtful but
/// loaded stands in Model::warnings().
/// Files: reads path, and for MJCF what it includes and the meshes that an inertia needs, inside the folder of path only.
/// Cost: O(size) time and memory, no recursion. Threads: may be called by any number of threads.
Model load(const std::filesystem::path& path, const LoadOptions& options = {});

/// The same from text; name stands for the file in messages.
Model load_string(std::string_view text, const LoadOptions& options = {}, std::string name = "text");

}  // namespace treefix
