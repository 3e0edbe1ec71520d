// The elements and attributes of MJCF, to detect misspelled ones, and the keywords of attributes.
#pragma once

#include <optional>
#include <string_view>

#include <treefix/io/element.hpp>

namespace treefix::io::mjcf {

/// Elements whose attributes are checked.
enum class Kind {
  compiler,
  option,
  flag,
  default_class,
  body,
  frame,
  replicate,
  inertial,
  joint,
  freejoint,
  geom,
  mesh,
  hfield,
  include
};

/// Sorted names.
using NameList = View<const std::string_view>;
NameList attributes_of(Kind kind);
NameList top_elements();
NameList body_elements();
NameList default_elements();
NameList asset_elements();

/// Warns about attributes that this kind of element does not have.
void check_attributes(const Element& element, Kind kind, Report& report);
/// Returns whether the name of the element is among the known ones, and warns if it is not.
bool check_element(const Element& element, NameList known, Report& report);

/// The index of the attribute among the words; nullopt if the attribute is absent. Reports any other word, and returns
/// nullopt.
std::optional<Index> read_word(const Element& element, const char* attribute, NameList words, Report& report);

template <class Word>
void read_word_into(const Element& element, const char* attribute, NameList words, Word& value, Report& report) {
  if (const auto found = read_word(element, attribute, words, report)) value = static_cast<Word>(*found);
}

inline constexpr std::string_view boolean[] = {"false", "true"};
enum class Tristate { no, yes, automatic };
inline constexpr std::string_view tristate[] = {"false", "true", "auto"};

/// Reads an integer; nullopt if the attribute is absent or invalid.
std::optional<Index> read_integer(const Element& element, const char* attribute, Report& report);

}  // namespace treefix::io::mjcf
