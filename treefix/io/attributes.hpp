// Required attributes.
#pragma once

#include <string_view>

#include <treefix/io/element.hpp>

namespace treefix::io {

/// Returns whether the attribute is present. Reports a missing one, with a similar name as a hint.
bool require_attribute(const Element& element, const char* attribute, const char* expected, Report& report);

/// Returns the text of an attribute that must not be empty. Reports a missing or empty one, and returns an empty text.
std::string_view require_name(const Element& element, const char* attribute, const char* expected, Report& report);

}  // namespace treefix::io
