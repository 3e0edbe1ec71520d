// What a URDF cannot say of a model.
#pragma once

#include <string>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix::io::urdf {

/// Each names the joint, body or frame it is about. Empty: the model can be written. O(n).
std::vector<std::string> find_obstacles(const Model& model);

}  // namespace treefix::io::urdf
