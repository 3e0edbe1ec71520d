// Writes results to standard output or to a file.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <cli/commands.hpp>
#include <treefix/base/view.hpp>

namespace treefix::cli {

/// Throws UsageError unless --out, if it is given, names a NumPy file.
void require_npy(const Options& options);

/// Writes row by row, because the text of a large matrix is larger than the matrix. JSON: lists without the enclosing
/// brackets.
template <class T>
void write_rows(const T* numbers, Index rows, Index columns, const Options& options);

/// Describes results that were written to --out, as a line of text and as JSON.
std::string file_text(const Options& options, const std::vector<Index>& shape, const char* type);
nlohmann::ordered_json file_json(const Options& options, const std::vector<Index>& shape, const char* type);

}  // namespace treefix::cli
