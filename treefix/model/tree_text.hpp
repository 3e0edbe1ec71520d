// A model as text, for people.
#pragma once

#include <string>

#include <treefix/model/model.hpp>

namespace treefix {

/// The name and size of a model, then a line for each body with its joint, its coordinates and its mass. Bodies are
/// indented below their parents, bodies on fixed joints included. At most this many bodies; then the number of others.
std::string tree_text(const Model& model, Index most_bodies = 40);

/// The first line of it: "arm: 7 bodies, nq = 7, nv = 7, 18 kg".
std::string summary(const Model& model);

}  // namespace treefix
