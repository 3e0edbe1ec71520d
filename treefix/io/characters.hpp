// Bytes of UTF-8 text.
#pragma once

namespace treefix::io {

/// White space in XML.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Bytes 10xxxxxx continue a character that an earlier byte began.
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace treefix::io
