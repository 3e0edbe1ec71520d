// The robot that the user named.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cli/commands.hpp>

namespace treefix::cli {

/// Whether a text names a file and not a built-in robot: a file has that name, or the text contains '/', or it ends
/// like the name of a robot file.
bool names_file(const std::string& text);

/// Makes options.robot, from a file or the zoo. Warnings about a file go to standard error, unless options.quiet. The
/// error for an unknown name suggests a similar known name.
Model make_robot(const Options& options);

/// " (did you mean 'humanoid'?)" with the name that is most similar to text; empty if none is similar. The prefix, such
/// as "--", precedes the name in the result but does not affect the choice.
std::string suggestion(std::string_view text, std::span<const std::string> names, std::string_view prefix = "");

}  // namespace treefix::cli
