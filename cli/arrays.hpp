// Vectors that the user gives as NumPy files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cli/commands.hpp>
#include <treefix/io/npy.hpp>
#include <treefix/model/model.hpp>

namespace treefix::cli {

/// The arrays of vector options "@FILE.npy": shape (n) for one state or the same for all states, or shape (B, n) with
/// one row per state. Errors: the constructor and all functions throw an Error that names the option and the file.
class Arrays {
 public:
  Arrays(const Model& model, const Options& options);

  /// Null if the vector is not from a NumPy file.
  const NpyArray* find(const std::string& name) const;
  /// The number of states, from --states and the arrays, which must agree; nullopt if vectors give one state.
  std::optional<Index> states() const;
  /// Whether all arrays are float32. Throws if only some are.
  bool are_float() const;
  /// The numbers of a vector for one state.
  std::vector<double> vector(const std::string& name) const;

 private:
  std::string label(const std::string& name) const;  // "--q (@q.npy)"

  const Options& options_;
  std::map<std::string, NpyArray> arrays_;
};

}  // namespace treefix::cli
