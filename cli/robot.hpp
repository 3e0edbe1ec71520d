// The robot that the user named.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cli/commands.hpp>

namespace treefix::cli {

/// Whether a text names a file and not a robot of the zoo: there is a file of that name, or it has a '/' in it, or it ends
/// as robot files do.
bool names_file(const std::string& text);

/// options.robot, from a file or from the zoo. Warnings of a file go to standard error, unless options.quiet. When a name is
/// unknown the error also says which known name it is close to.
Model make_robot(const Options& options);

/// " (did you mean 'humanoid'?)" with the name that is closest to text, or nothing if none is close. The prefix, such
/// as "--", stands before the name in the answer and plays no part in the choice.
std::string suggestion(std::string_view text, std::span<const std::string> names, std::string_view prefix = "");

}  // namespace treefix::cli
