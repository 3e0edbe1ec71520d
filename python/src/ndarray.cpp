#include "ndarray.hpp"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/text.hpp>

namespace treefix::python {

static_assert(sizeof(npy_intp) == sizeof(Index));

namespace {

PyArrayObject* array_of(nb::handle object) { return reinterpret_cast<PyArrayObject*>(object.ptr()); }

nb::object checked(PyObject* result) {
  if (!result) throw nb::python_error();
  return nb::steal(result);
}

/// An uninitialised array of a NumPy type number. Throws MemoryError with the text of what(), which is made only then,
/// because making it takes longer than the dynamics of an arm.
template <class What>
nb::object array_or_error(View<const Index> shape, int type, What what) {
  PyObject* array = PyArray_SimpleNew(static_cast<int>(shape.size()), shape.data(), type);
  if (array) return nb::steal(array);
  PyErr_Clear();
  throw MemoryError(concat(what(), " bytes, more than are available"));
}

template <class I>
nb::object indices(Index size, int type, I*& data) {
  const Index shape[] = {size};
  nb::object array = array_or_error(
      shape, type, [&] { return concat("a list of ", size, " indices needs ", size * static_cast<Index>(sizeof(I))); });
  data = static_cast<I*>(PyArray_DATA(array_of(array)));
  return array;
}

}  // namespace

void load_numpy() {
  if (_import_array() < 0) throw nb::python_error();
}

bool is_ndarray(nb::handle object) { return PyArray_Check(object.ptr()); }

Index axes_of(nb::handle array) { return PyArray_NDIM(array_of(array)); }

bool look(nb::handle object, Layout& layout) {
  if (!PyArray_Check(object.ptr())) return false;
  PyArrayObject* array = array_of(object);
  const int type = PyArray_TYPE(array), ndim = PyArray_NDIM(array);
  if ((type != NPY_DOUBLE && type != NPY_FLOAT) || ndim > Layout::max_axes || !PyArray_ISBEHAVED_RO(array))
    return false;
  layout.data = PyArray_DATA(array);
  layout.scalar = type == NPY_DOUBLE ? Scalar::float64 : Scalar::float32;
  layout.contiguous = PyArray_IS_C_CONTIGUOUS(array);
  layout.writable = PyArray_ISWRITEABLE(array);
  const Index size = size_of(layout.scalar);
  for (int axis = 0; axis < ndim; ++axis) {
    const Index bytes = PyArray_STRIDE(array, axis);
    if (bytes % size != 0) return false;
    layout.steps[axis] = bytes / size;
  }
  layout.shape = {PyArray_DIMS(array), ndim};
  return true;
}

bool Layout::flatten_from(Index axis, Index& count, Index& step) const {
  count = 1;
  step = 1;
  bool fits = true;
  for (Index i = ndim() - 1; i >= axis; --i) {
    if (shape[i] != 1 && count == 1) step = steps[i];
    // the strides of an empty array do not matter
    fits = fits && (shape[i] == 1 || steps[i] == count * step);
    count *= shape[i];
  }
  return fits || count == 0;
}

double bytes_of(View<const Index> shape, Scalar scalar) {
  auto bytes = static_cast<double>(size_of(scalar));
  for (const Index size : shape) bytes *= static_cast<double>(size);
  return bytes;
}

nb::object new_array(View<const Index> shape, Scalar scalar) {
  return array_or_error(shape, scalar == Scalar::float64 ? NPY_DOUBLE : NPY_FLOAT, [&] {
    return concat("a result of shape ", shape_text(shape), " of ", name_of(scalar), " needs ", bytes_of(shape, scalar));
  });
}

nb::object new_indices(Index size, std::int32_t*& data) { return indices(size, NPY_INT32, data); }
nb::object new_indices(Index size, std::int64_t*& data) { return indices(size, NPY_INT64, data); }

nb::object contiguous_copy(nb::handle array) { return checked(PyArray_NewCopy(array_of(array), NPY_CORDER)); }

void copy_into(nb::handle to, nb::handle from) {
  if (PyArray_CopyInto(array_of(to), array_of(from)) < 0) throw nb::python_error();
}

nb::object number_or_array(nb::object array) {
  if (PyArray_NDIM(array_of(array)) > 0) return array;
  if (PyArray_TYPE(array_of(array)) == NPY_DOUBLE)
    return checked(PyFloat_FromDouble(*static_cast<const double*>(PyArray_DATA(array_of(array)))));
  return checked(PyArray_Return(reinterpret_cast<PyArrayObject*>(array.release().ptr())));
}

std::string shape_text(View<const Index> shape) {
  std::string list;
  for (const Index size : shape) list += concat(list.empty() ? "" : ", ", size);
  return concat("(", list, shape.size() == 1 ? ",)" : ")");
}

}  // namespace treefix::python
