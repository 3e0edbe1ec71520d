// Writes text and JSON to standard output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <treefix/model/model.hpp>

namespace treefix::cli {

using Json = nlohmann::ordered_json;

/// Writes to standard output. Throws Error if that fails.
void write(std::string_view text);

/// Writes to standard error. Ignores failures, because they cannot be reported.
void say(std::string_view text);

/// A document in one line. Replaces bytes that are not valid UTF-8, which file names may contain.
std::string json_text(const Json& document);
void write_json(const Json& document);

/// A number with at most `precision` significant digits.
std::string number(double value, int precision);

/// A table with aligned columns; alignment has '<' or '>' for each column.
std::string table(std::vector<std::vector<std::string>> rows, std::string_view alignment);

/// The coordinates first .. first + count − 1 as "3" or "0..5"; "-" if there are none.
std::string range(Index first, Index count);

/// One number per line, followed by # and its joint, so that it can be read back with @FILE.
std::string per_joint(const Model& model, View<const double> x, int precision);

}  // namespace treefix::cli
