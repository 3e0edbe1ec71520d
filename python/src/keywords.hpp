// The keyword arguments that all methods for one state or a batch share, and types of their arguments and results.
#pragma once

#include <treefix/base/text.hpp>

#include "arrays.hpp"
#include "robot.hpp"

namespace treefix::python {

/// The keyword `out`: an array to write into, or a pair of them, or None.
struct OutLike {
  nb::handle object{};
};
/// The keyword `progress`: a function of (done, states), or None.
struct Progress {
  nb::handle object{};
};
/// A new array, or the array of the caller.
struct AnyArray {
  nb::object object{};
};
/// A number for one state, an array for a batch, or the array of the caller.
struct NumberOrArray {
  nb::object object{};
};

/// The keyword arguments that these methods share.
struct Options {
  OutLike out{};
  int threads = 0;
  bool check = true;
  Progress progress{};
};

/// The choice that text names. Throws "expected one of 'a', 'b', got 'c'" if there is none.
template <class Choice>
Choice choice_of(const char* name, std::string_view text, View<const Choice> choices) {
  std::string names;
  for (const Choice choice : choices) {
    if (text == to_string(choice)) return choice;
    names += concat(names.empty() ? "'" : ", '", to_string(choice), "'");
  }
  throw ValueError(concat(name, ": expected one of ", names, ", got '", text, "'"));
}

/// f(robot, options, arguments…) as a function of (robot, arguments…, out, threads, check, progress).
template <class R, class... Arguments>
auto with_options(R (*f)(Robot&, const Options&, Arguments...)) {
  return [f](Robot& robot, Arguments... arguments, OutLike out, int threads, bool check, Progress progress) -> R {
    return f(robot, Options{out, threads, check, progress}, arguments...);
  };
}

/// Binds a function with these keyword arguments. arguments: its other arguments, keyword-only ones last.
template <class F, class... Arguments>
void def(nb::class_<Robot>& model, const char* name, F f, const char* doc, const Arguments&... arguments) {
  using nb::arg;
  model.def(name, f, arguments..., arg("out") = nb::none(), arg("threads") = 0, arg("check") = true,
            arg("progress") = nb::none(), doc);
}

}  // namespace treefix::python

namespace nanobind::detail {

template <>
struct type_caster<treefix::python::OutLike> {
  NB_TYPE_CASTER(treefix::python::OutLike, const_name("numpy.typing.NDArray[typing.Any]"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    value.object = source;
    return true;
  }
};

template <>
struct type_caster<treefix::python::Progress> {
  NB_TYPE_CASTER(treefix::python::Progress, const_name("collections.abc.Callable[[int, int], bool | None]"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    value.object = source;
    return source.is_none() || PyCallable_Check(source.ptr());
  }
};

template <>
struct type_caster<treefix::python::AnyArray> {
  NB_TYPE_CASTER(treefix::python::AnyArray, const_name("numpy.typing.NDArray[typing.Any]"))

  static handle from_cpp(const treefix::python::AnyArray& array, rv_policy, cleanup_list*) noexcept {
    return array.object.inc_ref();
  }
};

template <>
struct type_caster<treefix::python::NumberOrArray> {
  // Any, because the result type depends on shapes, which Python types do not express
  NB_TYPE_CASTER(treefix::python::NumberOrArray, const_name("typing.Any"))

  static handle from_cpp(const treefix::python::NumberOrArray& number, rv_policy, cleanup_list*) noexcept {
    return number.object.inc_ref();
  }
};

}  // namespace nanobind::detail
