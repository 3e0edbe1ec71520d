// Laws of treefix/io/numbers.hpp.
#include <treefix/io/numbers.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

using io::parse_number;

/// Finite, from all binades.
double any_double(Random& random) {
  for (;;)
    if (const double x = std::bit_cast<double>(random.bits()); std::isfinite(x)) return x;
}

std::string printed(const char* format, double x) {
  char text[64];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

/// [+-] digits [. digits] [e [+-] digits], with a digit before or behind the point.
bool is_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto accept = [&](std::string_view any) {
    const bool found = at < text.size() && any.find(text[at]) != std::string_view::npos;
    at += found ? 1 : 0;
    return found;
  };
  const auto digits = [&] {
    const std::size_t begin = at;
    while (accept("0123456789")) continue;
    return at > begin;
  };
  accept("+-");
  const bool whole = digits(), fraction = accept(".") && digits();
  if (!whole && !fraction) return false;
  if (accept("eE")) {
    accept("+-");
    if (!digits()) return false;
  }
  return at == text.size();
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(ParseNumber, ReadsEveryDoubleBackBitByBit) {
  Random random(1);
  for (int trial = 0; trial < 5000; ++trial) {
    const double x = any_double(random);
    for (const std::string& text : {to_text(x), printed("%.17g", x), printed("%.30e", x), printed("%+.16E", x)}) {
      const io::ParsedNumber parsed = parse_number(text);
      EXPECT_EQ(parsed.problem, nullptr) << text;
      EXPECT_TRUE(same_bits(parsed.value, x)) << text;
    }
  }
}

TEST(ParseNumber, TakesDecimalTextsAndNoOthersAndRoundsThemAsTheCLibraryDoes) {
  Random random(2);
  constexpr std::string_view letters = "0123456789..++--eEeEx ,naif";
  int taken = 0;
  for (int trial = 0; trial < 50'000; ++trial) {
    std::string text;
    // the first letters of the list, which are digits, come more often
    for (Index k = random.below(8); k >= 0; --k)
      text += letters[static_cast<std::size_t>(random.below(random.below(2) == 0 ? 10 : ssize(letters)))];
    const double value = std::strtod(text.c_str(), nullptr);
    const io::ParsedNumber parsed = parse_number(text);
    if (!is_decimal(text)) {
      EXPECT_NE(parsed.problem, nullptr) << text;
    } else if (std::isinf(value)) {
      EXPECT_STREQ(parsed.problem, "out of range for a double") << text;
    } else {
      EXPECT_EQ(parsed.problem, nullptr) << text;
      EXPECT_TRUE(same_bits(parsed.value, value)) << text;
      ++taken;
    }
  }
  EXPECT_GT(taken, 10'000);
}

TEST(ParseNumber, SaysWhyATextIsNoNumber) {
  const auto problem = [](std::string_view text) { return std::string(parse_number(text).problem); };
  for (const char* text : {"", "+", "-", "+-1", "-+1", "++1", "--1", ".", "e5", "x", " 1"})
    EXPECT_EQ(problem(text), "not a number") << text;
  for (const char* text : {"1 ", "1e", "1,5", "1.5.2", "0x10", "1f", "1e5.5"})
    EXPECT_EQ(problem(text), "extra characters after the number") << text;
  for (const char* text : {"inf", "-inf", "INFINITY", "+infinity"}) EXPECT_EQ(problem(text), "infinite") << text;
  for (const char* text : {"nan", "-NaN", "+nan"}) EXPECT_EQ(problem(text), "NaN") << text;
  for (const char* text : {"1e309", "-1.8e308", "1e99999999999", "0.001e400", "-10e99999999999999999999"})
    EXPECT_EQ(problem(text), "out of range for a double") << text;
  for (const char* text : {"inf1", "-infinity.", "nan1", "1e400x", "1e-400x"})
    EXPECT_EQ(problem(text), "extra characters after the number") << text;
  EXPECT_NE(std::string(parse_number("1,5").hint).find("decimal point"), std::string::npos);
  EXPECT_NE(std::string(parse_number("0X1F").hint).find("decimal number"), std::string::npos);
  EXPECT_NE(std::string(parse_number("${x}").hint).find("xacro"), std::string::npos);
}

TEST(ParseNumber, ThatIsTooSmallIsZero) {
  Random random(4);
  for (const char* text : {"1e-400", "-1e-400", "+1e-400", "1000e-400", ".0001e-322", "1e-99999999999999999999"})
    EXPECT_TRUE(same_bits(parse_number(text).value, std::strtod(text, nullptr)) &&
                parse_number(text).problem == nullptr)
        << text;
  // digits and zeros that the exponent makes up for, near both ends of the range
  for (int trial = 0; trial < 3000; ++trial) {
    const Index zeros = random.below(400), digits = 1 + random.below(400);
    const Index order = (random.below(2) == 0 ? 300 : -335) + random.below(20);
    std::string text = random.below(2) == 0 ? "-" : "";
    if (random.below(2) == 0)
      text += concat("0.", std::string(static_cast<std::size_t>(zeros), '0'), "7e", order + zeros);
    else
      text += concat("3", std::string(static_cast<std::size_t>(digits), '0'), ".5E", order - digits);
    const double value = std::strtod(text.c_str(), nullptr);
    const io::ParsedNumber parsed = parse_number(text);
    EXPECT_EQ(parsed.problem == nullptr, std::isfinite(value)) << text;
    if (parsed.problem == nullptr) {
      EXPECT_TRUE(same_bits(parsed.value, value)) << text;
    }
  }
}

TEST(ReadNumbers, TakesInfinityOnlyWhereItIsAllowed) {
  Parsed text("<e x='-inf Infinity +INF'/>");
  double out[3] = {};
  EXPECT_TRUE(read_exactly(text.root, "x", out, 3, text.report, io::Infinity::allowed));
  EXPECT_EQ(out[0], -HUGE_VAL);
  EXPECT_EQ(out[1], HUGE_VAL);
  EXPECT_EQ(out[2], HUGE_VAL);
  EXPECT_FALSE(read_exactly(text.root, "x", out, 3, text.report));
  EXPECT_EQ(only_problem(text.report),
            "f:1:4: error: <e>: x is \"-inf Infinity +INF\", where number 1 is \"-inf\": infinite, expected a finite "
            "number");
  Parsed bad("<e x='nan 1e400'/>");
  EXPECT_FALSE(read_exactly(bad.root, "x", out, 2, bad.report, io::Infinity::allowed));
  EXPECT_EQ(only_problem(bad.report),
            "f:1:4: error: <e>: x is \"nan 1e400\", where number 1 is \"nan\": NaN, expected a number, inf or -inf");
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(ParseNumber, IgnoresTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  const double point = parse_number("1.5").value;
  const bool comma = parse_number("1,5").problem == nullptr;
  std::locale::global(before);
  EXPECT_EQ(point, 1.5);
  EXPECT_FALSE(comma);
}

/// Numbers as an attribute "x" of an element, with white space of every kind around them.
std::string spread(const std::vector<std::string>& words, Random& random) {
  constexpr const char* some[] = {" ", "\t", "\n", "\r", "&#10;", "&#9;"};
  const auto space = [&](Index least) {
    std::string text;
    for (Index k = least + random.below(3); k > 0; --k) text += some[random.below(6)];
    return text;
  };
  std::string text = "<e x='" + space(0);
  for (std::size_t k = 0; k < words.size(); ++k) text += (k == 0 ? "" : space(1)) + words[k];
  return text + space(0) + "'/>";
}

TEST(ReadNumbers, TakesAsManyAsAreWantedInAnyWhiteSpace) {
  Random random(3);
  for (Index found = 0; found <= 8; ++found)
    for (Index wanted = 1; wanted <= 8; ++wanted) {
      std::vector<std::string> words;
      std::vector<double> numbers;
      for (Index k = 0; k < found; ++k) {
        numbers.push_back(random.uniform(-1, 1));
        words.push_back(to_text(numbers.back()));
      }
      Parsed text(spread(words, random));
      std::vector<double> out(static_cast<std::size_t>(wanted), 7);
      EXPECT_EQ(read_exactly(text.root, "x", out.data(), wanted, text.report), found == wanted);
      EXPECT_EQ(out, found == wanted ? numbers : std::vector<double>(out.size(), 7)) << "written in spite of a problem";
      EXPECT_EQ(text.report.has_errors(), found != wanted);
      for (Index least = 1; least <= wanted; ++least) {
        Parsed again(spread(words, random));
        const auto list = read_list(again.root, "x", least, wanted, again.report);
        EXPECT_EQ(list.has_value(), least <= found && found <= wanted);
        EXPECT_EQ(again.report.has_errors(), !list.has_value());
        EXPECT_EQ(list.value_or(numbers), numbers);
      }
    }
}

TEST(ReadNumbers, SaysHowManyWereFoundAndHowManyExpected) {
  const auto exactly = [](const char* numbers, Index count) {
    Parsed text(concat("<e x='", numbers, "'/>"));
    double out[8];
    EXPECT_FALSE(read_exactly(text.root, "x", out, count, text.report));
    return only_problem(text.report);
  };
  EXPECT_EQ(exactly("", 3), "f:1:4: error: <e>: x is \"\": empty, expected 3 numbers");
  EXPECT_EQ(exactly("1", 3), "f:1:4: error: <e>: x is \"1\": one number, expected 3 numbers");
  EXPECT_EQ(exactly("1 2", 1), "f:1:4: error: <e>: x is \"1 2\": more than 1, expected one number");
  Parsed text("<e x='1 2'/>");
  EXPECT_FALSE(read_list(text.root, "x", 3, 5, text.report));
  EXPECT_EQ(only_problem(text.report), "f:1:4: error: <e>: x is \"1 2\": 2 numbers, expected 3 to 5 numbers");
}

TEST(ReadNumbers, NamesTheFirstThatIsBadAndWritesNothing) {
  for (Index bad = 0; bad < 6; ++bad) {
    std::string numbers;
    for (Index k = 0; k < 6; ++k) numbers += k < bad ? " 1" : " z";
    Parsed text(concat("<e x='", numbers, "'/>"));
    double out[6] = {7, 7, 7, 7, 7, 7};
    EXPECT_FALSE(read_exactly(text.root, "x", out, 6, text.report));
    for (const double x : out) EXPECT_EQ(x, 7);
    const std::string expected = concat("number ", bad + 1, " is \"z\": not a number, expected a finite number");
    EXPECT_NE(only_problem(text.report).find(expected), std::string::npos) << only_problem(text.report);
    Parsed again(concat("<e x='", numbers, "'/>"));
    EXPECT_FALSE(read_list(again.root, "x", 1, 6, again.report));
    EXPECT_EQ(only_problem(again.report), only_problem(text.report));
  }
}

TEST(ReadNumbers, OfAnAbsentAttributeIsNoProblem) {
  Parsed text("<e/>");
  double out = 7;
  EXPECT_FALSE(read_exactly(text.root, "x", &out, 1, text.report));
  EXPECT_FALSE(read_list(text.root, "x", 1, 3, text.report));
  EXPECT_FALSE(read_number(text.root, "x", text.report) || read_vector(text.root, "x", text.report));
  EXPECT_EQ(out, 7);
  EXPECT_TRUE(problems_of(text.report).empty());
}

}  // namespace

}  // namespace treefix::test
