// Laws of treefix/io/scanner.hpp: the pieces into which it cuts a text. What it refuses is in xml_malformed_test.cpp.
#include <treefix/io/scanner.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

/// Comments, instructions, text and CDATA, which hold what would be tags elsewhere.
std::string noise(Random& random) {
  constexpr const char* some[] = {
      "", "\n  ", "<!-- </e> <x> -->", "<?tool </e> ?>", "text > text", "<![CDATA[ <e></e> ]]>"};
  return some[random.below(6)];
}

/// An element with random attributes and children.
std::string random_element(Random& random, int depth, std::size_t bytes) {
  const std::string name = concat("e", random.below(3));
  std::string text = concat("<", name);
  if (random.below(2) == 0) text += " a = '> \"'\n";
  if (random.below(2) == 0) text += " b=\"/> '\"";
  if (bytes > 0) text += concat(" long='", std::string(bytes, 'x'), "'");
  if (depth == 0 || random.below(3) == 0) return text + "/>";
  text += ">";
  for (Index k = random.below(4); k > 0; --k) text += noise(random) + random_element(random, depth - 1, 0);
  return text + noise(random) + concat("</", name, ">");
}

struct Text {
  std::string all, root_tag;
  std::vector<std::string> children;
};

Text scanned_text(Random& random, Index count, std::size_t bytes) {
  Text text{.all = "<?xml version='1.0'?>\n<!-- <x> -->", .root_tag = "<robot name='r'>", .children = {}};
  text.all += text.root_tag;
  for (Index k = 0; k < count; ++k) {
    text.children.push_back(random_element(random, 3, bytes));
    text.all += noise(random) + text.children.back();
  }
  text.all += noise(random) + "</robot>\n<!-- after -->\n";
  return text;
}

Index errors_of(const io::Report& report) {
  const std::vector<Diagnostic> all = problems_of(report);
  return std::ranges::count(all, Diagnostic::Severity::error, &Diagnostic::severity);
}

std::string_view between(const io::Chunk& chunk) {
  return {chunk.begin, static_cast<std::size_t>(chunk.end - chunk.begin)};
}

TEST(Scanner, CutsWholeChildrenAndLosesNone) {
  Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    // with long children a piece has few of them
    const std::size_t bytes = trial % 3 == 0 ? 30'000 : trial % 3 == 1 ? 100 : 0;
    const Text text = scanned_text(random, trial % 20, bytes);
    io::Source source("f", text.all);
    io::Report report("f");
    const LoadLimits limits{};
    io::Scanner scanner(source, limits, report);
    ASSERT_TRUE(scanner.find_root());
    EXPECT_EQ(scanner.root_name(), "robot");
    EXPECT_EQ(between(scanner.root_tag()), text.root_tag);
    std::size_t next = 0;
    const char* end = nullptr;
    while (const auto chunk = scanner.next_children()) {
      EXPECT_GE(chunk->begin, end == nullptr ? scanner.root_tag().end : end);
      end = chunk->end;
      // each child in its order; what lies between them is no element
      std::size_t at = 0;
      const std::string_view piece = between(*chunk);
      const std::size_t first = next;
      while (next < text.children.size()) {
        const std::size_t found = piece.find(text.children[next], at);
        if (found == std::string_view::npos) break;
        at = found + text.children[next].size();
        ++next;
      }
      EXPECT_GT(next, first);
      EXPECT_TRUE(piece.ends_with(text.children[next - 1]));
      EXPECT_LT(piece.size(), 2U << 16U);
      EXPECT_TRUE(piece.size() >= 1U << 16U || next == text.children.size()) << "a piece that is not worth a run";
      io::Document document;
      std::size_t count = 0;
      for (io::Element child = document.parse(source, *chunk, report); child; child = child.next()) ++count;
      EXPECT_EQ(count, next - first);
    }
    EXPECT_EQ(next, text.children.size());
    EXPECT_FALSE(scanner.failed() || report.has_errors());
  }
}

TEST(Scanner, GivesTheWholeRootWithTheSameElements) {
  Random random(2);
  for (int trial = 0; trial < 40; ++trial) {
    const Text text = scanned_text(random, trial % 10, trial % 2 == 0 ? 20'000 : 0);
    io::Source source("f", text.all);
    io::Report report("f");
    const LoadLimits limits{};
    io::Scanner scanner(source, limits, report);
    ASSERT_TRUE(scanner.find_root());
    const auto whole = scanner.whole_root();
    ASSERT_TRUE(whole);
    io::Document document;
    const io::Element root = document.parse(source, *whole, report);
    EXPECT_EQ(root.name(), "robot");
    Index count = 0;
    for (io::Element child = root.first_child(); child; child = child.next()) ++count;
    EXPECT_EQ(count, ssize(text.children));
    EXPECT_FALSE(report.has_errors());
  }
}

TEST(Scanner, RefusesATextThatIsCutAnywhere) {
  Random random(3);
  for (int trial = 0; trial < 10; ++trial) {
    const std::string all = scanned_text(random, 3, 0).all;
    const std::size_t end = all.rfind("</robot>") + 8;
    for (std::size_t size = 0; size < end; ++size) {
      io::Source source("f", all.substr(0, size));
      io::Report report("f");
      const LoadLimits limits{};
      io::Scanner scanner(source, limits, report);
      const bool whole = scanner.find_root() && scanner.whole_root().has_value();
      ASSERT_FALSE(whole) << all.substr(0, size);
      EXPECT_EQ(errors_of(report), 1) << "only the first problem, besides warnings about text";
      EXPECT_FALSE(scanner.next_children()) << "goes on after a problem";
    }
  }
}

}  // namespace

}  // namespace treefix::test
