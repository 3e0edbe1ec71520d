// Results to standard output or to a file.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <cli/commands.hpp>
#include <treefix/base/view.hpp>

namespace treefix::cli {

/// Throws UsageError unless --out, if it is given, names a NumPy file.
void require_npy(const Options& options);

/// Row by row, since the text of a large matrix is larger than the matrix. JSON: lists, without the brackets around them.
template <class T>
void write_rows(const T* numbers, Index rows, Index columns, const Options& options);

/// What is said of results that went to --out: a line for people, and the same for programs.
std::string file_text(const Options& options, const std::vector<Index>& shape, const char* type);
nlohmann::ordered_json file_json(const Options& options, const std::vector<Index>& shape, const char* type);

}  // namespace treefix::cli
