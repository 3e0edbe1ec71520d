// A file that replaces another in one step.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace treefix::io {

/// Is written beside the file it is to replace and takes its place in finish(). Until then, and if that is never called,
/// the old file stays as it was; nothing else is left behind. A link stays a link, and what it points to is replaced; the
/// new file has the permissions of the old one. Pipes and devices are written as they are.
/// Errors: FileError that names the path, from each of the functions.
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

  std::filesystem::path path_, target_, temporary_;  // temporary_ is empty if there is nothing to replace
  std::filesystem::file_status status_;  // of what is replaced
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace treefix::io
