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

}  // namespace treefix::cli
