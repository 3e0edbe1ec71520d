// Builder: describes a robot body by body and makes a Model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>
#include <treefix/model/specs.hpp>

namespace treefix {

/// Collects a description; build() checks all of it and throws one ModelError that lists every problem by name.
/// Bodies may come in any order. Threads: one Builder belongs to one thread.
class Builder {
 public:
  explicit Builder(std::string model_name = "robot") : name_(std::move(model_name)) {}

  /// The acceleration of free fall in root coordinates; the default is (0, 0, −9.81).
  Builder& gravity(Vec3<double> g);
  Builder& body(BodySpec spec);
  /// As body() for each element, but without copies.
  Builder& bodies(std::vector<BodySpec> list);
  /// Reserves memory for n bodies, which saves time for large models.
  Builder& reserve(Index n);
  /// A composite joint: the joints in order, from the parent outward, with massless bodies between them that are named
  /// "name/1", "name/2", …; spec.joint is ignored.
  Builder& body(BodySpec spec, std::vector<JointSpec> joints);
  /// Accepts questionable bodies that can still be computed with: principal moments that violate the triangle
  /// inequality, inertia without mass, a singular inertia. A moving body without children is still refused if its
  /// inertia, including bodies fixed to it, does not resist the motion of its joint. For file readers, which report
  /// such bodies in their own warnings.
  Builder& tolerant(bool on = true);
  /// The list that Model::warnings() returns.
  Builder& warnings(std::vector<Diagnostic> list);
  /// A frame that moves with a body (empty: the root); placement from body to frame.
  Builder& frame(std::string name, std::string body, Transform<double> placement);

  // To change a description, for example one that Model::to_builder() returned.

  /// The names of all bodies, in the order in which they were added.
  std::vector<std::string> body_names() const;
  /// The description of a body, to read or change it; valid until a body is added or removed. O(n). Throws ValueError
  /// if the name is unknown.
  BodySpec& spec(std::string_view name);
  /// Removes one body; not its children and frames, which need another parent then. O(n). Throws as spec().
  Builder& remove(std::string_view name);

  /// O(n) time and memory, no recursion. The Builder can be reused.
  Model build() const;

 private:
  struct Place {
    std::vector<BodySpec>* list;
    std::vector<BodySpec>::iterator body;
  };
  Place place_of(std::string_view name);
  struct Resolved;
  Resolved resolve(std::vector<ModelProblem>& problems) const;
  /// Keeps the numbers of the description.
  void describe(const Resolved& all, Model::Data& data) const;
  /// Numbers the moving bodies depth-first and appends the properties of their joints in that order.
  static void number(const Resolved& all, Model::Data& data);
  /// Puts the names into that order. Moves the tables out of `all`.
  static void number_names(Resolved& all, const std::vector<Index>& joint_numbers, Model::Data& data);

  std::string name_;
  Vec3<double> gravity_{0, 0, -9.81};
  std::vector<std::vector<BodySpec>> lists_ = std::vector<std::vector<BodySpec>>(1);  // body() adds to the last
  std::vector<FrameSpec> frames_;
  std::vector<Diagnostic> warnings_;
  bool tolerant_ = false;
};

}  // namespace treefix
