// Checks the arguments of a call of Dynamics before anything is written.
#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>

#include <treefix/base/errors.hpp>
#include <treefix/model/external_forces.hpp>
#include <treefix/model/model.hpp>
#include <treefix/options.hpp>

namespace treefix::facade {

[[noreturn]] void refuse_overlap(std::string_view name);

// These two are inline, because a call for one state of a small robot takes 100 ns.

/// Throws DimensionError unless out has `size` entries, and ValueError if it overlaps an input.
inline void require_output(std::string_view name, View<const double> out, Index size,
                           std::initializer_list<View<const double>> inputs) {
  require_size(name, out.size(), static_cast<std::size_t>(size));
  const std::less<> before;  // a total order of pointers, also into different arrays
  for (const View<const double> in : inputs)
    if (before(out.begin(), in.end()) && before(in.begin(), out.end())) refuse_overlap(name);
}
/// Throws unless x has nv finite numbers: a velocity, an acceleration or a torque.
inline void require_vector(const Model& model, std::string_view name, View<const double> x) {
  require_size(name, x.size(), static_cast<std::size_t>(model.nv()));
  require_finite(name, x);
}
/// Throws unless there is one finite force for each body, or none.
void require_external(const Model& model, const ExternalForces<double>& external);
/// Throws ValueError unless the frame belongs to the model.
void require_frame(const Model& model, const Frame& frame);
/// Throws ValueError if the model has mimic joints and the method does not support them.
void require_support_of_mimic(const Model& model, std::string_view method, bool is_supported);
/// Throws ValueError if the model has mimic joints: its mass matrix may be full.
void require_sparse(const Model& model);
/// Throws ValueError naming the first option that is out of range or not supported by the method.
void require_options(const ForwardOptions& options, View<const double> a);

}  // namespace treefix::facade
