// Problems of files as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <treefix/base/diagnostic.hpp>

namespace treefix::cli {

/// One or two lines for each of the first `most` problems. If there are more, a last line counts them and ends with the
/// advice.
std::string list_problems(const std::vector<Diagnostic>& problems, std::size_t most, const std::string& advice);

/// "; 'treefix check FILE' lists them"
std::string advise_check(const std::vector<Diagnostic>& problems);

/// All fields of a problem, and its message.
nlohmann::ordered_json problem_json(const Diagnostic& problem);

/// The number of problems shown by commands other than check.
inline constexpr std::size_t problems_shown = 10;

}  // namespace treefix::cli
