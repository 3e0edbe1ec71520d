#include <treefix/io/attributes.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

namespace {

bool is_known(std::string_view name, Words known) {
  const bool foreign = name.find(':') != std::string_view::npos || name == "xmlns";
  return foreign || std::find(known.begin(), known.end(), name) != known.end();
}

void warn_unknown(const Element& element, const char* attribute, std::string hint, Report& report) {
  report.warning(element.where(attribute), {.topic = Diagnostic::Topic::ignored,
                                            .seen = concat("attribute '", attribute, "' is not known here"),
                                            .done = "ignored",
                                            .hint = std::move(hint)});
}

}  // namespace

void check_attributes(const Element& element, Words known, Report& report) {
  for (const pugi::xml_attribute attribute : element.attributes())
    if (!is_known(attribute.name(), known))
      warn_unknown(element, attribute.name(), did_you_mean(attribute.name(), known), report);
}

bool require_attribute(const Element& element, const char* attribute, const char* expected, Report& report) {
  if (element.has(attribute)) return true;
  std::vector<std::string_view> given;
  for (const pugi::xml_attribute other : element.attributes()) given.emplace_back(other.name());
  const std::string similar = closest_name(attribute, given);
  report.error(element.where(), {.topic = Diagnostic::Topic::structure,
                                 .seen = concat("there is no attribute '", attribute, "'"),
                                 .expected = expected,
                                 .hint = similar.empty() ? "" : concat("is '", similar, "' meant for it?")});
  return false;
}

std::string_view require_name(const Element& element, const char* attribute, const char* expected, Report& report) {
  if (!require_attribute(element, attribute, expected, report)) return {};
  const std::string_view name = element.attribute(attribute).value_or("");
  if (name.empty())
    report.error(element.where(attribute),
                 {.topic = Diagnostic::Topic::structure, .seen = quoted(attribute, name), .expected = expected});
  return name;
}

}  // namespace treefix::io
