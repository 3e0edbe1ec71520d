// Whether a text can be XML at all.
#pragma once

#include <string_view>

#include <treefix/io/report.hpp>

namespace treefix::io {

/// Accepts UTF-8, with a byte-order mark or without. Anything else is reported: an empty file, one that is compressed or
/// in UTF-16, bytes that are no characters. Returns where the text begins after the mark; null if it was refused.
const char* check_encoding(const Source& source, Report& report);

/// The first byte of a text that is no character XML can hold, or null: no UTF-8, or a control character.
const char* find_bad_character(std::string_view text);

}  // namespace treefix::io
