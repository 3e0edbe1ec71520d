// Exceptions of treefix. Public calls check their arguments, and throw, before they compute or write anything.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// Base of all errors of the library. Control characters in the message are escaped, except line ends.
class Error : public std::runtime_error {
 public:
  explicit Error(std::string_view message);
};

/// An argument has the wrong size. Names the argument, its size and the expected size.
class DimensionError : public Error {
 public:
  DimensionError(std::string_view argument, std::size_t got, std::size_t expected);
  const std::string& argument() const { return argument_; }
  std::size_t got() const { return got_; }
  std::size_t expected() const { return expected_; }

 private:
  std::string argument_;
  std::size_t got_, expected_;
};

/// An argument has an unusable value: NaN, infinity, a quaternion that is not of unit length, an unknown name.
class ValueError : public Error {
 public:
  /// What the message is about, as fields, so that programs need not parse it. Fields that do not apply are empty.
  struct About {
    std::string argument{};  // "tau"
    std::string body{};  // the body, or the joint, by name
    std::string got{};  // the value
    std::string expected{};  // "a finite number"
  };

  explicit ValueError(const std::string& message) : Error(message) {}
  ValueError(const std::string& message, About about) : Error(message), about_(std::move(about)) {}
  const About& about() const { return about_; }

 private:
  About about_;
};

/// A result needs more memory than is available. The message gives the number of bytes. Nothing has been allocated.
class MemoryError : public Error {
 public:
  using Error::Error;
};

/// One reason why a model cannot be built.
struct ModelProblem {
  std::string about;  // the name of the body, joint or frame; empty if the problem concerns none, or several
  std::string text;  // the message, which contains that name
};

/// A model cannot be built. Lists every problem found; the message shows the first thousand.
class ModelError : public Error {
 public:
  ModelError(std::string_view model, std::vector<ModelProblem> problems);
  const std::vector<ModelProblem>& problems() const { return problems_; }

 private:
  std::vector<ModelProblem> problems_;
};

/// Whether all numbers are finite.
bool all_finite(View<const double> values);
/// Throws a ValueError that names the first number that is NaN or infinite.
void require_finite(std::string_view argument, View<const double> values);

/// Throws DimensionError unless the sizes agree: called once per public call, never per body.
void require_size(std::string_view argument, std::size_t got, std::size_t expected);

}  // namespace treefix
