// The part of a NumPy file before the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix::io {

/// A .npy file: "\x93NUMPY", the version (two bytes), the length of the header (little-endian, 2 bytes in version 1.0
/// and 4 in 2.0 and 3.0), the header, the numbers. The header is a line of Python,
///   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 7), }
/// padded with spaces so that the numbers begin at a multiple of 64 bytes.
struct NpyHeader {
  bool is_float = false;  // true: float32, false: float64
  bool fortran_order = false;  // true: the first index varies fastest, false: the last one
  std::vector<Index> shape{};

  std::size_t number_size() const { return is_float ? sizeof(float) : sizeof(double); }
};

/// The beginning of a file, which contains the length of the header.
constexpr std::size_t npy_shortest_prefix = 10, npy_longest_prefix = 12;
struct NpyPrefix {
  std::size_t size = 0, header_size = 0;
};

// The readers throw a ParseError with the file, the problem and the expected value.

/// Reads the prefix from the first npy_longest_prefix bytes of a file, or from all bytes of a shorter file.
NpyPrefix read_npy_prefix(const std::string& file, std::string_view bytes);

/// Reads the header from its own bytes. `first` is their offset in the file.
NpyHeader read_npy_header(const std::string& file, std::string_view bytes, std::size_t first);

/// Everything before the numbers, as NumPy writes it.
std::string npy_header_text(const NpyHeader& header);

/// "(3, 7)", "(7,)"
std::string shape_text(View<const Index> shape);

[[noreturn]] void refuse_npy(const std::string& file, std::string seen, std::string expected, std::string hint = "");

}  // namespace treefix::io
