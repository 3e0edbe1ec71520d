// Laws of treefix/io/source.hpp.
#include <treefix/io/source.hpp>

#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "support/messages.hpp"

namespace treefix::test {

namespace {

namespace fs = std::filesystem;
using testing::message_of;

/// Lines of every length, and characters of one to four bytes.
std::string random_text(Random& random, Index pieces) {
  constexpr const char* some[] = {"\n", "\n", "a", "b\r\n", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
  std::string text;
  for (Index k = 0; k < pieces; ++k) text += some[random.below(7)];
  return text;
}

constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Every place of a text has the line and the column that counting gives.
void expect_places(const io::Source& source) {
  Index line = 1, column = 1;  // of the character that begins at k
  const std::string_view text = source.text();
  for (std::size_t k = 0; k <= text.size(); ++k) {
    if (k < text.size() && continues(text[k])) continue;
    const io::Source::Place place = source.place(text.data() + k);
    ASSERT_EQ(place.line, line) << k;
    ASSERT_EQ(place.column, column) << k;
    const bool ends = k < text.size() && text[k] == '\n';
    line += ends ? 1 : 0;
    column = ends ? 1 : column + 1;
  }
}

TEST(Source, KnowsTheLineAndTheColumnOfEveryCharacter) {
  Random random(1);
  for (Index pieces = 0; pieces < 60; ++pieces)
    for (int trial = 0; trial < 5; ++trial) expect_places(io::Source("f", random_text(random, pieces)));
}

TEST(Source, CountsLinesWhileTheParserOverwritesTheText) {
  io::Source source("f", "ab\ncd\nef");
  std::fill(source.begin(), source.end(), 'x');
  EXPECT_EQ(source.place(source.begin() + 7).line, 3);
  EXPECT_EQ(source.place(source.begin() + 7).column, 2);
}

class SourceFile : public ::testing::Test {
 protected:
  SourceFile() : path_(fs::temp_directory_path() / concat("treefix_source_test_", getpid())) {}
  ~SourceFile() override { fs::remove(path_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

  fs::path path_;
};

TEST_F(SourceFile, HasTheBytesOfTheFile) {
  Random random(2);
  std::string text = random_text(random, 100'000);
  // the first memory, more than it, and more than the blocks in which large files are read
  for (const std::size_t size : {0UL, 1UL, 65'535UL, 65'536UL, 65'537UL, 200'000UL, (1UL << 24U) + 70'000}) {
    while (text.size() < size) text += text;
    const std::string_view wanted = std::string_view(text).substr(0, size);
    write(std::string(wanted));
    const io::Source source(path_, size);
    EXPECT_TRUE(source.text() == wanted) << size;
    EXPECT_EQ(source.name(), path_.string());
    // its last place is the one in memory
    const io::Source copy("f", wanted);
    EXPECT_EQ(source.place(source.text().data() + size).line, copy.place(copy.text().data() + size).line);
    if (size == 0) continue;
    EXPECT_EQ(message_of<FileError>([&] { io::Source(path_, size - 1); }),
              concat("cannot read '", path_.string(), "': it is larger than the limit of ", size - 1,
                     " bytes; raise limits.bytes (--max-bytes)"));
  }
}

// A pipe has no size, so memory grows while it is read.
TEST_F(SourceFile, HasTheBytesOfAPipe) {
  Random random(3);
  const std::string text = random_text(random, 200'000);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  const std::jthread writer([&] { write(text); });
  EXPECT_TRUE(io::Source(path_, text.size()).text() == text);
}

}  // namespace

}  // namespace treefix::test
