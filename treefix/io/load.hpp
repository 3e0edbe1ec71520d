// Loads robots from files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// Limits on a file. A file that exceeds one is refused with an error that names the limit.
struct LoadLimits {
  std::size_t bytes = std::size_t{1} << 31;  // of all files together; must be less than 4 GiB
  Index elements = 50'000'000;
  Index depth = 10'000;  // levels of nested elements
  std::size_t attribute = std::size_t{1} << 22;  // bytes of one attribute
};

struct LoadOptions {
  RootJoint root = RootJoint::fixed;  // URDF only; other files define which bodies are free
  /// URDF: joints with <mimic> become mimic joints, which follow their leader and have no coordinates of their own. If
  /// false, they are independent joints, each with a warning.
  bool mimic = false;
  bool strict = false;  // treat warnings as errors
  LoadLimits limits{};
  /// load_string: the folder of included files and meshes. Empty: no other file can be read.
  std::filesystem::path folder{};
};

/// Loads a robot from a URDF or MJCF file, or from a file that save() wrote. The content determines the format, not the
/// name of the file.
///
/// Errors: FileError if the file cannot be read; ParseError, with all problems, if it is refused. Questionable input is
/// loaded and listed in Model::warnings().
/// Files: reads path. For MJCF it also reads included files and the meshes that an inertia needs, but only inside the
/// folder of path.
/// Cost: O(size) time and memory, no recursion. Threads: any number of threads may call it.
Model load(const std::filesystem::path& path, const LoadOptions& options = {});

/// Loads a robot from text. Messages use name as the file name.
Model load_string(std::string_view text, const LoadOptions& options = {}, std::string name = "text");

}  // namespace treefix
