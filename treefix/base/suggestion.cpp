#include <treefix/base/suggestion.hpp>

#include <algorithm>
#include <cctype>

namespace treefix {

namespace {

/// Longer names are not compared: the time grows with the square of the length, and users do not type such names.
constexpr std::size_t longest = 200;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// The number of letters to insert, remove, replace or swap with a neighbour to turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_before, before);
    std::swap(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

Suggestion::Suggestion(std::string_view text)
    : wanted_(lower_case(text.substr(0, longest + 1))), distance_(wanted_.size() < 5 ? 2 : 3) {
}  // a name at this distance is another word, not a typing mistake

void Suggestion::consider(std::string_view name) {
  const std::size_t shorter = std::min(name.size(), wanted_.size()), longer = std::max(name.size(), wanted_.size());
  if (longer > longest) return;
  const std::string candidate = lower_case(name);
  const bool beginning = wanted_.size() > 1 && candidate.starts_with(wanted_);
  if (!beginning && longer - shorter >= distance_) return;  // at least longer − shorter letters differ
  const std::size_t distance = candidate == wanted_ ? 0 : beginning ? 1 : edit_distance(wanted_, candidate);
  if (distance < distance_ && distance < wanted_.size()) {
    distance_ = distance;
    closest_ = name;
  }
}

}  // namespace treefix
