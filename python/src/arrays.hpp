// NumPy arrays in and out. Arguments come in as ArrayLike and are read here, not by nanobind, so that a message can
// say which argument is wrong, what was expected and what came.
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

/// An argument that should be numbers: an array, a list, anything that NumPy can make an array of.
struct ArrayLike {
  nb::handle object{};
};

/// A new NumPy array of float64.
struct Array {
  nb::object object{};
};

/// The size along each axis; any_size where it does not matter.
using Shape = std::initializer_list<Index>;
inline constexpr Index any_size = -1;

/// What an argument may be: float64, or also float32.
enum class Accepts { float64, floats };

/// What NumPy makes of the argument, if the numbers are the same afterwards: an array that look() accepts. Lists and
/// integers that a double can hold exactly become float64. Throws TypeError that names the argument; expected says in
/// words what shape it should have.
nb::object converted(ArrayLike argument, const char* name, const std::string& expected, Accepts accepts);

/// The numbers of an argument that is float64: the caller's memory where it is contiguous and aligned, else a copy.
/// float32 and the like are refused, because the digits that they lack would be missed later.
/// Throws TypeError or ValueError that names the argument. Needs the interpreter's lock, also when it ends.
class Numbers {
 public:
  Numbers(ArrayLike argument, const std::string& name, Shape shape);
  /// Of any of these shapes; expected says them in words.
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

/// A new array that is yet to be filled: memory first, so that it can be filled without the interpreter's lock.
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

/// A view that cannot be written to, of memory that belongs to owner.
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
