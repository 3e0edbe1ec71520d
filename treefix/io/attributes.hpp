// Attributes that must be there.
#pragma once

#include <string_view>

#include <treefix/io/element.hpp>

namespace treefix::io {

/// Reports the attribute as missing if it is, with the one that was perhaps meant. False if it is missing.
bool require_attribute(const Element& element, const char* attribute, const char* expected, Report& report);

/// The text of an attribute that may not be empty; empty if that was reported.
std::string_view require_name(const Element& element, const char* attribute, const char* expected, Report& report);

}  // namespace treefix::io
