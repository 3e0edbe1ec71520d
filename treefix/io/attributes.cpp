#include <treefix/io/attributes.hpp>

#include <vector>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

bool require_attribute(const Element& element, const char* attribute, const char* expected, Report& report) {
  if (element.has(attribute)) return true;
  std::vector<std::string_view> given;
  for (const pugi::xml_attribute other : element.attributes()) given.emplace_back(other.name());
  const std::string similar = closest_name(attribute, given);
  report.error(element.where(), {.topic = Diagnostic::Topic::structure,
                                 .seen = concat("attribute '", attribute, "' is missing"),
                                 .expected = expected,
                                 .hint = similar.empty() ? "" : concat("is '", similar, "' a misspelling of it?")});
  return false;
}

std::string_view require_name(const Element& element, const char* attribute, const char* expected, Report& report) {
  const auto found = element.attribute(attribute);
  if (!found) {
    require_attribute(element, attribute, expected, report);
    return {};
  }
  const std::string_view name = *found;
  if (name.empty())
    report.error(element.where(attribute),
                 {.topic = Diagnostic::Topic::structure, .seen = quoted(attribute, name), .expected = expected});
  return name;
}

}  // namespace treefix::io
