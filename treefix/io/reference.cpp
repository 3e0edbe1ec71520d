#include <treefix/io/reference.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

#include <treefix/base/view.hpp>
#include <treefix/io/characters.hpp>
#include <treefix/io/quoted.hpp>

namespace treefix::io {

namespace {

/// The entities that XML has without a DOCTYPE.
constexpr std::string_view entities[] = {"lt", "gt", "amp", "quot", "apos"};
constexpr const char* known_entities = "&lt; &gt; &amp; &quot; &apos; or a number, as in &#65;";
constexpr const char* escape_ampersand = "write a literal '&' as &amp;";

/// The code of "65" or "x41". A number that is too large for the type is its largest value, and a text that is no
/// number is -1.
Index code_of(std::string_view digits) {
  const bool hexadecimal = digits.starts_with('x');
  if (hexadecimal) digits.remove_prefix(1);
  if (digits.starts_with('-')) return -1;
  Index code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) return -1;
  return error == std::errc::result_out_of_range ? std::numeric_limits<Index>::max() : code;
}

bool is_allowed(Index code) { return code >= 0 && code <= 0x10FFFF && is_xml_character(static_cast<unsigned>(code)); }

}  // namespace

ReferenceProblem check_reference(std::string_view text) {
  constexpr std::string_view ends = "; \t\r\n&<\"'";
  const std::size_t end = text.find_first_of(ends, 1);
  if (end == std::string_view::npos || text[end] != ';')
    return {excerpt(text.data(), text.data() + text.size()), "an entity that ends with ';'", escape_ampersand};
  const std::string_view name = text.substr(1, end - 1);
  std::string seen = excerpt(text.data(), text.data() + end + 1);
  if (!name.starts_with('#')) {
    if (std::find(std::begin(entities), std::end(entities), name) != std::end(entities)) return {};
    return {std::move(seen), known_entities, escape_ampersand};
  }
  const Index code = code_of(name.substr(1));
  if (code < 0) return {std::move(seen), "a number, as in &#65; or &#x41;", escape_ampersand};
  if (!is_allowed(code)) return {std::move(seen), "the number of a character that XML allows", ""};
  return {};
}

}  // namespace treefix::io
