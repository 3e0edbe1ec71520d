#include <treefix/facade/checks.hpp>

#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/model/validate.hpp>

namespace treefix::facade {

namespace {

template <class T>
ValueError out_of_range(std::string_view option, const T& got, const std::string& expected) {
  return ValueError(concat(option, " is ", got, ", expected ", expected),
                    {.argument = std::string(option), .got = concat(got), .expected = expected});
}

}  // namespace

void refuse_overlap(std::string_view name) {
  throw ValueError(concat(name, " overlaps an input, expected memory of its own"),
                   {.argument = std::string(name), .expected = "memory of its own"});
}

void require_external(const Model& model, const ExternalForces<double>& external) {
  if (external.empty()) return;
  require_size("external_forces", external.forces.size(), static_cast<std::size_t>(model.nbody()));
  for (Index i = 0; i < model.nbody(); ++i) {
    const auto& [n, f] = external.forces[i];
    if (!is_finite(n) || !is_finite(f))
      throw ValueError(
          concat("external_forces[", i, "] (body '", at(model.body_names(), i), "') is not finite"),
          {.argument = "external_forces", .body = at(model.body_names(), i), .expected = "finite numbers"});
  }
}

void require_frame(const Model& model, const Frame& frame) {
  if (frame.body < root || frame.body >= model.nbody())
    throw ValueError(concat("the frame does not belong to model '", model.name(), "'"), {.argument = "frame"});
}

void require_support_of_mimic(const Model& model, std::string_view method, bool is_supported) {
  if (!is_supported && model.has_mimic())
    throw ValueError(concat("method ", method, " does not support mimic joints, which model '", model.name(), "' has"));
}

void require_sparse(const Model& model) {
  if (model.has_mimic())
    throw ValueError(concat("the sparse mass matrix is not available for model '", model.name(),
                            "', which has mimic joints; use the dense matrix"));
}

void require_options(const ForwardOptions& options, View<const double> a) {
  Workers::check(options.threads);  // even if the method is serial
  if (options.refine < 0 || options.refine > ForwardOptions::most_refinements)
    throw out_of_range("refine", options.refine, concat("a number of steps up to ", ForwardOptions::most_refinements));
  if (!(options.tolerance >= 0) || std::isinf(options.tolerance))
    throw out_of_range("tolerance", options.tolerance, "a positive number, or 0 for the default");
  if (options.iterations < 0)
    throw out_of_range("iterations", options.iterations, "a positive number, or 0 for the default");
  if (options.method == ForwardMethod::pieces && options.single_precision)
    throw ValueError("method pieces computes in double precision only; use aba or another method for single precision",
                     {.argument = "single_precision"});
  if (!options.warm_start) return;
  if (!iterates(options.method))
    throw ValueError("warm_start needs an iterative method: ccg or pcg_ds", {.argument = "warm_start"});
  require_finite("a", a);
}

}  // namespace treefix::facade
