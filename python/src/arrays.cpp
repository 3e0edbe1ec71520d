#include "arrays.hpp"

#include <algorithm>
#include <cstdint>

#include <treefix/base/text.hpp>

namespace treefix::python {

namespace {

std::string text(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }

/// As Python writes a tuple.
std::string text(Shape shape) {
  std::string list;
  for (const Index size : shape) list += concat(list.empty() ? "" : ", ", size);
  return concat("(", list, shape.size() == 1 ? ",)" : ")");
}

template <class A>
bool has_shape(const A& array, Shape shape) {
  return array.ndim() == shape.size() &&
         std::equal(shape.begin(), shape.end(), array.shape_ptr(),
                    [](Index wanted, Index got) { return wanted == got || wanted == any_size; });
}

/// Views into raw bytes may begin anywhere.
bool is_aligned(const double* data) { return reinterpret_cast<std::uintptr_t>(data) % alignof(double) == 0; }

[[noreturn]] void throw_type_error(const std::string& name, const std::string& expected, const std::string& got) {
  throw nb::type_error(concat(name, ": expected float64 of ", expected, ", got ", got).c_str());
}

/// Beyond these, neighbouring integers become the same double.
void require_exact(const nb::object& integers, const std::string& name) {
  if (nb::cast<Index>(integers.attr("size")) == 0) return;
  const nb::int_ limit(std::int64_t{1} << 53), negative(-(std::int64_t{1} << 53));
  const nb::object largest = integers.attr("max")().attr("item")();
  const nb::object smallest = integers.attr("min")().attr("item")();
  if (PyObject_RichCompareBool(largest.ptr(), limit.ptr(), Py_GT) == 1 ||
      PyObject_RichCompareBool(smallest.ptr(), negative.ptr(), Py_LT) == 1)
    throw nb::value_error(concat(name, ": expected integers that float64 holds exactly, up to 2**53 in size").c_str());
}

/// What NumPy makes of the argument, if the numbers are the same afterwards: aligned, contiguous float64.
nb::object converted(ArrayLike argument, const std::string& name, const std::string& expected) {
  const nb::object numpy = nb::module_::import_("numpy");
  nb::object array;
  try {
    array = numpy.attr("asarray")(argument.object);
  } catch (const nb::python_error& error) {
    throw_type_error(name, expected,
                     concat(text(argument.object.type().attr("__name__")), " (NumPy: ", text(error.value()), ")"));
  }
  const nb::object dtype = array.attr("dtype");
  const std::string kind = nb::cast<std::string>(dtype.attr("kind"));
  const bool is_integer = kind == "i" || kind == "u", is_float = kind == "f";
  if (nb::cast<Index>(array.attr("size")) > 0) {  // an empty list has the type of nothing in particular
    if (is_integer) require_exact(array, name);
    if (!is_integer && !(is_float && nb::cast<int>(dtype.attr("itemsize")) == 8))
      throw_type_error(
          name, expected,
          concat(text(dtype.attr("name")), is_float ? concat("; use ", name, ".astype(np.float64)") : std::string()));
  }
  using namespace nb::literals;
  return numpy.attr("array")(array, "dtype"_a = "float64", "order"_a = "C");
}

}  // namespace

Numbers::Numbers(ArrayLike argument, const std::string& name, Shape shape) {
  const bool fits = nb::try_cast(argument.object, array_, false);
  if (fits && has_shape(array_, shape) && is_aligned(array_.data())) return;
  *this = Numbers(argument, name, concat("shape ", text(shape)), {shape});
}

Numbers::Numbers(ArrayLike argument, const std::string& name, const std::string& expected,
                 std::initializer_list<Shape> shapes) {
  const nb::object array = converted(argument, name, expected);
  array_ = nb::cast<decltype(array_)>(array);
  if (std::none_of(shapes.begin(), shapes.end(), [this](Shape shape) { return has_shape(array_, shape); }))
    throw nb::value_error(concat(name, ": expected ", expected, ", got ", text(array.attr("shape"))).c_str());
}

Vec3<double> read_vec3(ArrayLike argument, const std::string& name) {
  const Numbers x(argument, name, {3});
  return {x[0], x[1], x[2]};
}

NewArray::NewArray(Shape shape) : size_(1) {
  // Asked for once and never given back, because at exit it would outlive the interpreter. Not a static that C++
  // guards: two threads could wait for its lock and for the interpreter's at the same time.
  static nb::handle empty;
  if (!empty) empty = nb::object(nb::module_::import_("numpy").attr("empty")).release();
  for (const Index size : shape) size_ *= size;
  if (shape.size() == 1) {
    object_ = empty(size_);
  } else {
    nb::list sizes;
    for (const Index size : shape) sizes.append(size);
    object_ = empty(sizes);
  }
  data_ = nb::cast<nb::ndarray<double, nb::c_contig, nb::device::cpu>>(object_).data();
}

Array to_array(View<const double> values) {
  NewArray result({ssize(values)});
  std::copy(values.begin(), values.end(), result.view().begin());
  return std::move(result).array();
}

ReadOnlyArray view_of(const std::vector<double>& values, nb::handle owner) {
  return ReadOnlyArray(values.data(), {values.size()}, owner);
}

}  // namespace treefix::python
