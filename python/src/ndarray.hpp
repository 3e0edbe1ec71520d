// NumPy arrays as they lie in memory. Only ndarray.cpp knows NumPy's C interface; asking through Python would take
// longer than the dynamics of an arm.
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

/// The numbers of an array. Valid as long as the array is, unless somebody gives it another shape.
struct Layout {
  void* data = nullptr;
  Scalar scalar{};
  bool contiguous = false;  // as in C
  bool writable = false;
  static constexpr Index max_axes = 4;
  View<const Index> shape{};
  Index steps[max_axes] = {};  // how many numbers further the next one along each axis is

  Index ndim() const { return ssize(shape); }
  /// How far numbers are apart if the axes from this one on are taken as one; false if they cannot be.
  bool flatten_from(Index axis, Index& count, Index& step) const;
};

/// Takes NumPy's table of functions. Called once, when the module is loaded.
void load_numpy();

bool is_ndarray(nb::handle object);
Index axes_of(nb::handle array);
/// False if the object is no array of float64 or float32 whose numbers C++ can use where they are: because it has
/// another type or byte order, more axes than max_axes, or numbers at odd addresses.
bool look(nb::handle object, Layout& layout);

/// Bytes of an array of this shape; in double, which does not overflow.
double bytes_of(View<const Index> shape, Scalar scalar);
/// Memory that is yet to be filled. Throws MemoryError that says how many bytes there should have been.
nb::object new_array(View<const Index> shape, Scalar scalar);
/// The same of indices, which are at `data`.
nb::object new_indices(Index size, std::int32_t*& data);
nb::object new_indices(Index size, std::int64_t*& data);
/// A contiguous copy of an array that look() accepts.
nb::object contiguous_copy(nb::handle array);
/// Writes the numbers of one array into another of the same shape.
void copy_into(nb::handle to, nb::handle from);

/// An array without axes as the number that is in it, others as they are.
nb::object number_or_array(nb::object array);

/// As Python writes a tuple.
std::string shape_text(View<const Index> shape);

}  // namespace treefix::python
