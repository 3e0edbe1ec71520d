// Converts NumPy arrays to and from C++. Arguments arrive as ArrayLike and are read here, not by nanobind, so that a
// message can name the argument, the expected value and the value found.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <treefix/base/view.hpp>
#include <treefix/spatial/motion.hpp>

#include "ndarray.hpp"

namespace treefix::python {

/// An argument that must be numeric: an array, a list, or anything else that NumPy can convert to an array.
struct ArrayLike {
  nb::handle object{};
};

/// A new NumPy array of float64.
struct Array {
  nb::object object{};
};

/// The size along each axis; any_size if it does not matter.
using Shape = std::initializer_list<Index>;
inline constexpr Index any_size = -1;

/// The accepted types of an argument: float64 only, or also float32.
enum class Accepts { float64, floats };

/// Converts the argument with NumPy to an array that look() accepts, if that preserves the numbers. Lists and integers
/// that a double represents exactly become float64. Throws TypeError, which names the argument; `expected` describes
/// the expected shape.
nb::object converted(ArrayLike argument, const char* name, const std::string& expected, Accepts accepts);

/// The numbers of a float64 argument: the caller's memory if it is contiguous and aligned, else a copy. Refuses float32
/// and other types of lower precision, because the result would lack digits.
/// Throws TypeError or ValueError, which name the argument. Construction and destruction need the interpreter's lock.
class Numbers {
 public:
  Numbers(ArrayLike argument, const std::string& name, Shape shape);
  /// Accepts any of these shapes; `expected` describes them.
  Numbers(ArrayLike argument, const std::string& name, const std::string& expected,
          std::initializer_list<Shape> shapes);

  View<const double> view() const { return {static_cast<const double*>(layout_.data), size_}; }
  Index size() const { return size_; }
  double operator[](Index i) const { return view()[i]; }
  Index ndim() const { return layout_.ndim(); }

 private:
  nb::object array_;
  Layout layout_;
  Index size_ = 1;
};

Vec3<double> read_vec3(ArrayLike argument, const std::string& name);

/// A new, uninitialised array. Its memory can be filled without the interpreter's lock.
class NewArray {
 public:
  explicit NewArray(Shape shape);
  View<double> view() const { return {data_, size_}; }
  Array array() && { return {std::move(object_)}; }

 private:
  nb::object object_;
  double* data_;
  Index size_;
};

Array to_array(View<const double> values);

/// A read-only view of memory that belongs to owner.
using ReadOnlyArray = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
ReadOnlyArray view_of(const std::vector<double>& values, nb::handle owner);

}  // namespace treefix::python

namespace nanobind::detail {

template <>
struct type_caster<treefix::python::ArrayLike> {
  NB_TYPE_CASTER(treefix::python::ArrayLike, const_name("numpy.typing.ArrayLike"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    value.object = source;
    return true;
  }
};

template <>
struct type_caster<treefix::python::Array> {
  NB_TYPE_CASTER(treefix::python::Array, const_name("numpy.typing.NDArray[numpy.float64]"))

  static handle from_cpp(const treefix::python::Array& array, rv_policy, cleanup_list*) noexcept {
    return array.object.inc_ref();
  }
};

}  // namespace nanobind::detail
