#include "arrays.hpp"

#include <algorithm>
#include <cstdint>

#include <treefix/base/text.hpp>

namespace treefix::python {

namespace {

std::string text(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }

bool has_shape(const Layout& layout, Shape shape) {
  return std::equal(shape.begin(), shape.end(), layout.shape.begin(), layout.shape.end(),
                    [](Index wanted, Index got) { return wanted == got || wanted == any_size; });
}

/// Beyond 2**53, neighbouring integers become the same double.
void require_exact(const nb::object& integers, const char* name) {
  if (nb::cast<Index>(integers.attr("size")) == 0) return;
  const nb::int_ limit(std::int64_t{1} << 53), negative(-(std::int64_t{1} << 53));
  const nb::object largest = integers.attr("max")().attr("item")();
  const nb::object smallest = integers.attr("min")().attr("item")();
  if (PyObject_RichCompareBool(largest.ptr(), limit.ptr(), Py_GT) == 1 ||
      PyObject_RichCompareBool(smallest.ptr(), negative.ptr(), Py_LT) == 1)
    throw nb::value_error(concat(name, ": expected integers that float64 holds exactly, up to 2**53 in size").c_str());
}

}  // namespace

nb::object converted(ArrayLike argument, const char* name, const std::string& expected, Accepts accepts) {
  const auto refuse = [&](const std::string& got) {
    const char* types = accepts == Accepts::floats ? "float64 or float32" : "float64";
    throw nb::type_error(concat(name, ": expected ", types, " of ", expected, ", got ", got).c_str());
  };
  const nb::object numpy = nb::module_::import_("numpy");
  nb::object array;
  try {
    array = numpy.attr("asarray")(argument.object);
  } catch (const nb::python_error& error) {
    refuse(concat(text(argument.object.type().attr("__name__")), " (NumPy: ", text(error.value()), ")"));
  }
  const nb::object dtype = array.attr("dtype");
  const std::string kind = nb::cast<std::string>(dtype.attr("kind"));
  const int item = nb::cast<int>(dtype.attr("itemsize"));
  const bool is_integer = kind == "i" || kind == "u", is_float = kind == "f";
  const bool is_single = is_float && item == sizeof(float) && accepts == Accepts::floats;
  if (nb::cast<Index>(array.attr("size")) > 0) {  // the type of an empty list has no meaning
    if (is_integer) require_exact(array, name);
    if (!is_integer && !is_single && !(is_float && item == sizeof(double)))
      refuse(
          concat(text(dtype.attr("name")), is_float ? concat("; use ", name, ".astype(np.float64)") : std::string()));
  }
  using namespace nb::literals;
  return numpy.attr("array")(array, "dtype"_a = is_single ? "float32" : "float64", "order"_a = "C");
}

Numbers::Numbers(ArrayLike argument, const std::string& name, Shape shape) {
  const bool fits = look(argument.object, layout_) && layout_.scalar == Scalar::float64 && layout_.contiguous;
  if (!fits || !has_shape(layout_, shape)) {
    *this = Numbers(argument, name, concat("shape ", shape_text(shape)), {shape});
    return;
  }
  array_ = nb::borrow(argument.object);
  for (const Index size : shape) size_ *= size;
}

Numbers::Numbers(ArrayLike argument, const std::string& name, const std::string& expected,
                 std::initializer_list<Shape> shapes)
    : array_(converted(argument, name.c_str(), expected, Accepts::float64)) {
  const bool fits = look(array_, layout_) && std::any_of(shapes.begin(), shapes.end(),
                                                         [this](Shape shape) { return has_shape(layout_, shape); });
  if (!fits) throw nb::value_error(concat(name, ": expected ", expected, ", got ", text(array_.attr("shape"))).c_str());
  for (const Index size : layout_.shape) size_ *= size;
}

Vec3<double> read_vec3(ArrayLike argument, const std::string& name) {
  const Numbers x(argument, name, {3});
  return {x[0], x[1], x[2]};
}

NewArray::NewArray(Shape shape) : object_(new_array(shape, Scalar::float64)), size_(1) {
  Layout layout;
  look(object_, layout);
  data_ = static_cast<double*>(layout.data);
  for (const Index size : shape) size_ *= size;
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
