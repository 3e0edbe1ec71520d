// The parts that an element may have, all found in one go over it.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include <treefix/io/element.hpp>

namespace treefix::io {

/// An attribute with numbers.
struct Field {
  std::string_view name;
  double* values;  // written if the attribute is there and good
  Index count = 1;
  bool required = false;
  bool present = false;  // set if it was there
  bool given = false;  // and good
};

/// Reads the numbers of these attributes. Reports bad ones, missing ones that are required, and attributes that look like
/// one of them, misspelled; others are somebody's extension and left alone. False if one that is required has no value.
bool read_fields(const Element& element, std::span<Field> fields, Report& report);

using Names = std::initializer_list<std::string_view>;

/// The children of these names, absent ones empty. A second one of a name is an error, except for those that are not
/// wanted but may be there; one that looks like a name, misspelled, is warned of.
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
