// Checks that a text can be XML.
#pragma once

#include <string_view>

#include <treefix/io/report.hpp>

namespace treefix::io {

/// Accepts UTF-8, with or without a byte-order mark. Reports anything else: an empty file, a compressed one, UTF-16,
/// UTF-32, invalid bytes, characters that XML does not allow. Returns a pointer to the text after the mark, or null if
/// the text was refused.
const char* check_encoding(const Source& source, Report& report);

/// The first byte of a text that XML cannot represent (invalid UTF-8, a control character, U+FFFE or U+FFFF), or null.
const char* find_bad_character(std::string_view text);

}  // namespace treefix::io
