// The exact binary form of a model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// The description of a model and its warnings as bytes. from_bytes gives an equal model, on every machine.
/// Cost: O(n) time and memory; about 250 bytes for each body. Threads: any number of threads may call it.
std::vector<std::byte> to_bytes(const Model& model);

/// The model of such bytes. Reads all versions of the format up to this one.
/// Errors: ParseError, with `name` as the name of the file, if the bytes are damaged, cut off, of a newer version, not
/// of this format, or describe a robot that cannot be built. Any bytes are safe to read.
/// Cost: O(n) time and memory.
Model from_bytes(View<const std::byte> bytes, const std::string& name = "bytes");

/// Whether bytes begin as those of to_bytes do.
bool has_model_signature(View<const std::byte> bytes);

}  // namespace treefix
