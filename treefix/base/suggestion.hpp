// "Did you mean": the name that was perhaps meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treefix {

/// The one of the names that is closest to text, or nothing if none is close: as near as a typing mistake, or a name
/// that begins with text. Case plays no part.
class Suggestion {
 public:
  explicit Suggestion(std::string_view text);
  void consider(std::string_view name);
  std::string_view best() const { return closest_; }

 private:
  std::string wanted_;
  std::size_t distance_;
  std::string closest_;
};

template <class Names>
std::string closest_name(std::string_view text, const Names& names) {
  Suggestion suggestion(text);
  for (const auto& name : names) suggestion.consider(name);
  return std::string(suggestion.best());
}

/// "did you mean 'elbow'?", or nothing if no name is close.
template <class Names>
std::string did_you_mean(std::string_view text, const Names& names) {
  const std::string name = closest_name(text, names);
  return name.empty() ? name : std::string("did you mean '").append(name).append("'?");
}

}  // namespace treefix
