// Saves robots to files.
#pragma once

#include <filesystem>
#include <string>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// Writes the robot with all its properties to a file, bit by bit; load() reads it back as an equal model. The name of
/// such a file usually ends in .treefix. An existing file is replaced in one step after everything has been written;
/// after an error it is unchanged. Errors: FileError if the file cannot be written.
/// Cost: O(n) time and memory.
void save(const Model& model, const std::filesystem::path& path);

/// Returns the robot as a URDF. load_string(text, {.mimic = true}) reads it back with the same dynamics up to rounding,
/// the same q, v and order of joints, and the same names, limits, damping and friction.
///
///   root       A link without mass, named after a frame that coincides with the root, or "root" if there is none. The
///              robot is attached to this link, a free-flying robot by a floating joint. So load it with a fixed root,
///              the default.
///   frames     Links without mass on fixed joints "<frame>_fixed". A body whose frame is not at its joint becomes such
///              a frame too, and the link that moves is named "<body>/joint".
///   inertia    Each moving body includes the bodies that were fixed to it.
///   armature   <dynamics armature="…">, which other programs ignore.
///   limits     A missing limit is written as the largest double, because URDF cannot express it.
///
/// Errors: ValueError that lists everything URDF cannot express: spherical and helical joints, gravity other than
/// (0, 0, −9.81), names that XML cannot represent, and, for joints with several degrees of freedom, limits and unequal
/// damping or friction.
/// Cost: O(n) time and memory. Threads: any number of threads may call it.
std::string to_urdf(const Model& model);

/// Writes to_urdf(model) to a file, as save() does. Errors: those of to_urdf; FileError if the file cannot be written.
void save_urdf(const Model& model, const std::filesystem::path& path);

}  // namespace treefix
