// Laws of treefix/io/replacement.hpp.
#include <treefix/io/replacement.hpp>

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

#include "support/messages.hpp"

namespace treefix::test {

namespace {

namespace fs = std::filesystem;

class ReplacedFile : public ::testing::Test {
 protected:
  ReplacedFile() : folder_(fs::temp_directory_path() / concat("treefix_replacement_test_", getpid())) {
    fs::create_directories(folder_);
  }
  ~ReplacedFile() override { fs::remove_all(folder_); }
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  static void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  static std::string contents(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  Index file_count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
  fs::path file() const { return folder_ / "x"; }

  fs::path folder_;
};

TEST_F(ReplacedFile, HasAllBytesInTheirOrderAndIsOldUntilItIsFinished) {
  Random random(1);
  for (int trial = 0; trial < 30; ++trial) {
    const std::string old = trial == 0 ? "" : contents(file());
    std::string all;
    io::Replacement replacement(file());
    for (Index writes = random.below(6); writes > 0; --writes) {
      // more than the memory of a stream, or nothing
      std::string bytes(static_cast<std::size_t>(random.below(3) * random.below(10'000)), '\0');
      for (char& byte : bytes) byte = static_cast<char>(random.bits());
      replacement.write(bytes.data(), bytes.size());
      all += bytes;
      EXPECT_EQ(contents(file()), old);
    }
    replacement.finish();
    EXPECT_EQ(contents(file()), all);
    EXPECT_EQ(file_count(), 1);
  }
}

TEST_F(ReplacedFile, StaysAndLeavesNothingBehindIfItIsNotFinished) {
  put(file(), "old");
  { io::Replacement(file()).write("new", 3); }
  { io::Replacement unused(folder_ / "never"); }
  EXPECT_EQ(contents(file()), "old");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(ReplacedFile, LeavesFilesOfOthersThatHaveTheNameItWouldTake) {
  put(folder_ / "x.0.tmp", "theirs");
  put(folder_ / "x.1.tmp", "theirs");
  io::Replacement one(file()), two(file());
  one.write("one", 3);
  two.write("two", 3);
  two.finish();
  EXPECT_EQ(contents(file()), "two");
  one.finish();
  EXPECT_EQ(contents(file()), "one");
  EXPECT_EQ(contents(folder_ / "x.0.tmp") + contents(folder_ / "x.1.tmp"), "theirstheirs");
  EXPECT_EQ(file_count(), 3);
}

TEST_F(ReplacedFile, IsRefusedWhereAllNamesAreTaken) {
  put(file(), "old");
  for (int k = 0; k < 100; ++k) put(folder_ / concat("x.", k, ".tmp"), "theirs");
  EXPECT_EQ(testing::message_of<FileError>([&] { io::Replacement replacement(file()); }),
            concat("cannot write '", file().string(), "': File exists"));
  EXPECT_EQ(contents(file()), "old");
  EXPECT_EQ(file_count(), 101);
}

TEST_F(ReplacedFile, KeepsLinksAndThePermissionsOfTheirTarget) {
  fs::create_directories(folder_ / "real");
  put(folder_ / "real" / "target", "old");
  fs::permissions(folder_ / "real" / "target", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real/target", folder_ / "one");
  fs::create_symlink("one", folder_ / "two");
  io::Replacement replacement(folder_ / "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "real"), fs::directory_iterator()), 2)
      << "beside the target, because a file moves only within its file system";
  replacement.write("new", 3);
  replacement.finish();
  EXPECT_TRUE(fs::is_symlink(folder_ / "one") && fs::is_symlink(folder_ / "two"));
  EXPECT_EQ(contents(folder_ / "real" / "target"), "new");
  EXPECT_EQ(fs::status(folder_ / "real" / "target").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace

}  // namespace treefix::test
