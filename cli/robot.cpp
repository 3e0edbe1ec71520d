#include <cli/robot.hpp>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::cli {

namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make b of a.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_before, before), std::swap(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view name_of(std::string_view usage) { return usage.substr(0, usage.find(':')); }

std::string_view explain(std::string_view robot) {
  if (robot == "chain") return "n rods in a row on revolute joints, axes alternating";
  if (robot == "star") return "n rods around one hub, each on a revolute joint";
  if (robot == "snake") return "a free-flying head and n - 1 links on revolute joints";
  if (robot == "auto_tree") return "Featherstone's autoTree: n links, branching factor, skew (rad), taper";
  if (robot == "random_tree") return "random tree; joints: letters of RPHSLF (L planar, F free)";
  if (robot == "puma560") return "Unimation PUMA 560 with its rotors, 6 joints";
  if (robot == "arm") return "7 joints, frames of the Franka Emika Panda, simplified links";
  if (robot == "quadruped") return "four legs on a free-flying trunk, 18 degrees of freedom";
  if (robot == "humanoid") return "a person of 1.75 m and 75 kg, 36 degrees of freedom";
  return "";
}

}  // namespace

std::string suggestion(std::string_view text, std::span<const std::string> names, std::string_view prefix) {
  const std::string wanted = lower_case(text);
  std::size_t best = wanted.size() < 5 ? 2 : 3;  // as far away as this is another word, not a typing mistake
  std::string_view closest;
  for (const std::string& name : names) {
    const bool beginning = wanted.size() > 1 && lower_case(name).starts_with(wanted);
    const std::size_t distance = beginning ? 1 : edit_distance(wanted, lower_case(name));
    if (distance < best && distance < wanted.size()) best = distance, closest = name;
  }
  return closest.empty() ? "" : fmt::format(" (did you mean '{}{}'?)", prefix, closest);
}

Model make_robot(const std::string& text) {
  try {
    return zoo::make(text);
  } catch (const ValueError& error) {
    std::vector<std::string> names;
    for (const std::string& usage : zoo::usage()) names.emplace_back(name_of(usage));
    const std::string_view name = name_of(text);
    if (std::find(names.begin(), names.end(), name) != names.end()) throw;
    throw ValueError(fmt::format("{}{}", error.what(), suggestion(name, names)));
  }
}

void print_robots(const Options&) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& usage : zoo::usage()) rows.push_back({usage, std::string(explain(name_of(usage)))});
  write(table(rows, "<<"));
}

}  // namespace treefix::cli
