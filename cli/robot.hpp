// The robot that the user named.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix::cli {

/// zoo::make; when the name is unknown the error also says which known name it is close to.
Model make_robot(const std::string& text);

/// " (did you mean 'humanoid'?)" with the name that is closest to text, or nothing if none is close. The prefix, such
/// as "--", stands before the name in the answer and plays no part in the choice.
std::string suggestion(std::string_view text, std::span<const std::string> names, std::string_view prefix = "");

}  // namespace treefix::cli
