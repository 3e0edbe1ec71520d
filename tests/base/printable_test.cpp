// Laws of treefix/base/printable.hpp and utf8.hpp.
#include <treefix/base/printable.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/random.hpp>
#include <treefix/base/utf8.hpp>

namespace treefix::test {

namespace {

using namespace std::string_literals;

/// Control characters, escapes, parts of characters and whole characters, in any order.
std::string random_bytes(Random& random) {
  constexpr const char* some[] = {"a",        "\\",       "\n",           "\r",
                                  "\t",       "\x1B[31m", "\x7F",         "\xC2\x9B",
                                  "\xC2\xA0", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                  "\xE2\x82", "\x80",     "\xFF",         "\xED\xA0\x80",
                                  ""};
  std::string text;
  for (Index k = random.below(12); k > 0; --k) {
    text += some[random.below(17)];
    if (random.below(6) == 0) text += static_cast<char>(random.below(256));
  }
  return text;
}

/// Whether a text is UTF-8 without control characters, except line ends if they are allowed.
bool is_shown(std::string_view text, bool line_ends) {
  const char *p = text.data(), *end = p + text.size();
  while (p != end) {
    const std::size_t length = character_length(p, end);
    const auto code = static_cast<unsigned char>(length == 2 && p[0] == '\xC2' ? p[1] : p[0]);
    if (length == 0 || (length == 1 && (code < 0x20 || code == 0x7F) && !(line_ends && *p == '\n'))) return false;
    if (length == 2 && p[0] == '\xC2' && code < 0xA0) return false;
    p += length;
  }
  return true;
}

TEST(Printable, HasNoControlCharactersAndIsUtf8) {
  Random random(1);
  for (int trial = 0; trial < 5000; ++trial) {
    const std::string text = random_bytes(random), escaped = printable(text), lines = printable_lines(text);
    ASSERT_TRUE(is_shown(escaped, false)) << ::testing::PrintToString(text);
    ASSERT_TRUE(is_shown(lines, true)) << ::testing::PrintToString(text);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    EXPECT_EQ(printable(escaped), escaped);
    EXPECT_EQ(printable_lines(lines), lines);
    if (is_shown(text, false)) {
      EXPECT_EQ(escaped, text);
    }
  }
}

TEST(Printable, NamesWhatItEscapes) {
  EXPECT_EQ(printable("a\0b\x1B[2J\n\r\t\x7F"s), "a\\x00b\\x1b[2J\\n\\r\\t\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"), "\\x9b") << "U+009B, which begins an escape sequence too";
  EXPECT_EQ(printable("latin\xE4"), "latin\\xe4");
  EXPECT_EQ(printable_lines("a\nb\r"), "a\nb\\r");
}

TEST(Printable, IsEveryMessageOfAnError) {
  EXPECT_STREQ(Error("a\0b\x1B[31m\nc"s).what(), "a\\x00b\\x1b[31m\nc");
  EXPECT_STREQ(ModelError("m\0n"s, {{"x\x1B", "body 'x\x1B' is bad"}}).what(),
               "model 'm\\x00n' cannot be built, 1 problem:\n  body 'x\\x1b' is bad");
}

}  // namespace

}  // namespace treefix::test
