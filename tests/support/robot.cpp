#include "support/robot.hpp"

namespace treefix::testing {

std::vector<Model> random_models(int count, Index largest) {
  std::vector<Model> models;
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const char* joints[] = {"R", "RPH", "RPHSLF", "RS"};
    const char* roots[] = {"", "F", "L"};
    const double branching[] = {0, 1, 2, 0, 1.5};
    models.push_back(zoo::random_tree({.n = 1 + i % largest,
                                       .seed = seed,
                                       .joints = joints[i % 4],
                                       .root = roots[i % 3],
                                       .branching = branching[i % 5],
                                       .armature = i % 2 == 0 ? 0.0 : 0.3}));
  }
  return models;
}

std::vector<Model> many_models(int count) {
  std::vector<Model> models = random_models(count);
  for (Model& model : zoo::all()) models.push_back(std::move(model));
  return models;
}

std::string describe(const Model& model) {
  std::string text = model.name() + " of";
  for (const auto& joint : model.mechanism().joints) text += " " + std::string(to_string(joint.kind));
  return text;
}

template struct Robot<double>;
template struct Robot<Quad>;

}  // namespace treefix::testing
