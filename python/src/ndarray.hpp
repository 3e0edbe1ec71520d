// The memory layout of NumPy arrays. Only ndarray.cpp uses NumPy's C interface; access through Python would take longer
// than the dynamics of an arm.
#pragma once

#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>

#include <treefix/base/view.hpp>

namespace treefix::python {

namespace nb = nanobind;

enum class Scalar { float64, float32 };
template <class T>
inline constexpr Scalar scalar_of = sizeof(T) == sizeof(double) ? Scalar::float64 : Scalar::float32;

inline const char* name_of(Scalar scalar) { return scalar == Scalar::float64 ? "float64" : "float32"; }
inline Index size_of(Scalar scalar) { return scalar == Scalar::float64 ? sizeof(double) : sizeof(float); }

/// The numbers of an array. Valid as long as the array exists and keeps its shape.
struct Layout {
  void* data = nullptr;
  Scalar scalar{};
  bool contiguous = false;  // in C order
  bool writable = false;
  static constexpr Index max_axes = 4;
  View<const Index> shape{};
  Index steps[max_axes] = {};  // strides of the axes, in numbers

  Index ndim() const { return ssize(shape); }
  /// Merges the axes from this one on: their number of elements and their common stride. False if there is none.
  bool flatten_from(Index axis, Index& count, Index& step) const;
};

/// Loads NumPy's function table. Called once, when the module is loaded.
void load_numpy();

bool is_ndarray(nb::handle object);
Index axes_of(nb::handle array);
/// Reads the layout of an array. False if the object is not an array of float64 or float32 that C++ can use in place:
/// another type or byte order, more axes than max_axes, or unaligned numbers.
bool look(nb::handle object, Layout& layout);

/// The number of bytes of an array of this shape, as a double, which does not overflow.
double bytes_of(View<const Index> shape, Scalar scalar);
/// An uninitialised array. Throws MemoryError, which gives the number of bytes.
nb::object new_array(View<const Index> shape, Scalar scalar);
/// An uninitialised array of indices, at `data`.
nb::object new_indices(Index size, std::int32_t*& data);
nb::object new_indices(Index size, std::int64_t*& data);
/// A contiguous copy of an array that look() accepts.
nb::object contiguous_copy(nb::handle array);
/// Writes the numbers of one array into another of the same shape.
void copy_into(nb::handle to, nb::handle from);

/// The number in an array without axes; other arrays unchanged.
nb::object number_or_array(nb::object array);

/// The shape as a Python tuple.
std::string shape_text(View<const Index> shape);

}  // namespace treefix::python
