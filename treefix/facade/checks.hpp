// Checks at the door: what is wrong with the arguments of a call of Dynamics, found before anything is written.
#pragma once

#include <initializer_list>
#include <string_view>

#include <treefix/model/external_forces.hpp>
#include <treefix/model/model.hpp>
#include <treefix/options.hpp>

namespace treefix::facade {

/// Throws DimensionError unless out has `size` entries, and ValueError if it overlaps an input.
void require_output(std::string_view name, View<const double> out, Index size,
                    std::initializer_list<View<const double>> inputs);
/// Throws unless x has nv finite numbers: a velocity, an acceleration or a torque.
void require_vector(const Model& model, std::string_view name, View<const double> x);
/// Throws unless there is one finite force for each body, or none.
void require_external(const Model& model, const ExternalForces<double>& external);
/// Throws ValueError unless the frame belongs to the model.
void require_frame(const Model& model, const Frame& frame);
/// Throws ValueError if the model has mimic joints and the method does not support them.
void require_support_of_mimic(const Model& model, std::string_view method, bool is_supported);
/// Throws ValueError if the model has mimic joints: its mass matrix may be full.
void require_sparse(const Model& model);
/// Throws ValueError naming the first option that is out of range, or that the method does not have.
void require_options(const ForwardOptions& options, View<const double> a);

}  // namespace treefix::facade
