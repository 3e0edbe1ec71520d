// The methods of papers/forward/ that a Dynamics has used.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <treefix/model/model.hpp>
#include <treefix/options.hpp>
#include <treefix/papers/forward/forward_by_method.hpp>

namespace treefix::facade {

/// Makes the solver of a method when it is first used. Throws MemoryError, with the bytes, if it does not fit in
/// memory. Throws ValueError, naming the body, if the method is cfa and an inertia is singular.
class PaperMethods {
 public:
  /// Keeps a reference to the model, which has no mimic joints.
  explicit PaperMethods(const Model& model) : model_(model) {}

  papers::ForwardReport run(Workers& workers, ForwardMethod method, const ForwardOptions& options,
                            const papers::ForwardState<double>& state, View<double> a,
                            const papers::IterationOptions& iteration);

 private:
  template <class T>
  using Made = std::map<std::pair<ForwardMethod, CfaSolver>, papers::ForwardByMethod<T>>;
  /// The mechanism, its solvers and a state in float.
  struct Single {
    explicit Single(const Model& model);
    void set(const papers::ForwardState<double>& state);
    papers::ForwardState<float> state(const papers::ForwardState<double>& given) const;

    Mechanism<float> mechanism;
    Made<float> made;
    std::vector<float> q, v, tau, a;
    std::vector<Force<float>> forces;
  };

  template <class T>
  papers::ForwardByMethod<T>& find(Made<T>& made, const Mechanism<T>& m, ForwardMethod method, CfaSolver solver);

  const Model& model_;
  Made<double> made_;
  std::optional<Single> single_;
};

}  // namespace treefix::facade
