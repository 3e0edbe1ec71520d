#include <treefix/base/printable.hpp>

#include <treefix/base/utf8.hpp>

namespace treefix {

namespace {

void append_escape(std::string& text, unsigned char code) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  switch (code) {
    case '\t': text += "\\t"; break;
    case '\n': text += "\\n"; break;
    case '\r': text += "\\r"; break;
    default: text += {'\\', 'x', hexadecimal[code / 16U], hexadecimal[code % 16U]};
  }
}

/// Whether a character is one of the control characters: U+0000 to U+001F and U+007F to U+009F.
bool is_control(const char* p, std::size_t length) {
  const auto first = static_cast<unsigned char>(p[0]);
  if (length == 1) return first < 0x20 || first == 0x7F;
  return length == 2 && first == 0xC2 && static_cast<unsigned char>(p[1]) < 0xA0;
}

std::string escaped(std::string_view text, bool keep_line_ends) {
  std::string out;
  out.reserve(text.size());
  const char *p = text.data(), *end = p + text.size();
  while (p != end) {
    const std::size_t length = character_length(p, end);
    const bool shown = length > 0 && (!is_control(p, length) || (keep_line_ends && *p == '\n'));
    if (shown)
      out.append(p, length);
    else  // U+0080 to U+009F are C2 80 to C2 9F
      append_escape(out, static_cast<unsigned char>(length == 2 ? p[1] : p[0]));
    p += length > 0 ? length : 1;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, false); }
std::string printable_lines(std::string_view text) { return escaped(text, true); }

}  // namespace treefix
