// Numbers as the user writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace treefix::cli {

/// The numbers of a vector option: "0.1,0.2" itself, a file "@FILE", or standard input "@-". Commas, spaces and line
/// ends separate them; in a file # begins a comment. Throws an Error that names the place and the text found there.
std::vector<double> read_numbers(std::string_view option, std::string_view text);

/// One whole number between low and high; throws ValueError.
std::uint64_t read_whole_number(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high);
/// A number above zero; throws ValueError otherwise.
double read_positive(std::string_view option, std::string_view text);

}  // namespace treefix::cli
