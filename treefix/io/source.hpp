// The text of a file, and where in it something stands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix::io {

/// Holds text that a parser may write over in place: lines were counted before. Not copied, not moved: parts of a parsed
/// document point into it.
class Source {
 public:
  /// Reads a file of up to so many bytes; throws FileError if it cannot, or if there is more.
  Source(const std::filesystem::path& path, std::size_t most_bytes);
  /// A copy of the text; name stands for the file in messages.
  Source(std::string name, std::string_view text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  char* begin() { return text_.get(); }
  char* end() { return text_.get() + size_; }
  std::string_view text() const { return {text_.get(), size_}; }

  struct Place {
    Index line = 0, column = 0;  // from 1; a column is a character, not a byte
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
