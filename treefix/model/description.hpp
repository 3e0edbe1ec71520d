// The description of a model, taken apart to be changed and built again.
#pragma once

#include <vector>

#include <treefix/model/builder.hpp>

namespace treefix {

struct Description {
  std::vector<BodySpec> bodies;
  std::vector<FrameSpec> frames;

  explicit Description(const Model& model);
  /// A builder of these bodies and frames with the name, the gravity and the other properties of `like`.
  Builder builder(const Model& like) &&;
};

}  // namespace treefix
