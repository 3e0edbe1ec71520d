// Text and JSON for standard output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <treefix/model/model.hpp>

namespace treefix::cli {

using Json = nlohmann::ordered_json;

/// Writes to standard output; throws Error if that cannot be written.
void write(std::string_view text);

/// Writes to standard error, where a failure can be told to nobody.
void say(std::string_view text);

/// A document in one line. Bytes that are no UTF-8, as names of files may have, are replaced.
std::string json_text(const Json& document);
void write_json(const Json& document);

/// With so many significant digits at most.
std::string number(double value, int precision);

/// Rows of cells in columns; alignment has a '<' or '>' for each column.
std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view alignment);

/// The coordinates first .. first + count − 1 as a person would write them: "3", "0..5"; "-" if there are none.
std::string range(Index first, Index count);

/// A number per line with its joint behind a #, so that it can be read back with @FILE.
std::string per_joint(const Model& model, View<const double> x, int precision);

}  // namespace treefix::cli
