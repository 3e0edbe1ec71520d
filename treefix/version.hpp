// The version of treefix. CMake and the Python package read it from this file.
#pragma once

namespace treefix {

inline constexpr const char* version = "0.1.0";

}  // namespace treefix
