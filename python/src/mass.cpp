// Model: the mass matrix, and products with it and its inverse.
#include <limits>

#include <treefix/base/available_memory.hpp>

#include "call.hpp"
#include "module.hpp"

namespace treefix::python {

enum class Format { array, sparse };

/// The keyword `format`, for two overloads whose results differ in type. Unknown names go to the first.
template <Format wanted>
struct FormatName {
  std::string name;
};

/// A scipy.sparse.csr_array.
struct SparseArray {
  nb::object object{};
};

}  // namespace treefix::python

template <treefix::python::Format wanted>
struct nanobind::detail::type_caster<treefix::python::FormatName<wanted>> {
  NB_TYPE_CASTER(treefix::python::FormatName<wanted>,
                 const_name<wanted == treefix::python::Format::sparse>("typing.Literal['sparse']",
                                                                       "typing.Literal['dense', 'packed']"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    const bool is_text = PyUnicode_Check(source.ptr()) != 0;
    const bool is_sparse = is_text && PyUnicode_CompareWithASCIIString(source.ptr(), "sparse") == 0;
    if (is_sparse != (wanted == treefix::python::Format::sparse)) return false;
    value.name = is_text ? borrow<str>(source).c_str() : "";
    return is_text;
  }
};

template <>
struct nanobind::detail::type_caster<treefix::python::SparseArray> {
  NB_TYPE_CASTER(treefix::python::SparseArray, const_name("scipy.sparse.csr_array"))

  static handle from_cpp(const treefix::python::SparseArray& array, rv_policy, cleanup_list*) noexcept {
    return array.object.inc_ref();
  }
};

namespace treefix::python {

namespace {

AnyArray mass_matrix(Robot& robot, const Options& options, ArrayLike q, const FormatName<Format::array>& format) {
  const bool packed = format.name == "packed";
  if (!packed && format.name != "dense")
    throw ValueError(concat("format: expected 'dense', 'packed' or 'sparse', got '", format.name, "'"));
  Call call(robot, options);
  const Input position = call.read_q(q);
  const Index nv = robot.model().nv(), n = call.states();
  const char* hint = call.is_single() ? "; format='sparse' needs less for trees with many branches"
                                      : "; format='packed' needs half as much";
  Output H = packed ? call.write("H", {nv * (nv + 1) / 2}) : call.write("H", {nv, nv}, options.out.object, "out", hint);
  call.run(
      [&](Dynamics& d) {
        const auto compute = packed ? &Dynamics::packed_mass_matrix : &Dynamics::mass_matrix;
        (d.*compute)(position.view(), H.view(), {.threads = options.threads});
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        const auto compute = packed ? &BatchDynamics::packed_mass_matrix<T> : &BatchDynamics::mass_matrix<T>;
        (d.*compute)(position.batch<const T>(n), H.batch<T>(n), with);
      });
  return {Call::result(std::move(H))};
}

/// Imported only here, because nothing else needs scipy.
nb::object csr_array() {
  try {
    return nb::module_::import_("scipy.sparse").attr("csr_array");
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    nb::raise_from(error, PyExc_ImportError,
                   "format='sparse' returns a scipy.sparse.csr_array, but scipy cannot be imported; install it with "
                   "'pip install scipy'");
  }
}

/// Both triangles in compressed rows, with indices of type I, as scipy expects them.
template <class I>
SparseArray compressed(Robot& robot, const nb::object& make, const Input& position, Index entries, int threads) {
  const Index nv = robot.model().nv();
  I *begins = nullptr, *columns = nullptr;
  nb::object indptr = new_indices(nv + 1, begins), indices = new_indices(entries, columns);
  nb::object data = new_array({&entries, 1}, Scalar::float64);
  Layout layout;
  look(data, layout);
  robot.compute([&](Dynamics& d) {
    const SymmetricRows& rows = d.symmetric_rows();
    d.symmetric_mass_matrix(position.view(), {static_cast<double*>(layout.data), entries}, {.threads = threads});
    for (Index i = 0; i <= nv; ++i) begins[i] = static_cast<I>(rows.begins()[i]);
    for (Index i = 0; i < nv; ++i) rows.put_columns(i, columns);
  });
  nb::object H = make(nb::make_tuple(data, indices, indptr), nb::arg("shape") = nb::make_tuple(nv, nv));
  // set here, so that scipy does not check the indices
  H.attr("has_sorted_indices") = true;
  H.attr("has_canonical_format") = true;
  return {std::move(H)};
}

SparseArray sparse_mass_matrix(Robot& robot, const Options& options, ArrayLike q, const FormatName<Format::sparse>&) {
  Call call(robot, options);
  const Input position = call.read_q(q);
  if (!call.is_single() || (options.out.object && !options.out.object.is_none()))
    throw ValueError("format: expected 'dense' or 'packed' for a batch, float32, out, check=False or progress");
  const nb::object make = csr_array();
  const Index nv = robot.model().nv();
  const Index entries = 2 * robot.compute([](Dynamics& d) { return d.sparse_entries(); }) - nv;
  const bool is_short = entries <= std::numeric_limits<std::int32_t>::max();
  require_memory(concat("H of ", nv, " coordinates, with ", entries, " entries,"),
                 static_cast<double>(entries) * (is_short ? 12 : 16),
                 "; mass_matrix_apply and mass_matrix_solve do not need H");
  return is_short ? compressed<std::int32_t>(robot, make, position, entries, options.threads)
                  : compressed<std::int64_t>(robot, make, position, entries, options.threads);
}

template <bool inverse>
AnyArray product(Robot& robot, const Options& options, ArrayLike q, ArrayLike x) {
  Call call(robot, options);
  const Input position = call.read_q(q), factor = call.read_v(x, "x");
  if (inverse) call.warn_of_float();
  Output y = call.write("y", {robot.model().nv()});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        if (inverse)
          d.mass_matrix_solve(position.view(), factor.view(), y.view());
        else
          d.mass_matrix_apply(position.view(), factor.view(), y.view(), {.threads = options.threads});
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        const auto compute = inverse ? &BatchDynamics::mass_matrix_solve<T> : &BatchDynamics::mass_matrix_apply<T>;
        (d.*compute)(position.batch<const T>(n), factor.batch<const T>(n), y.batch<T>(n), with);
      });
  return {Call::result(std::move(y))};
}

}  // namespace

