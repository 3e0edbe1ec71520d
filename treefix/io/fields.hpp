// Reads the attributes and children of an element in one pass.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include <treefix/io/numbers.hpp>

namespace treefix::io {

/// An attribute with numbers.
struct Field {
  std::string_view name;
  double* values;  // written if the attribute is present and valid
  Index count = 1;
  bool required = false;
  Infinity infinity = Infinity::refused;
  bool present = false;  // set if the attribute is present
  bool given = false;  // set if it is also valid
};

/// Reads the numbers of these attributes. Reports invalid values, missing required attributes, and unknown attributes
/// that look like a misspelling of a known one; other unknown attributes may be extensions and are ignored. Returns
/// whether every required attribute has a value.
bool read_fields(const Element& element, std::span<Field> fields, Report& report);

using Names = std::initializer_list<std::string_view>;

/// Finds the children with these names; missing ones stay absent. A second child with the same name is an error. A
/// child that looks like a misspelling causes a warning. Children named in `unwanted` are skipped.
void find_children(const Element& element, std::span<const std::string_view> names, std::span<Element> found,
                   Report& report, Names unwanted);

template <std::size_t n>
std::array<Element, n> find_children(const Element& element, const std::array<std::string_view, n>& names,
                                     Report& report, Names unwanted = {}) {
  std::array<Element, n> found;
  find_children(element, names, found, report, unwanted);
  return found;
}

}  // namespace treefix::io
