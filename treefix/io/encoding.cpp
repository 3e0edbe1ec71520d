#include <treefix/io/encoding.hpp>

#include <algorithm>
#include <vector>

#include <treefix/base/parallel.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/characters.hpp>

namespace treefix::io {

namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes, what, hint;
};

constexpr Signature signatures[] = {
    {"\x1F\x8B"sv, "the file is compressed with gzip", "decompress it: gunzip -c FILE > FILE.xml"},
    {"PK\x03\x04"sv, "the file is a zip archive", "extract it: unzip FILE"},
    {"BZh"sv, "the file is compressed with bzip2", "decompress it: bunzip2 -c FILE > FILE.xml"},
    {"\xFD"
     "7zXZ"sv,
     "the file is compressed with xz", "decompress it: unxz -c FILE > FILE.xml"},
    {"\xFF\xFE"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
    {"\xFE\xFF"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
    {"<\0"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16LE -t UTF-8 FILE > FILE.xml"},
    {"\0<"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16BE -t UTF-8 FILE > FILE.xml"},
};

/// The length of the character at p in bytes. 0 if the bytes are not valid UTF-8, or are a control character that XML
/// does not allow.
std::size_t character_length(const unsigned char* p, const unsigned char* end) {
  const auto continues = [&](std::ptrdiff_t k) { return p + k < end && continues_character(static_cast<char>(p[k])); };
  if (p[0] < 0x80) return p[0] >= 0x20 || p[0] == '\t' || p[0] == '\n' || p[0] == '\r' ? 1 : 0;
  if (p[0] >= 0xC2 && p[0] < 0xE0) return continues(1) ? 2 : 0;
  if (p[0] >= 0xE0 && p[0] < 0xF0) {
    const bool overlong = p[0] == 0xE0 && p + 1 < end && p[1] < 0xA0;
    const bool surrogate = p[0] == 0xED && p + 1 < end && p[1] >= 0xA0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (p[0] >= 0xF0 && p[0] < 0xF5) {
    const bool overlong = p[0] == 0xF0 && p + 1 < end && p[1] < 0x90;
    const bool beyond = p[0] == 0xF4 && p + 1 < end && p[1] >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

/// Whether each of the next plain_size bytes is a printable ASCII character, a tab or a line end. Branch-free, so that
/// compilers vectorize it.
constexpr std::ptrdiff_t plain_size = 64;
bool are_plain(const unsigned char* p) {
  unsigned char bad = 0;
  for (std::ptrdiff_t k = 0; k < plain_size; ++k) {
    const unsigned char c = p[k];
    const bool control = static_cast<unsigned char>(c - 0x20U) >= 0x60U;  // below 0x20 or above 0x7F
    bad |= static_cast<unsigned char>(control & (c != '\n') & (c != '\t') & (c != '\r'));
  }
  return bad == 0;
}

std::string hexadecimal(char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {'0', 'x', digits[value / 16U], digits[value % 16U]};
}

}  // namespace

const char* find_bad_character(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = p + text.size();
  while (p != end) {
    while (end - p >= plain_size && are_plain(p)) p += plain_size;
    // one character at a time through the next plain_size bytes
    for (const auto* stop = p + std::min(plain_size, end - p); p < stop;) {
      const std::size_t length = character_length(p, end);
      if (length == 0) return reinterpret_cast<const char*>(p);
      p += length;
    }
  }
  return nullptr;
}

namespace {

/// find_bad_character on all cores, in blocks that begin at a character.
const char* find_bad_character_in_blocks(std::string_view text) {
  constexpr std::size_t block = std::size_t{1} << 24;
  const auto begin_of = [&](std::size_t k) {
    std::size_t at = std::min(k * block, text.size());
    for (int moved = 0; k > 0 && moved < 3 && at < text.size() && continues_character(text[at]); ++moved) ++at;
    return at;
  };
  std::vector<const char*> found(text.size() / block + 1, nullptr);
  for_each_index(found.size(), [&](std::size_t k) {
    found[k] = find_bad_character(text.substr(begin_of(k), begin_of(k + 1) - begin_of(k)));
  });
  const auto first = std::find_if(found.begin(), found.end(), [](const char* p) { return p != nullptr; });
  return first != found.end() ? *first : nullptr;
}

}  // namespace

const char* check_encoding(const Source& source, Report& report) {
  using enum Diagnostic::Topic;
  const std::string_view text = source.text();
  const Where start{&source, text.data(), {}};
  if (text.empty()) {
    report.error(start, {.topic = file, .seen = "the file is empty", .expected = "a URDF or MJCF file"});
    return nullptr;
  }
  for (const Signature& signature : signatures)
    if (text.starts_with(signature.bytes)) {
      report.error(start, {.topic = file,
                           .seen = std::string(signature.what),
                           .expected = "XML in UTF-8",
                           .hint = std::string(signature.hint)});
      return nullptr;
    }
  if (const char* bad = find_bad_character_in_blocks(text)) {
    const bool control = static_cast<unsigned char>(*bad) < 0x80;
    report.error({&source, bad, {}},
                 {.topic = file,
                  .seen = *bad == 0 ? "a zero byte"
                          : control ? concat("the control character ", hexadecimal(*bad))
                                    : concat("the byte ", hexadecimal(*bad), ", which is not valid UTF-8 here"),
                  .expected = "XML in UTF-8",
                  .hint = control ? "the file may be damaged, or may not be a text file"
                                  : "if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"});
    return nullptr;
  }
  return text.data() + (text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

}  // namespace treefix::io
