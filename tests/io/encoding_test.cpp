// Laws of treefix/io/encoding.hpp and reference.hpp.
#include <treefix/io/encoding.hpp>

#include <cstdio>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/reference.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

using io::find_bad_character;

std::string encoded(unsigned code) {
  const auto byte = [](unsigned value) { return static_cast<char>(value); };
  const auto rest = [&](unsigned shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), rest(0)};
  if (code < 0x10000) return {byte(0xE0U | (code >> 12U)), rest(6), rest(0)};
  return {byte(0xF0U | (code >> 18U)), rest(12), rest(6), rest(0)};
}

/// XML represents all characters of Unicode except most control characters. Surrogates, U+FFFE and U+FFFF are not
/// characters.
bool is_character(unsigned code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xD800 || (code >= 0xE000 && code <= 0x10FFFF && code != 0xFFFE && code != 0xFFFF);
}

/// The first byte at which no valid character begins, found by decoding the bytes and encoding the result again.
Index first_bad(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    for (std::size_t n = 1; n <= 4 && at + n <= text.size() && length == 0; ++n) {
      constexpr unsigned first_bits[] = {0x7F, 0x1F, 0x0F, 0x07};
      unsigned code = static_cast<unsigned char>(text[at]) & first_bits[n - 1];
      for (std::size_t k = 1; k < n; ++k) code = code << 6U | (static_cast<unsigned char>(text[at + k]) & 0x3FU);
      if (is_character(code) && encoded(code) == text.substr(at, n)) length = n;
    }
    if (length == 0) return static_cast<Index>(at);
    at += length;
  }
  return -1;
}

Index found_in(std::string_view text) {
  const char* bad = find_bad_character(text);
  return bad == nullptr ? -1 : bad - text.data();
}

TEST(BadCharacter, IsEveryCodeThatIsNoCharacterOfXml) {
  for (unsigned code = 0; code < 0x200000; ++code)
    ASSERT_EQ(found_in(encoded(code)), is_character(code) ? -1 : 0) << code;
}

TEST(Reference, IsValidIfAndOnlyIfItIsTheNumberOfACharacterOfXml) {
  for (unsigned code = 0; code < 0x111000; ++code) {
    char hexadecimal[32];
    std::snprintf(hexadecimal, sizeof hexadecimal, code % 2 == 0 ? "&#x%X;" : "&#x00%x;", code);
    ASSERT_EQ(io::check_reference(hexadecimal).seen.empty(), is_character(code)) << hexadecimal;
    const std::string decimal = concat("&#", code % 3 == 0 ? "00" : "", code, ";");
    ASSERT_EQ(io::check_reference(decimal).seen.empty(), is_character(code)) << decimal;
  }
}

