// Files that can be read, and the messages for those that cannot.
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <treefix/io/load.hpp>

namespace treefix::test {

namespace {

namespace fs = std::filesystem;

const std::string robot = "<robot name='r'><link name='a'/></robot>";

class Files : public ::testing::Test {
 protected:
  Files() : folder_(fs::temp_directory_path() / ("treefix_load_test_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  /// The messages of loading, without the folder.
  std::string refusal(const fs::path& path, const LoadOptions& options = {}) const {
    std::string text = "loaded";
    try {
      load(path, options);
    } catch (const FileError& error) {
      text = error.what();
    } catch (const ParseError& error) {
      text = error.what();
    }
    const std::string folder = folder_.string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }

  fs::path folder_;
};

TEST_F(Files, AreKnownByTheirRootElementNotTheirName) {
  EXPECT_EQ(load(write("robot.txt", robot)).name(), "r");
  EXPECT_EQ(load(write("robot", robot)).name(), "r");
}

TEST_F(Files, ThatAreMissingGetASentence) {
  write("panda.urdf", robot);
  EXPECT_EQ(refusal(folder_ / "panda.urfd"),
            "cannot read 'panda.urfd': No such file or directory (did you mean 'panda.urdf'?)");
  EXPECT_EQ(refusal(folder_ / "something else.urdf"), "cannot read 'something else.urdf': No such file or directory");
  EXPECT_EQ(refusal(folder_ / "no" / "folder"), "cannot read 'no/folder': No such file or directory");
  EXPECT_EQ(refusal(""), "cannot read '': No such file or directory");
}

TEST_F(Files, ThatAreFoldersGetASentence) {
  fs::create_directories(folder_ / "robots");
  EXPECT_EQ(refusal(folder_ / "robots"), "cannot read 'robots': it is a directory");
}

TEST_F(Files, ThatMayNotBeReadGetASentence) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const fs::path path = write("secret.urdf", robot);
  fs::permissions(path, fs::perms::none);
  EXPECT_EQ(refusal(path), "cannot read 'secret.urdf': Permission denied");
}

TEST_F(Files, BeyondTheLimitAreNotRead) {
  const fs::path path = write("large.urdf", robot + std::string(1000, '\n'));
  EXPECT_EQ(load(path, {.limits = {.bytes = 1040}}).name(), "r");
  EXPECT_EQ(refusal(path, {.limits = {.bytes = 1039}}),
            "cannot read 'large.urdf': it is larger than the limit of 1039 bytes; raise limits.bytes (--max-bytes)");
}

TEST_F(Files, WithoutAnEndAreNotReadForEver) {
  EXPECT_EQ(refusal("/dev/zero", {.limits = {.bytes = 1 << 20}}),
            "cannot read '/dev/zero': it is larger than the limit of 1048576 bytes; raise limits.bytes (--max-bytes)");
}

TEST_F(Files, MayBePipes) {
  const fs::path path = folder_ / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(path) << robot + std::string(300'000, '\n'); });
  EXPECT_EQ(load(path).name(), "r");
}

TEST_F(Files, ProblemsNameTheFile) {
  EXPECT_EQ(refusal(write("bad.urdf", "<robot name='r'>\n <link/></robot>")),
            "bad.urdf:2:2: error: <link>: attribute 'name' is missing, expected the name of the link");
  EXPECT_EQ(refusal(write("empty.urdf", "")), "empty.urdf:1:1: error: the file is empty, expected a URDF or MJCF file");
}

}  // namespace

}  // namespace treefix::test
