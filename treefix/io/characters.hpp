// Characters of XML.
#pragma once

namespace treefix::io {

/// White space in XML.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Whether XML allows the character with this code: no surrogates, no U+FFFE and U+FFFF, and of the control characters
/// below U+0020 only tabs and line ends.  [https://www.w3.org/TR/xml/#charsets]
constexpr bool is_xml_character(unsigned code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xD800 || (code >= 0xE000 && code < 0xFFFE) || (code >= 0x10000 && code <= 0x10FFFF);
}

}  // namespace treefix::io
