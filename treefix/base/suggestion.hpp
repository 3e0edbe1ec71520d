// "Did you mean": finds the name that the user probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treefix {

/// Finds the name that is closest to a text. A name is close if it differs by a typing mistake or begins with the text;
/// case is ignored. The result is empty if no name is close.
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

/// "did you mean 'elbow'?", or empty if no name is close.
template <class Names>
std::string did_you_mean(std::string_view text, const Names& names) {
  const std::string name = closest_name(text, names);
  return name.empty() ? name : std::string("did you mean '").append(name).append("'?");
}

/// " (did you mean 'elbow'?)", to end a message with, or empty. The prefix, such as "--", precedes the name in the
/// result but does not affect the choice.
template <class Names>
std::string suggestion(std::string_view text, const Names& names, std::string_view prefix = "") {
  const std::string name = closest_name(text, names);
  return name.empty() ? name : std::string(" (did you mean '").append(prefix).append(name).append("'?)");
}

}  // namespace treefix
