// MJCF robots in files.
#pragma once

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <treefix/base/text.hpp>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace fs = std::filesystem;

/// Files in a folder of their own.
class MjcfFiles : public ::testing::Test {
 protected:
  MjcfFiles() : folder_(fs::temp_directory_path() / concat("treefix_mjcf_test_", getpid())) {
    fs::create_directories(folder_ / "robot" / "sub");
  }
  ~MjcfFiles() override { fs::remove_all(folder_); }
  MjcfFiles(const MjcfFiles&) = delete;
  MjcfFiles& operator=(const MjcfFiles&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "robot" / name, std::ios::binary) << text;
  }
  Model load_main(const std::string& text, const LoadOptions& options = {}) const {
    write("main.xml", text);
    return load(folder_ / "robot" / "main.xml", options);
  }
  /// The messages of loading, without the folder.
  std::string refusal(const std::string& text, const LoadOptions& options = {}) const {
    std::string said = "loaded";
    try {
      load_main(text, options);
    } catch (const ParseError& error) {
      said = error.what();
    }
    const std::string folder = (folder_ / "robot").string() + "/";
    for (std::size_t at = said.find(folder); at != std::string::npos; at = said.find(folder))
      said.erase(at, folder.size());
    return said;
  }
  fs::path folder_;
};

}  // namespace treefix::test::mjcf
