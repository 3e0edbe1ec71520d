// Texts of files, shortened for messages. The Report escapes control characters in them.
#pragma once

#include <string>
#include <string_view>

namespace treefix::io {

/// "name is \"value\"". Long values are shortened.
std::string quoted(std::string_view attribute, std::string_view value);

/// "'text'": the first line of a text, shortened.
std::string excerpt(const char* begin, const char* end);

}  // namespace treefix::io
