// Reads numbers from the command line and from text files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace treefix::cli {

/// Reads the numbers of a vector option: "0.1,0.2", a file "@FILE", or standard input "@-". Commas, spaces and line
/// ends separate them; in a file # begins a comment. Throws an Error with the position and the text found there.
std::vector<double> read_numbers(std::string_view option, std::string_view text);

/// Reads an integer from low to high; throws ValueError otherwise.
std::uint64_t read_whole_number(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high);
/// Reads a positive number; throws ValueError otherwise.
double read_positive(std::string_view option, std::string_view text);

}  // namespace treefix::cli
