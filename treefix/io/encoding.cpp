#include <treefix/io/encoding.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <treefix/base/parallel.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/utf8.hpp>
#include <treefix/io/characters.hpp>

namespace treefix::io {

namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes, what, hint;
};

/// Those of UTF-32 come first, because they begin as those of UTF-16 do.
constexpr Signature signatures[] = {
    {"\x1F\x8B"sv, "the file is compressed with gzip", "decompress it: gunzip -c FILE > FILE.xml"},
    {"PK\x03\x04"sv, "the file is a zip archive", "extract it: unzip FILE"},
    {"BZh"sv, "the file is compressed with bzip2", "decompress it: bunzip2 -c FILE > FILE.xml"},
    {"\xFD"
     "7zXZ"sv,
     "the file is compressed with xz", "decompress it: unxz -c FILE > FILE.xml"},
    {"\xFF\xFE\0\0"sv, "the file is in UTF-32", "convert it: iconv -f UTF-32 -t UTF-8 FILE > FILE.xml"},
    {"\0\0\xFE\xFF"sv, "the file is in UTF-32", "convert it: iconv -f UTF-32 -t UTF-8 FILE > FILE.xml"},
    {"\xFF\xFE"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
    {"\xFE\xFF"sv, "the file is in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.xml"},
};

/// Where the zero bytes are in two characters of UTF-16 or one of UTF-32, if they are ASCII characters. 'x' stands for
/// any other byte.
constexpr Signature zero_bytes[] = {
    {"x000", "the file is in UTF-32", "convert it: iconv -f UTF-32LE -t UTF-8 FILE > FILE.xml"},
    {"000x", "the file is in UTF-32", "convert it: iconv -f UTF-32BE -t UTF-8 FILE > FILE.xml"},
    {"x0x0", "the file is in UTF-16", "convert it: iconv -f UTF-16LE -t UTF-8 FILE > FILE.xml"},
    {"0x0x", "the file is in UTF-16", "convert it: iconv -f UTF-16BE -t UTF-8 FILE > FILE.xml"},
};

/// What the file is instead of UTF-8 text; null if its first bytes do not tell.
const Signature* find_signature(std::string_view text) {
  for (const Signature& signature : signatures)
    if (text.starts_with(signature.bytes)) return &signature;
  std::string pattern;
  for (const char c : text.substr(0, 4)) pattern += c == '\0' ? '0' : 'x';
  for (const Signature& zeros : zero_bytes)
    if (pattern == zeros.bytes) return &zeros;
  return nullptr;
}

/// U+FFFE and U+FFFF are EF BF BE and EF BF BF.
bool is_noncharacter(const char* p, std::size_t length) {
  return length == 3 && p[0] == '\xEF' && p[1] == '\xBF' && (p[2] == '\xBE' || p[2] == '\xBF');
}

/// The length in bytes of the character at p; 0 if the bytes are not valid UTF-8, or if XML does not allow the
/// character.
std::size_t xml_character_length(const char* p, const char* end) {
  if (static_cast<unsigned char>(*p) < 0x80) return is_xml_character(static_cast<unsigned char>(*p)) ? 1 : 0;
  const std::size_t length = character_length(p, end);
  return is_noncharacter(p, length) ? 0 : length;
}

/// Whether each of the next plain_size bytes is a printable ASCII character, a tab or a line end. Branch-free, so that
/// compilers vectorize it.
constexpr std::ptrdiff_t plain_size = 64;
bool are_plain(const char* p) {
  unsigned char bad = 0;
  for (std::ptrdiff_t k = 0; k < plain_size; ++k) {
    const auto c = static_cast<unsigned char>(p[k]);
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
  const char *p = text.data(), *end = p + text.size();
  while (p != end) {
    while (end - p >= plain_size && are_plain(p)) p += plain_size;
    // one character at a time through the next plain_size bytes
    for (const char* stop = p + std::min(plain_size, end - p); p < stop;) {
      const std::size_t length = xml_character_length(p, end);
      if (length == 0) return p;
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

void report_character(const Source& source, const char* bad, Report& report) {
  const bool control = static_cast<unsigned char>(*bad) < 0x80;
  const bool noncharacter = is_noncharacter(bad, character_length(bad, source.text().data() + source.text().size()));
  std::string seen = concat("the byte ", hexadecimal(*bad), ", which is not valid UTF-8 here");
  if (control) seen = *bad == 0 ? "a zero byte" : concat("the control character ", hexadecimal(*bad));
  if (noncharacter) seen = concat("U+FFF", bad[2] == '\xBE' ? "E" : "F", ", which XML does not allow");
  report.error({&source, bad, {}},
               {.topic = Diagnostic::Topic::file,
                .seen = std::move(seen),
                .expected = "XML in UTF-8",
                .hint = control || noncharacter
                            ? "the file may be damaged, or may not be a text file"
                            : "if the file is in Latin-1, convert it: iconv -f LATIN1 -t UTF-8 FILE > FILE.xml"});
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
  if (const Signature* other = find_signature(text)) {
    report.error(start, {.topic = file,
                         .seen = std::string(other->what),
                         .expected = "XML in UTF-8",
                         .hint = std::string(other->hint)});
    return nullptr;
  }
  if (const char* bad = find_bad_character_in_blocks(text)) {
    report_character(source, bad, report);
    return nullptr;
  }
  return text.data() + (text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}

}  // namespace treefix::io
