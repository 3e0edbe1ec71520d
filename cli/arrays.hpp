// What the user gives as NumPy files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cli/commands.hpp>
#include <treefix/io/npy.hpp>
#include <treefix/model/model.hpp>

namespace treefix::cli {

/// The arrays of vector options "@FILE.npy": of shape (n) for one state, or the same for all, or (B, n), a row for each
/// state. Every constructor and function throws an Error that names the option and the file.
class Arrays {
 public:
  Arrays(const Model& model, const Options& options);

  /// Null if the vector is not from a NumPy file.
  const NpyArray* find(const std::string& name) const;
  /// How many states there are, by --states or by the arrays, which must agree; nothing if there is one, given by vectors.
  std::optional<Index> states() const;
  /// Whether all arrays are float32; throws if some are and others are not.
  bool are_float() const;
  /// The numbers of a vector that is for one state.
  std::vector<double> vector(const std::string& name) const;

 private:
  std::string label(const std::string& name) const;  // "--q (@q.npy)"

  const Options& options_;
  std::map<std::string, NpyArray> arrays_;
};

}  // namespace treefix::cli
