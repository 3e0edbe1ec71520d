#include <treefix/planner/plan.hpp>

#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/papers/mass/mass_pattern.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::planner {

namespace {

using large_tree::Division;

MassMethod mass_method(const Model& model, bool in_pieces) {
  if (model.has_mimic() || model.nv() < table::least_rows_by_scan) return MassMethod::kernels;
  const Index thin = model.nv() * model.nv() / table::thin_share;
  return in_pieces && papers::lower_entries(model.mechanism()) <= thin ? MassMethod::sparse : MassMethod::scan;
}

}  // namespace

bool is_divided(const Model& model) { return !model.has_mimic() && model.nbody() >= table::least_bodies_in_pieces; }

Index most_rounds(const Division& division) {
  const auto& [rounds, bodies] = division.lanes > 2 ? table::pieces_gain : table::pieces_gain_two_lanes;
  return rounds * division.bodies / bodies;
}

bool inverse_gains(const Division& division) { return division.rounds() <= most_rounds(division); }

double forward_cost(const Division& division) {
  const double join = division.bundles.empty() ? 0 : table::forward_join;
  return join + table::forward_step * static_cast<double>(division.steps() + division.bodies_alone) +
         table::forward_group * static_cast<double>(division.counts.size());
}

double recursion_cost(const Division& division) {
  return static_cast<double>(division.bodies) + table::recursion_branch * static_cast<double>(division.branches);
}

bool forward_gains(const Division& division) {
  const double threads = division.bodies < table::bodies_for_two_threads ? 1 : table::gain_of_two_threads;
  return forward_cost(division) <= threads * recursion_cost(division);
}

Plan::Plan(const Model& model, const Division* division)
    : has_mimic_(model.has_mimic()), root_forces_in_pieces_(model.nbody() > table::most_bodies_in_root_coordinates),
      inverse_in_pieces_(division && inverse_gains(*division)),
      forward_in_pieces_(division && forward_gains(*division)), mass_(mass_method(model, inverse_in_pieces_)) {}

InverseMethod Plan::inverse(bool forces_in_root) const {
  const bool in_pieces = inverse_in_pieces_ && (!forces_in_root || root_forces_in_pieces_);
  return in_pieces ? InverseMethod::pieces : InverseMethod::recursive;
}

ForwardMethod Plan::forward(bool forces_in_root, bool single_precision) const {
  if (has_mimic_) return ForwardMethod::mass_matrix;
  const bool in_pieces = forward_in_pieces_ && !single_precision && (!forces_in_root || root_forces_in_pieces_);
  return in_pieces ? ForwardMethod::pieces : ForwardMethod::aba;
}

std::string Plan::explain(const Model& model, const Division* division) const {
  if (model.has_mimic()) return "body by body: the model has mimic joints";
  if (!division)
    return concat("body by body: ", model.nbody(), " bodies, and pieces are faster from ",
                  table::least_bodies_in_pieces, " on");
  const std::string rounds =
      concat(division->rounds(), " rounds, and pieces are faster up to ", most_rounds(*division), " rounds");
  const std::string forward =
      concat("; forward dynamics ", forward_in_pieces_ ? "in pieces" : "body by body", ": pieces take as long as ",
             std::lround(forward_cost(*division)), " bodies on one thread, the recursion as long as ",
             std::lround(recursion_cost(*division)));
  if (inverse_in_pieces_) return concat("in pieces: ", division->explain(), "; ", rounds, forward);
  return concat("body by body: pieces would take ", rounds, " (", division->explain(), ")", forward);
}

}  // namespace treefix::planner
