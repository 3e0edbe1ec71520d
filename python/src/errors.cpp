// Translates errors of the library to Python exceptions.
#include <exception>

#include <nanobind/stl/vector.h>

#include <treefix/base/diagnostic.hpp>
#include <treefix/batch_dynamics.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const ModelError& error) {
    // Imported only here, because stubs are generated from this module without the package.
    const nb::object type = nb::module_::import_("treefix._errors").attr("ModelError");
    nb::list texts;
    for (const ModelProblem& problem : error.problems()) texts.append(problem.text);
    PyErr_SetObject(type.ptr(), type(error.what(), texts).ptr());
  } catch (const ParseError& error) {
    const nb::object type = nb::module_::import_("treefix._errors").attr("ParseError");
    PyErr_SetObject(type.ptr(), type(error.what(), error.problems()).ptr());
  } catch (const FileError& error) {
    // OSError with an error number becomes FileNotFoundError or another subclass
    const nb::handle type = PyExc_OSError;
    const nb::object value = error.code() ? type(error.code().value(), error.what()) : type(error.what());
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())), value.ptr());
  } catch (const Stopped& error) {
    const nb::object type = nb::module_::import_("treefix._errors").attr("Stopped");
    PyErr_SetString(type.ptr(), error.what());
  } catch (const MemoryError& error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const ValueError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const DimensionError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}

}  // namespace

void bind_errors() { nb::register_exception_translator(translate); }

}  // namespace treefix::python
