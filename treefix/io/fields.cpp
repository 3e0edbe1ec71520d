#include <treefix/io/fields.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

namespace {

using enum Diagnostic::Topic;

/// The index of the name, or names.size() if it is not among them. Names mostly come in the usual order, so the guess
/// is tried first.
template <class Names, class Name>
std::size_t find_name(std::string_view wanted, const Names& names, std::size_t guess, Name name_of) {
  if (guess < names.size() && name_of(names[guess]) == wanted) return guess;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (name_of(names[k]) == wanted) return k;
  return names.size();
}

template <class Names, class Name>
std::string misspelled(std::string_view wanted, const Names& names, Name name_of) {
  Suggestion suggestion(wanted);
  for (const auto& name : names) suggestion.consider(name_of(name));
  return suggestion.best().empty() ? "" : concat("did you mean '", suggestion.best(), "'?");
}

}  // namespace

bool read_fields(const Element& element, std::span<Field> fields, Report& report) {
  const auto name_of = [](const Field& field) { return field.name; };
  std::vector<const char*> unknown;
  std::size_t guess = 0;
  for (pugi::xml_attribute attribute = element.node().first_attribute(); attribute;
       attribute = attribute.next_attribute()) {
    const std::size_t k = find_name(attribute.name(), fields, guess, name_of);
    if (k < fields.size()) {
      Field& field = fields[k];
      field.present = true;
      field.given = read_exactly(element, attribute, field.values, field.count, report, field.infinity);
      guess = k + 1;
    } else {
      unknown.push_back(attribute.name());
    }
  }
  bool complete = true;
  for (const Field& field : fields) {
    complete = complete && (field.given || !field.required);
    if (field.present || !field.required) continue;
    const std::string similar = closest_name(field.name, unknown);
    report.error(element.where(), {.topic = structure,
                                   .seen = concat("attribute '", field.name, "' is missing"),
                                   .expected = field.count == 1 ? "a number" : concat(field.count, " numbers"),
                                   .hint = similar.empty() ? "" : concat("is '", similar, "' a misspelling of it?")});
  }
  for (const char* name : unknown)
    if (std::string hint = misspelled(name, fields, name_of); !hint.empty())
      report.warning(element.where(name), {.topic = ignored,
                                           .seen = concat("unknown attribute '", name, "'"),
                                           .done = "ignored",
                                           .hint = std::move(hint)});
  return complete;
}

void find_children(const Element& element, std::span<const std::string_view> names, std::span<Element> found,
                   Report& report, Names unwanted) {
  const auto name_of = [](std::string_view name) { return name; };
  std::size_t guess = 0;
  for (Element child = element.first_child(); child; child = child.next()) {
    const std::size_t k = find_name(child.name(), names, guess, name_of);
    if (k < names.size()) {
      if (found[k])
        report.error(child.where(),
                     {.topic = structure, .seen = concat("a second <", names[k], ">"), .expected = "at most one"});
      else
        found[k] = child;
      guess = k + 1;
    } else if (std::find(unwanted.begin(), unwanted.end(), child.name()) != unwanted.end()) {
      continue;
    } else if (std::string hint = misspelled(child.name(), names, name_of); !hint.empty()) {
      report.warning(child.where(),
                     {.topic = ignored, .seen = "unknown element", .done = "ignored", .hint = std::move(hint)});
    }
  }
}

}  // namespace treefix::io
