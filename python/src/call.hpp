// One call of a method that takes one state or a batch. Reads the arguments, determines the number of states and the
// type, allocates the result and runs the engine.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/batch_dynamics.hpp>

#include "keywords.hpp"

namespace treefix::python {

/// Numbers of one state or of a batch, in the caller's memory or in a copy.
struct Strided {
  nb::object array{};
  void* data = nullptr;
  Index numbers = 0, state_stride = 0, number_stride = 0;

  template <class T>
  Batch<T> batch(Index states) const {
    return Batch<T>::strided(static_cast<T*>(data), states, numbers, state_stride, number_stride);
  }
  /// For one state, whose numbers are contiguous.
  View<const double> view() const { return {static_cast<const double*>(data), numbers}; }
};

using Input = Strided;

struct Output : Strided {
  const char* name = nullptr;
  bool is_new = true;
  nb::object given{};  // the caller's array, if it is not `array`, which is then copied into it

  View<double> view() const { return {static_cast<double*>(data), numbers}; }
};

/// External forces, in the forms that the two engines need.
struct External {
  Input input{};
  std::vector<Force<double>> forces{};  // for one state
  bool in_root = false;

  ExternalForces<double> of_one() const { return {forces, in_root ? ExternalFrame::of_root : ExternalFrame::of_body}; }
};

/// Issues a RuntimeWarning unless the text is empty. Throws if the user turned warnings into errors.
void warn(const std::string& text);

class Call {
 public:
  Call(Robot& robot, const Options& options);

  /// Reads an argument that has this shape for one state. If it is not a batch, it applies to all states.
  Input read(ArrayLike argument, const char* name, Shape shape);
  Input read_q(ArrayLike q) { return read(q, "q", {robot_.model().nq()}); }
  Input read_v(ArrayLike v, const char* name = "v") { return read(v, name, {robot_.model().nv()}); }
  External read_external(ArrayLike forces, const char* frame);

  /// Issues a RuntimeWarning if the arguments are float32 and the model is too deep for accelerations in float32.
  /// Throws if the user turned warnings into errors; nothing is written then.
  void warn_of_float() const;

  /// Memory for a result; call it after all arguments are read. out: the argument of the caller, or none. hint: advice
  /// for the message if there is not enough memory.
  Output write(const char* name, Shape shape, nb::handle out, const char* out_name = "out", const char* hint = "");
  Output write(const char* name, Shape shape) { return write(name, shape, options_.out.object); }

  /// Whether this is one state for Dynamics, which computes in float64 and checks its arguments.
  bool is_single() const { return states_ < 0 && scalar_ == Scalar::float64 && options_.check && !has_progress(); }
  Index states() const { return states_ < 0 ? 1 : states_; }
  Robot& robot() const { return robot_; }

  /// Calls one(Dynamics&) if this is a single state, else many(BatchDynamics&, BatchCall<T>).
  template <class One, class Many>
  void run(One one, Many many, const External& external = {}) {
    if (is_single())
      named([&] { robot_.compute(one); });
    else
      run_batch(many, external);
  }
  template <class Many>
  void run_batch(Many many, const External& external = {}) {
    if (scalar_ == Scalar::float64)
      named([&] { run_in<double>(many, external); });
    else
      named([&] { run_in<float>(many, external); });
  }

  /// The result array. A new array without axes becomes a number.
  static nb::object result(Output&& output);

 private:
  /// The engine calls this between parts of a long batch. Returns whether to continue; throws Python exceptions.
  struct Watch {
    nb::handle progress;  // the function of the user; null if there is none
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
    bool operator()(Index done, Index states);
  };
  struct Seen {
    const char* name;
    nb::handle object;
  };

  bool has_progress() const { return options_.progress.object && !options_.progress.object.is_none(); }
  void agree_on_scalar(Scalar scalar);
  void agree_on_states(const Layout& layout, View<const Index> of_state);
  std::string expected(View<const Index> of_state) const;
  void require_room(const char* name, View<const Index> shape, const char* hint) const;
  nb::object make(const char* name, View<const Index> shape, const char* hint);
  void require_apart(const Output& output) const;

  /// Calls f(). Prefixes messages about a result with "out", the name of the argument.
  template <class F>
  void named(F f) {
    try {
      f();
    } catch (const ValueError& error) {
      for (const std::string_view name : written_)
        if (!name.empty() && error.about().argument == name)
          throw ValueError(concat("out: ", error.what()), error.about());
      throw;
    }
  }

  template <class T, class Many>
  void run_in(Many many, const External& external) {
    Watch watch{has_progress() ? options_.progress.object : nb::handle()};
    BatchCall<T> with{.external_frame = external.in_root ? ExternalFrame::of_root : ExternalFrame::of_body,
                      .progress = std::ref(watch)};
    if (external.input.data) with.external_forces = external.input.batch<const T>(states());
    robot_.compute_batch({.threads = options_.threads, .checked = options_.check},
                         [&](BatchDynamics& dynamics) { many(dynamics, std::as_const(with)); });
  }

  Robot& robot_;
  const Options& options_;
  Index states_ = -1;  // -1: no argument is a batch
  Scalar scalar_{};
  std::array<Seen, 4> seen_{};  // the arguments, for messages
  std::size_t count_ = 0, decisive_ = 0;  // number of arguments; the one that determined the number of states
  std::array<std::string_view, 2> written_{};  // names of results that go to arrays of the caller
  double promised_bytes_ = 0;  // of new results; the system counts their memory only when it is written
};

}  // namespace treefix::python
