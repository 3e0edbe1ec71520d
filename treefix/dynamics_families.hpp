// The families of forward dynamics that a Dynamics has been asked for. Included by its own sources only.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <treefix/algorithms/forward/forward_by_family.hpp>
#include <treefix/methods.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// Makes each family when it is first used, and refuses those that cannot be used with the model: what does not fit in memory, with
/// its bytes; and constraint forces of bodies whose inertia is singular, by name.
class ForwardFamilies {
 public:
  /// Keeps a reference to the model. None of its joints follows another.
  explicit ForwardFamilies(const Model& model) : model_(model) {}

  ForwardReport run(Workers& workers, Family family, const ForwardOptions& options, const ForwardState<double>& state,
                    View<double> a, const IterationOptions& iteration);

 private:
  template <class T>
  using Made = std::map<std::pair<Family, CfaSolver>, ForwardByFamily<T>>;
  /// A state in float.
  struct Single {
    explicit Single(const Model& model);
    void set(const ForwardState<double>& state);
    ForwardState<float> state(const ForwardState<double>& given) const;

    Mechanism<float> mechanism;
    Made<float> made;
    std::vector<float> q, v, tau, a;
    std::vector<Force<float>> forces;
  };

  template <class T>
  ForwardByFamily<T>& find(Made<T>& made, const Mechanism<T>& m, Family family, CfaSolver solver);

  const Model& model_;
  Made<double> made_;
  std::optional<Single> single_;
};

}  // namespace treefix
