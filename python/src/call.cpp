#include "call.hpp"

#include <algorithm>

#include <treefix/base/available_memory.hpp>

namespace treefix::python {

namespace {

std::string text(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }
std::string name_of_type(nb::handle object) { return text(object.type().attr("__name__")); }

/// Whether the last axes of an array have these sizes.
bool ends_with(const Layout& layout, View<const Index> of_state) {
  const Index more = layout.ndim() - ssize(of_state);
  return (more == 0 || more == 1) && std::equal(of_state.begin(), of_state.end(), layout.shape.begin() + more);
}

[[noreturn]] void throw_shape_error(const char* name, const std::string& expected, nb::handle array) {
  throw nb::value_error(concat(name, ": expected ", expected, ", got ", text(array.attr("shape"))).c_str());
}

/// Throws the error for an output array that look() does not accept.
[[noreturn]] void throw_out_type_error(const char* name, nb::handle out, Scalar wanted) {
  const std::string got = is_ndarray(out) ? text(out.attr("dtype").attr("name")) : name_of_type(out);
  if (!is_ndarray(out)) throw nb::type_error(concat(name, ": expected a NumPy array, got ", got).c_str());
  if (got != name_of(wanted))
    throw nb::type_error(concat(name, ": expected ", name_of(wanted), " as the arguments are, got ", got).c_str());
  throw nb::type_error(
      concat(name, ": expected ", name_of(wanted), " that is aligned and in native byte order").c_str());
}

}  // namespace

Call::Call(Robot& robot, const Options& options) : robot_(robot), options_(options) {
  if (options.threads < 0)
    throw ValueError(concat("threads is ", options.threads, ", expected 0 for all cores, or a number up to 1024"));
}

// --- arguments -------------------------------------------------------------------------------------------

std::string Call::expected(View<const Index> of_state) const {
  std::string sizes;
  for (const Index size : of_state) sizes += concat(", ", size);
  return concat("shape ", shape_text(of_state), " or (B", sizes, ")");
}

Input Call::read(ArrayLike argument, const char* name, Shape shape) {
  const View<const Index> of_state(shape);
  Input input;
  Layout layout;
  const bool is_readable = look(argument.object, layout);
  input.array =
      is_readable ? nb::borrow(argument.object) : converted(argument, name, expected(of_state), Accepts::floats);
  if (!is_readable && !look(input.array, layout)) throw_shape_error(name, expected(of_state), input.array);
  if (!ends_with(layout, of_state)) throw_shape_error(name, expected(of_state), input.array);

  seen_[count_++] = {name, argument.object};
  agree_on_scalar(layout.scalar);
  const bool is_batch = layout.ndim() > ssize(of_state);
  if (is_batch) agree_on_states(layout, of_state);

  // the numbers of one state must be contiguous, for Dynamics; those of a batch need a constant stride
  if ((!is_batch && !layout.contiguous) || !layout.flatten_from(is_batch, input.numbers, input.number_stride)) {
    require_room(name, layout.shape, "; it must be copied because of its strides");
    input.array = contiguous_copy(input.array);
    look(input.array, layout);
    layout.flatten_from(is_batch, input.numbers, input.number_stride);
  }
  input.data = layout.data;
  if (is_batch && layout.shape[0] > 1) input.state_stride = layout.steps[0];
  return input;
}

void Call::agree_on_scalar(Scalar scalar) {
  if (count_ == 1) scalar_ = scalar;
  if (scalar == scalar_) return;
  const char *first = seen_[0].name, *now = seen_[count_ - 1].name;
  throw nb::type_error(concat(now, " is ", name_of(scalar), ", but ", first, " is ", name_of(scalar_),
                              "; expected one type: use np.asarray(", now, ", np.", name_of(scalar_),
                              ") or np.asarray(", first, ", np.", name_of(scalar), ")")
                           .c_str());
}

void Call::agree_on_states(const Layout& layout, View<const Index> of_state) {
  const Index states = layout.shape[0];
  if (states_ < 0 || states_ == 1) {
    states_ = states;
    decisive_ = count_ - 1;
  } else if (states != 1 && states != states_) {
    const Seen &now = seen_[count_ - 1], &before = seen_[decisive_];
    std::string sizes;
    for (const Index size : of_state) sizes += concat(", ", size);
    throw nb::value_error(concat(now.name, ": expected ", states_, " states as ", before.name, " has, shape (", states_,
                                 sizes, "), got ", shape_text(layout.shape))
                              .c_str());
  }
}

External Call::read_external(ArrayLike forces, const char* frame) {
  const std::string_view coordinates = frame;
  if (coordinates != "body" && coordinates != "root")
    throw nb::value_error(concat("external_frame: expected 'body' or 'root', got '", frame, "'").c_str());
  External external;
  external.in_root = coordinates == "root";
  if (forces.object.is_none()) return external;
  external.input = read(forces, "external_forces", {robot_.model().nbody(), 6});
  if (!is_single()) return external;
  const View<const double> x = external.input.view();
  for (Index i = 0; i < ssize(x); i += 6)
    external.forces.push_back({{x[i], x[i + 1], x[i + 2]}, {x[i + 3], x[i + 4], x[i + 5]}});
  return external;
}

void Call::warn_of_float() const {
  if (scalar_ != Scalar::float64) warn(BatchDynamics::warning(robot_.model()));
}
void warn(const std::string& text) {
  if (!text.empty() && PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw nb::python_error();
}

// --- results ---------------------------------------------------------------------------------------------

/// Throws MemoryError unless an array fits into memory together with the results that exist already.
void Call::require_room(const char* name, View<const Index> shape, const char* hint) const {
  const double bytes = promised_bytes_ + bytes_of(shape, scalar_);
  if (bytes <= little_memory) return;  // making the message would take longer than the dynamics of an arm
  const char* others = promised_bytes_ > 0 ? " with the other results" : "";
  require_memory(concat(name, " of shape ", shape_text(shape), others), bytes, hint);
}

nb::object Call::make(const char* name, View<const Index> shape, const char* hint) {
  require_room(name, shape, hint);
  promised_bytes_ += bytes_of(shape, scalar_);
  return new_array(shape, scalar_);
}

Output Call::write(const char* name, Shape shape, nb::handle out, const char* out_name, const char* hint) {
  std::array<Index, Layout::max_axes> sizes{};
  const Index extra = states_ < 0 ? 0 : 1;
  sizes[0] = states_;
  std::copy(shape.begin(), shape.end(), sizes.begin() + extra);
  const View<const Index> wanted(sizes.data(), static_cast<Index>(shape.size()) + extra);

  Output output;
  output.name = name;
  Layout layout;
  output.is_new = !out || out.is_none();
  output.array = output.is_new ? make(name, wanted, hint) : nb::borrow(out);
  if (!output.is_new) (written_[0].empty() ? written_[0] : written_[1]) = name;
  const bool has_too_many_axes = is_ndarray(output.array) && axes_of(output.array) > Layout::max_axes;
  if (!has_too_many_axes && (!look(output.array, layout) || layout.scalar != scalar_))
    throw_out_type_error(out_name, out, scalar_);
  if (!std::equal(wanted.begin(), wanted.end(), layout.shape.begin(), layout.shape.end()))
    throw_shape_error(out_name, concat("shape ", shape_text(wanted)), out);
  if (!layout.writable)
    throw nb::value_error(concat(out_name, ": expected a writable array, got a read-only one").c_str());
  const bool has_equal_steps = layout.flatten_from(extra, output.numbers, output.number_stride);
  if (extra == 0 && !layout.contiguous) {
    require_apart(output);
    output.given = std::exchange(output.array, make(name, wanted, hint));
    look(output.array, layout);
    output.number_stride = 1;
  } else if (!has_equal_steps) {
    throw nb::value_error(concat(out_name, ": expected a constant stride between the numbers of a state, got strides ",
                                 text(out.attr("strides")))
                              .c_str());
  }
  output.data = layout.data;
  if (extra == 1) output.state_stride = layout.steps[0];
  return output;
}

/// Throws if the output overlaps an argument. The engines check outputs that they write to directly.
void Call::require_apart(const Output& output) const {
  const nb::object shares_memory = nb::module_::import_("numpy").attr("shares_memory");
  if (output.numbers > 1 && output.number_stride == 0)
    throw nb::value_error("out: expected separate memory for each number");
  for (const Seen& seen : seen_)
    if (seen.object && is_ndarray(seen.object) && nb::cast<bool>(shares_memory(output.array, seen.object)))
      throw nb::value_error(
          concat("out: ", output.name, " overlaps ", seen.name, ", expected memory of its own").c_str());
}

nb::object Call::result(Output&& output) {
  if (!output.given) return output.is_new ? number_or_array(std::move(output.array)) : std::move(output.array);
  copy_into(output.given, output.array);
  return std::move(output.given);
}

// --- long batches ----------------------------------------------------------------------------------------

bool Call::Watch::operator()(Index done, Index states) {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (!progress && now - last < 50ms) return true;
  last = now;
  const nb::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();  // Ctrl-C
  if (!progress) return true;
  const nb::object answer = progress(done, states);
  if (answer.is_none()) return true;
  const int is_true = PyObject_IsTrue(answer.ptr());
  if (is_true < 0) throw nb::python_error();
  return is_true == 1;
}

}  // namespace treefix::python
