// Files are replaced as a whole or not at all.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <treefix/io/load.hpp>
#include <treefix/io/save.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::test {

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Save : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("treefix_save_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write_old(const fs::path& path) const { std::ofstream(path) << "old"; }
  Index file_count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_;
};

std::error_code refusal(const Model& model, const fs::path& path) {
  try {
    save_urdf(model, path);
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()).find("cannot write '" + path.string() + "': "), 0U);
    return error.code();
  }
  return {};
}

}  // namespace

TEST_F(Save, WritesWhatLoadReads) {
  const fs::path path = folder_ / "arm.urdf";
  save_urdf(zoo::arm(), path);
  EXPECT_EQ(contents(path), to_urdf(zoo::arm()));
  EXPECT_EQ(load(path).joint_names(), zoo::arm().joint_names());
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Save, ReplacesAFileAndKeepsItsPermissions) {
  const fs::path path = folder_ / "arm.urdf";
  write_old(path);
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  save_urdf(zoo::arm(), path);
  EXPECT_EQ(contents(path), to_urdf(zoo::arm()));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Save, LeavesTheOldFileWhenTheModelCannotBeWritten) {
  const fs::path path = folder_ / "humanoid.urdf";
  write_old(path);
  EXPECT_THROW(save_urdf(zoo::humanoid(), path), ValueError);
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Save, FollowsALink) {
  write_old(folder_ / "real.urdf");
  fs::create_symlink("real.urdf", folder_ / "link.urdf");
  save_urdf(zoo::arm(), folder_ / "link.urdf");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.urdf"));
  EXPECT_EQ(contents(folder_ / "real.urdf"), to_urdf(zoo::arm()));
  EXPECT_EQ(file_count(), 2);
}

TEST_F(Save, SaysWhyAFileCannotBeWritten) {
  EXPECT_EQ(refusal(zoo::arm(), folder_ / "no" / "arm.urdf"), std::errc::no_such_file_or_directory);
  EXPECT_EQ(refusal(zoo::arm(), folder_), std::errc::is_a_directory);
  EXPECT_EQ(refusal(zoo::arm(), "/dev/full"), std::errc::no_space_on_device);
  EXPECT_EQ(file_count(), 0);
}

TEST_F(Save, WritesToADeviceAsItIs) {
  save_urdf(zoo::arm(), "/dev/null");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace treefix::test