TEST(Reference, IsOneOfFiveEntitiesOrANumber) {
  for (const char* good : {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#10;", "&#x1F600;", "&lt;&", "&amp;amp"})
    EXPECT_EQ(io::check_reference(good).seen, "") << good;
  for (const char* bad : {"&",
                          "& ",
                          "&;",
                          "&lt",
                          "&LT;",
                          "&nbsp;",
                          "&copy;",
                          "&l t;",
                          "&&lt;",
                          "&#;",
                          "&#x;",
                          "&#X41;",
                          "&#-1;",
                          "&#+65;",
                          "&#6 5;",
                          "&#xG;",
                          "&#65",
                          "&#4294967361;",
                          "&#18446744073709551681;",
                          "&#xFFFFFFFFFFFFFFFFFFFF;",
                          "&#x-1;"})
    EXPECT_NE(io::check_reference(bad).seen, "") << bad;
}

TEST(BadCharacter, IsFoundWhereTheFirstOneIs) {
  // the borders of all ranges that UTF-8 has
  constexpr std::string_view bytes =
      "aaaa\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF\t\n\r\x1F ";
  Random random(1);
  const auto any = [&](Index most) {
    std::string text;
    for (Index k = random.below(most); k > 0; --k) {
      // some of them are valid, and begin a character at any byte of a block
      if (random.below(2) == 0)
        text += encoded(static_cast<unsigned>(random.below(0x110000)));
      else
        text += bytes[static_cast<std::size_t>(random.below(ssize(bytes)))];
    }
    return text;
  };
  int bad = 0;
  for (int trial = 0; trial < 30'000; ++trial) {
    const std::string text = std::string(static_cast<std::size_t>(random.below(140)), 'a') + any(5) +
                             std::string(static_cast<std::size_t>(random.below(70)), 'b') + any(3);
    const Index found = found_in(std::string_view(text + std::string(200, 'c')).substr(0, text.size()));
    ASSERT_EQ(found, first_bad(text)) << ::testing::PrintToString(text);
    bad += found >= 0 ? 1 : 0;
  }
  EXPECT_GT(bad, 5'000);
  EXPECT_LT(bad, 25'000);
}

/// Where the text begins; −1 if it was refused, which must be reported at the given place.
Index start_of(std::string_view text, Index column_of_problem = 0) {
  const io::Source source("f", text);
  io::Report report("f");
  const char* start = check_encoding(source, report);
  EXPECT_EQ(report.has_errors(), start == nullptr);
  if (start != nullptr) return start - source.text().data();
  const std::vector<Diagnostic> problems = problems_of(report);
  EXPECT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].column, column_of_problem);
  return -1;
}

TEST(Encoding, SkipsOneByteOrderMark) {
  EXPECT_EQ(start_of("<a/>"), 0);
  EXPECT_EQ(start_of("\xEF\xBB\xBF<a/>"), 3);
  EXPECT_EQ(start_of("\xEF\xBB\xBF"), 3);
  EXPECT_EQ(start_of(" \xEF\xBB\xBF<a/>"), 0);
  EXPECT_EQ(start_of("\xEF\xBB\xBF\xEF\xBB\xBF<a/>"), 3);
  EXPECT_EQ(start_of("\xEF\xBB", 1), -1);
}

/// A text in UTF-16 or UTF-32.
std::string widened(std::string_view text, std::size_t width, bool big_end_first) {
  std::string out;
  for (const char c : text) {
    const std::string zeros(width - 1, '\0');
    out += big_end_first ? zeros + c : c + zeros;
  }
  return out;
}

TEST(Encoding, NamesTheWiderEncodingsOfUnicodeWithAndWithoutAMark) {
  for (const std::size_t width : {2U, 4U})
    for (const bool big : {false, true})
      for (const std::string mark : {"", "\xFE\xFF"})
        for (const char* text : {"<robot/>", "\n<robot/>", "hi", "<?xml version='1.0'?><robot/>"}) {
          std::string start = mark.empty() ? "" : big ? mark : std::string(mark.rbegin(), mark.rend());
          if (!start.empty()) start = big ? std::string(width - 2, '\0') + start : start + std::string(width - 2, '\0');
          const io::Source source("f", start + widened(text, width, big));
          io::Report report("f");
          EXPECT_EQ(check_encoding(source, report), nullptr);
          const std::string expected =
              concat("f:1:1: error: the file is in UTF-", 8 * width,
                     ", expected XML in UTF-8\n    hint: convert it: iconv -f UTF-", 8 * width);
          EXPECT_TRUE(only_problem(report).starts_with(expected)) << only_problem(report);
        }
}

TEST(Encoding, IsTheSameAcrossBlocksOfLargeFiles) {
  constexpr std::size_t block = std::size_t{1} << 24;
  const std::string character = encoded(0x1F600);
  std::string text(block + 100, 'a');
  for (std::size_t before = 1; before <= 4; ++before) {
    const std::size_t at = block - before;
    text.replace(at, 4, character);
    EXPECT_EQ(start_of(text), 0) << before;
    // cut: the bad byte is the first one, the next characters are good
    text.replace(at, 4, character.substr(0, 3) + "a");
    EXPECT_EQ(start_of(text, static_cast<Index>(at) + 1), -1) << before;
    text.replace(at, 4, "aaaa");
  }
  text.replace(block - 2, 4, "\x80\x80\x80\x80");
  EXPECT_EQ(start_of(text, static_cast<Index>(block) - 1), -1) << "continues no character";
}

}  // namespace

}  // namespace treefix::test
