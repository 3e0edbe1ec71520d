// Text of files and users in messages.
#pragma once

#include <string>
#include <string_view>

namespace treefix {

/// The text with escapes such as \n and \x1b in place of control characters and of bytes that are not UTF-8. A message
/// shows them, is not cut at a zero byte, and does not control the terminal. Other text is unchanged.
std::string printable(std::string_view text);

/// The same, but line ends stay, for messages of several lines.
std::string printable_lines(std::string_view text);

}  // namespace treefix
