// The common part of two targets: loads any bytes as a robot file. It must be loaded or refused within a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <treefix/base/printable.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/io/load.hpp>
#include <treefix/model/configuration.hpp>

namespace treefix::fuzz {

inline void load_bytes(std::string_view text, const LoadOptions& options) {
  try {
    const Model model = load_string(text, options);
    // Computes with an accepted model. Results may overflow, but nothing may crash.
    std::vector<double> tau(static_cast<std::size_t>(model.nv()));
    const std::vector<double> zero(tau.size());
    Dynamics(model).inverse(neutral(model), zero, zero, tau);
  } catch (const ParseError& error) {
    if (error.problems().empty()) std::abort();  // refused without a reason
    for (const Diagnostic& problem : error.problems()) {
      if (problem.seen.empty() || problem.file.empty()) std::abort();
      // what a message quotes is escaped
      for (const std::string& field : {problem.element, problem.seen, problem.expected, problem.done, problem.hint})
        if (printable(field) != field) std::abort();
    }
  }
}

/// The first byte of the input selects the options, so that all of them are tested.
inline void load_with_options(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  LoadOptions options;
  options.limits = {.bytes = 1 << 20, .elements = 20'000, .depth = 500, .attribute = 1 << 16};
  options.root = (data[0] & 1U) != 0 ? RootJoint::free : RootJoint::fixed;
  options.mimic = (data[0] & 2U) != 0;
  options.strict = (data[0] & 4U) != 0;
  load_bytes({reinterpret_cast<const char*>(data) + 1, size - 1}, options);
}

}  // namespace treefix::fuzz
