// Robots by name, and the text form of a robot.
#include <treefix/model/zoo.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

#include <treefix/base/text.hpp>

namespace treefix::zoo {

namespace {

using Options = std::map<std::string, std::string, std::less<>>;

struct Entry {
  const char* name;
  const char* options;  // with their defaults, as usage() shows them
  std::function<Model(const Options&)> make;
};

/// The number given for key, or a default; the whole text must be one number.
template <class T>
T number(const Options& options, const char* key, T otherwise) {
  const auto found = options.find(key);
  if (found == options.end()) return otherwise;
  const std::string& text = found->second;
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) throw ValueError(concat("option ", key, "=", text, ": out of range"));
  if (error != std::errc{} || end != text.data() + text.size())
    throw ValueError(
        concat("option ", key, "=", text, ": expected ", std::is_integral_v<T> ? "a whole number" : "a number"));
  return value;
}

std::string text(const Options& options, const char* key, const char* otherwise) {
  const auto found = options.find(key);
  return found == options.end() ? otherwise : found->second;
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"chain", "n=10", [](const Options& o) { return chain(number<Index>(o, "n", 10)); }},
      {"star", "n=10", [](const Options& o) { return star(number<Index>(o, "n", 10)); }},
      {"snake", "n=10", [](const Options& o) { return snake(number<Index>(o, "n", 10)); }},
      {"auto_tree", "n=10,bf=1,skew=0,taper=1",
       [](const Options& o) {
         return auto_tree(number<Index>(o, "n", 10), number(o, "bf", 1.0), number(o, "skew", 0.0),
                          number(o, "taper", 1.0));
       }},
      {"random_tree", "n=10,seed=0,joints=RPH,root=,bf=0,armature=0",
       [](const Options& o) {
         return random_tree({.n = number<Index>(o, "n", 10),
                             .seed = number<std::uint64_t>(o, "seed", 0),
                             .joints = text(o, "joints", "RPH"),
                             .root = text(o, "root", ""),
                             .branching = number(o, "bf", 0.0),
                             .armature = number(o, "armature", 0.0)});
       }},
      {"puma560", "", [](const Options&) { return puma560(); }},
      {"arm", "", [](const Options&) { return arm(); }},
      {"quadruped", "", [](const Options&) { return quadruped(); }},
      {"humanoid", "", [](const Options&) { return humanoid(); }},
  };
  return all;
}

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::string known_names() {
  std::string names;
  for (const Entry& entry : entries()) names += concat(names.empty() ? "" : ", ", entry.name);
  return names;
}

Options parse_options(const Entry& entry, std::string_view list) {
  Options options;
  for (const std::string_view part : split(list, ',')) {
    const std::size_t equals = part.find('=');
    const std::string key(part.substr(0, equals));
    const auto known = split(entry.options, ',');
    const bool exists = std::any_of(known.begin(), known.end(),
                                    [&](std::string_view option) { return option.substr(0, option.find('=')) == key; });
    if (!exists || equals == std::string_view::npos)
      throw ValueError(concat("robot ", entry.name, " has no option '", part, "'; expected ",
                              known.empty() ? "none" : entry.options));
    if (!options.emplace(key, part.substr(equals + 1)).second)
      throw ValueError(concat("robot ", entry.name, ": option ", key, " is given twice"));
  }
  return options;
}

}  // namespace

std::vector<Model> all() {
  return {chain(7),
          star(6),
          snake(8),
          auto_tree(15, 2, 0.3, 0.95),
          random_tree({.n = 12, .seed = 1, .joints = "RPHSLF"}),
          puma560(),
          arm(),
          quadruped(),
          humanoid()};
}

Model make(std::string_view description) {
  if (description.ends_with(':') || description.ends_with(','))
    throw ValueError(concat("'", description, "' ends where an option was expected"));
  const std::size_t colon = description.find(':');
  const std::string_view name = description.substr(0, colon);
  const auto entry =
      std::find_if(entries().begin(), entries().end(), [&](const Entry& candidate) { return candidate.name == name; });
  if (entry == entries().end()) throw ValueError(concat("no robot named '", name, "'; the robots are ", known_names()));
  return entry->make(parse_options(*entry, colon == std::string_view::npos ? "" : description.substr(colon + 1)));
}

std::vector<std::string> usage() {
  std::vector<std::string> lines;
  for (const Entry& entry : entries())
    lines.push_back(concat(entry.name, *entry.options == '\0' ? "" : ":", entry.options));
  return lines;
}

}  // namespace treefix::zoo
