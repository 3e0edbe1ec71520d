// Characters of UTF-8 text.
#pragma once

#include <cstddef>

namespace treefix {

/// Bytes 10xxxxxx continue a character that an earlier byte began.
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The length in bytes of the character that begins at p, which is before end; 0 if the bytes are not valid UTF-8.
constexpr std::size_t character_length(const char* p, const char* end) {
  const auto byte = [&](std::ptrdiff_t k) { return static_cast<unsigned char>(p[k]); };
  const auto continues = [&](std::ptrdiff_t k) { return p + k < end && continues_character(p[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first < 0xF0) {
    if (!continues(1) || !continues(2)) return 0;
    const bool overlong = first == 0xE0 && byte(1) < 0xA0, surrogate = first == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (first >= 0xF0 && first < 0xF5) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    const bool overlong = first == 0xF0 && byte(1) < 0x90, beyond = first == 0xF4 && byte(1) >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

}  // namespace treefix