void bind_mass(nb::class_<Robot>& model) {
  using nb::arg;
  def(model, "mass_matrix", with_options(mass_matrix),
      "Compute the mass matrix H, the joint-space inertia with armature.\n\n"
      "See Model for batches and the out, threads, check and progress arguments.\n\n"
      "Parameters\n"
      "----------\n"
      "q : array_like\n"
      "    Configuration, shape (nq,) or (B, nq).\n"
      "format : {'dense', 'packed', 'sparse'}\n"
      "    'dense': the symmetric matrix. 'packed': its lower triangle, row by row, as H[numpy.tril_indices(nv)].\n"
      "    'sparse': a scipy.sparse.csr_array of the entries that can be nonzero; see the second overload.\n\n"
      "Returns\n"
      "-------\n"
      "ndarray\n"
      "    Dense: shape (nv, nv) or (B, nv, nv). Packed: shape (nv (nv + 1) / 2,) or (B, nv (nv + 1) / 2).",
      arg("q"), nb::kw_only(), arg("format") = "dense");
  def(model, "mass_matrix", with_options(sparse_mass_matrix),
      "Compute the mass matrix as a scipy.sparse.csr_array with both triangles.\n\n"
      "It has only the entries that can be nonzero: H_ij where one of the coordinates i and j is on the root path of\n"
      "the other, O(nv depth) instead of nv squared. For one state. Not available for models with mimic joints. Needs\n"
      "scipy.",
      arg("q"), nb::kw_only(), arg("format"));
  def(model, "mass_matrix_apply", with_options(product<false>),
      "Compute H x without H: shape (nv,) or (B, nv).\n\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), arg("x"), nb::kw_only());
  def(model, "mass_matrix_solve", with_options(product<true>),
      "Solve H y = x without H: shape (nv,) or (B, nv).\n\n"
      "y is the acceleration that the torques x cause at rest without gravity.\n"
      "See Model for batches and the out, threads, check and progress arguments.",
      arg("q"), arg("x"), nb::kw_only());
}

}  // namespace treefix::python
