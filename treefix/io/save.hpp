// Robots to files.
#pragma once

#include <filesystem>
#include <string>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// The robot as a URDF. load_string(text, {.mimic = true}) reads it back: the same dynamics to rounding, the same q, v and
/// order of joints, the same names, limits, damping and friction.
///
///   root       A link without mass, named "root" or, if a frame lies at the root, by that frame: everything hangs from
///              it, free-flying robots by a floating joint. So it is to be loaded with a fixed root, which is the default.
///   frames     Links without mass on fixed joints "<frame>_fixed". A body whose frame is not at its joint becomes such a
///              frame too, and the link that moves is named "<body>/joint".
///   inertia    Of bodies as they move: what was fixed to a body is part of it.
///   armature   <dynamics armature="…">, which other programs ignore. No limit is the largest double, for URDF has no word
///              for it.
///
/// Errors: ValueError that names everything URDF cannot express: spherical and helical joints, gravity other than
/// (0, 0, −9.81), limits, and unequal damping or friction, of joints with several degrees of freedom, names that XML cannot hold.
/// Cost: O(n) time and memory. Threads: may be called by any number of threads.
std::string to_urdf(const Model& model);

/// Writes to_urdf(model) to a file. A file of that name is replaced in one step when everything has been written: if there
/// is an error it stays as it was. Errors: those of to_urdf; FileError if the file cannot be written.
void save_urdf(const Model& model, const std::filesystem::path& path);

}  // namespace treefix
