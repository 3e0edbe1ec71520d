// Arrays from and to the files of NumPy.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/view.hpp>
#include <treefix/io/npy_header.hpp>
#include <treefix/io/replacement.hpp>

namespace treefix {

/// An array of 1 to 3 axes, of float or double, as np.load would give it.
class NpyArray {
 public:
  NpyArray(io::NpyHeader header, std::unique_ptr<std::byte[]> numbers);

  bool is_float() const { return header_.is_float; }
  const std::vector<Index>& shape() const { return header_.shape; }
  Index axes() const { return ssize(header_.shape); }
  /// How many numbers there are.
  Index size() const;
  /// How far apart, in numbers, neighbours along an axis lie.
  Index step(Index axis) const;
  /// All numbers in the order of the file. T must be float where is_float(), double where not.
  template <class T>
  View<const T> numbers() const {
    TREEFIX_ASSERT(is_float() == (sizeof(T) == sizeof(float)));
    return {reinterpret_cast<const T*>(numbers_.get()), size()};
  }

 private:
  io::NpyHeader header_;
  std::unique_ptr<std::byte[]> numbers_;
};

/// Reads a .npy file of version 1.0, 2.0 or 3.0, in C or Fortran order.
/// Errors: FileError if the file cannot be read or its numbers do not fit in memory; ParseError if it is no NumPy file, has
/// other numbers than '<f8' or '<f4' (big-endian ones too), more than 3 axes or none, or more or fewer bytes than its
/// shape needs. The shape is believed only after that: a bad file never makes it ask for more memory than it has bytes.
NpyArray load_npy(const std::filesystem::path& path);

/// Writes an array of float or double in C order, part by part. The file is there, and replaces an old one, only after
/// finish(); without it nothing is left behind. Errors: FileError if the file cannot be written.
template <class T>
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, const std::vector<Index>& shape);

  void write(View<const T> numbers);
  /// Throws DimensionError if it was another number of numbers than the shape has.
  void finish();

 private:
  io::Replacement file_;
  Index wanted_, written_ = 0;
};

template <class T>
void save_npy(const std::filesystem::path& path, const std::vector<Index>& shape, View<const T> numbers);

}  // namespace treefix
