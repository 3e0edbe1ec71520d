// A warning about accelerations in single precision.
#pragma once

#include <string>

#include <treefix/model/model.hpp>

namespace treefix::facade {

/// Empty unless the tree of the model is too deep: errors of accelerations in float grow like the square of its depth.
std::string float_warning(const Model& model);

}  // namespace treefix::facade
