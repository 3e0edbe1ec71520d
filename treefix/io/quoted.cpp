#include <treefix/io/quoted.hpp>

#include <algorithm>

#include <treefix/base/text.hpp>
#include <treefix/base/utf8.hpp>

namespace treefix::io {

std::string quoted(std::string_view attribute, std::string_view value) {
  constexpr std::size_t most = 60;
  std::string text = concat(attribute, " is \"");
  if (value.size() <= most) return concat(text, value, "\"");
  std::size_t end = most;
  while (end > 0 && continues_character(value[end])) --end;  // do not cut a character
  return concat(text, value.substr(0, end), "…\" (", value.size(), " bytes)");
}

std::string excerpt(const char* begin, const char* end) {
  constexpr std::ptrdiff_t most = 20;
  const char* limit = begin + std::min(end - begin, most);
  const char* last = std::find_if(begin, limit, [](char c) { return c == '\n' || c == '\r'; });
  while (last != begin && last != end && continues_character(*last)) --last;
  return concat("'", std::string_view(begin, static_cast<std::size_t>(last - begin)), "'");
}

}  // namespace treefix::io
