// What stands in a NumPy file before the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix::io {

/// A .npy file: "\x93NUMPY", the version (two bytes), the length of the header (2 bytes in version 1.0, 4 in 2.0 and 3.0,
/// the low one first), the header, the numbers. The header is a line of Python,
///   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 7), }
/// filled up with spaces so that the numbers begin at a multiple of 64 bytes.
struct NpyHeader {
  bool is_float = false;  // float32; float64 if not
  bool fortran_order = false;  // the first index runs fastest; the last one if not
  std::vector<Index> shape{};

  std::size_t number_size() const { return is_float ? sizeof(float) : sizeof(double); }
};

/// The parts of a file's beginning that say how long the header is.
constexpr std::size_t npy_shortest_prefix = 10, npy_longest_prefix = 12;
struct NpyPrefix {
  std::size_t size = 0, header_size = 0;
};

// The readers throw a ParseError, which names the file, what is wrong and what was expected.

/// From the first bytes of a file: npy_longest_prefix of them, or all there are.
NpyPrefix read_npy_prefix(const std::string& file, std::string_view bytes);

/// From the header's own bytes. `first` is where they begin in the file.
NpyHeader read_npy_header(const std::string& file, std::string_view bytes, std::size_t first);

/// All that stands before the numbers, as NumPy writes it.
std::string npy_header_text(const NpyHeader& header);

/// "(3, 7)", "(7,)"
std::string shape_text(View<const Index> shape);

[[noreturn]] void refuse_npy(const std::string& file, std::string seen, std::string expected, std::string hint = "");

}  // namespace treefix::io
