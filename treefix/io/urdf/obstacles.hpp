// Finds the properties of a model that URDF cannot express.
#pragma once

#include <string>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix::io::urdf {

/// One message per obstacle, which names the joint, body or frame. Empty: the model can be written. O(n).
std::vector<std::string> find_obstacles(const Model& model);

}  // namespace treefix::io::urdf
