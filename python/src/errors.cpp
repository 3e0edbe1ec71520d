// Errors of the library as Python errors.
#include <exception>

#include <nanobind/stl/vector.h>

#include <treefix/base/errors.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const ModelError& error) {
    // Fetched only now: stubs are made with this module alone, without the package around it.
    const nb::object type = nb::module_::import_("treefix._errors").attr("ModelError");
    PyErr_SetObject(type.ptr(), type(error.what(), error.problems()).ptr());
  } catch (const ValueError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const DimensionError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}

}  // namespace

void bind_errors() { nb::register_exception_translator(translate); }

}  // namespace treefix::python
