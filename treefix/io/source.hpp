// The text of a file, with line and column numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix::io {

/// Holds text that a parser may overwrite in place; the constructor records the line starts. Neither copyable nor
/// movable, because a parsed document points into it.
class Source {
 public:
  /// Reads a file. Throws FileError if it cannot be read or is larger than most_bytes.
  Source(const std::filesystem::path& path, std::size_t most_bytes);
  /// Copies the text. Messages use name as the file name.
  Source(std::string name, std::string_view text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  char* begin() { return text_.get(); }
  char* end() { return text_.get() + size_; }
  std::string_view text() const { return {text_.get(), size_}; }

  struct Place {
    Index line = 0, column = 0;  // from 1; columns count characters, not bytes
  };
  Place place(const char* at) const;

 private:
  void count_lines();

  std::string name_;
  std::unique_ptr<char[]> text_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace treefix::io
