// Words that a format does not know.
#pragma once

#include <initializer_list>
#include <string_view>

#include <treefix/io/element.hpp>

namespace treefix::io {

using Words = std::initializer_list<std::string_view>;

/// Warns of attributes that are none of these; they are probably misspelled. Those with a namespace prefix are left alone.
void check_attributes(const Element& element, Words known, Report& report);

/// Reports the attribute as missing if it is, with the one that was perhaps meant. False if it is missing.
bool require_attribute(const Element& element, const char* attribute, const char* expected, Report& report);

/// The text of an attribute that may not be empty; empty if that was reported.
std::string_view require_name(const Element& element, const char* attribute, const char* expected, Report& report);

}  // namespace treefix::io
