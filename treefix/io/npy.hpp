// Reads and writes arrays as NumPy files.
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

/// An array of float or double with 1 to 3 axes, as np.load returns it.
class NpyArray {
 public:
  NpyArray(io::NpyHeader header, std::unique_ptr<std::byte[]> numbers);

  bool is_float() const { return header_.is_float; }
  const std::vector<Index>& shape() const { return header_.shape; }
  Index axes() const { return ssize(header_.shape); }
  /// The number of elements.
  Index size() const;
  /// The stride of an axis, in numbers.
  Index stride(Index axis) const;
  /// All numbers in the order of the file. T must be float if is_float(), else double.
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
/// Errors: FileError if the file cannot be read or its numbers do not fit in memory. ParseError if it is not a NumPy
/// file, has a number type other than '<f8' or '<f4' (big-endian numbers included), has no axes or more than 3, or has
/// more or fewer bytes than its shape needs. The sizes are compared before memory is allocated, so a malformed file
/// never causes an allocation larger than the file.
NpyArray load_npy(const std::filesystem::path& path);

/// Writes an array of float or double in C order, block by block. The file appears, and replaces an existing one, only
/// in finish(); without that call nothing remains. Errors: FileError if the file cannot be written.
template <class T>
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, const std::vector<Index>& shape);

  void write(View<const T> numbers);
  /// Throws DimensionError if the number of written elements differs from that of the shape.
  void finish();

 private:
  io::Replacement file_;
  Index wanted_, written_ = 0;
};

template <class T>
void save_npy(const std::filesystem::path& path, const std::vector<Index>& shape, View<const T> numbers);

}  // namespace treefix
