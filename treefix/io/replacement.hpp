// Replaces a file in one step.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace treefix::io {

/// Writes a temporary file beside the old one and replaces the old one in finish(). Until then, and if finish() is
/// never called, the old file is unchanged, and no temporary file remains. A symbolic link is kept and its target
/// replaced. The new file has the permissions of the old one. Pipes and devices are written directly.
/// Errors: every function throws FileError, which names the path.
class Replacement {
 public:
  explicit Replacement(std::filesystem::path path);
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  void write(const void* bytes, std::size_t size);
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void open_beside(const std::filesystem::path& target);

  std::filesystem::path path_, target_, temporary_;  // temporary_ is empty if the file is written directly
  std::filesystem::file_status status_;  // of the old file
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace treefix::io
