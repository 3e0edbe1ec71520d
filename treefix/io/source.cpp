#include <treefix/io/source.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/parallel.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/utf8.hpp>

namespace treefix::io {

namespace fs = std::filesystem;

namespace {

/// Line starts are stored in 32 bits.
constexpr std::size_t most_bytes_ever = std::numeric_limits<std::uint32_t>::max();

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Large files are read and searched in blocks, on all cores.
constexpr std::size_t block_size = std::size_t{1} << 24;
constexpr std::size_t block_count(std::size_t size) { return (size + block_size - 1) / block_size; }

/// Reads `size` bytes of a file. Returns the number of bytes before the first block that could not be read completely.
std::size_t read_blocks(int file, char* text, std::size_t size) {
  std::vector<std::size_t> got(block_count(size), 0);
  for_each_index(got.size(), [&](std::size_t k) {
    const std::size_t first = k * block_size, wanted = std::min(block_size, size - first);
    while (got[k] < wanted) {
      const ssize_t more = pread(file, text + first + got[k], wanted - got[k], static_cast<off_t>(first + got[k]));
      if (more <= 0) return;
      got[k] += static_cast<std::size_t>(more);
    }
  });
  std::size_t all = 0;
  for (std::size_t k = 0; k < got.size() && all == k * block_size; ++k) all += got[k];
  return all;
}

/// The most similar name in the folder of a missing file.
std::string similar_file(const fs::path& path) {
  std::error_code ignored;
  Suggestion suggestion(path.filename().string());
  const fs::path folder = path.parent_path().empty() ? "." : path.parent_path();
  constexpr int most = 10'000;
  int seen = 0;
  for (fs::directory_iterator i(folder, ignored), end; !ignored && i != end && seen < most;
       i.increment(ignored), ++seen)
    suggestion.consider(i->path().filename().string());
  return std::string(suggestion.best());
}

[[noreturn]] void fail_to_open(const fs::path& path, int error) {
  const std::error_code code(error, std::generic_category());
  std::string text = concat("cannot read '", path.string(), "': ", code.message());
  if (error == ENOENT)
    if (const std::string similar = similar_file(path); !similar.empty())
      text += concat(" (did you mean '", (path.parent_path() / similar).string(), "'?)");
  throw FileError(text, code);
}

}  // namespace

Source::Source(const fs::path& path, std::size_t most_bytes) : name_(path.string()) {
  const std::size_t most = std::min(most_bytes, most_bytes_ever);
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw FileError(concat("cannot read '", name_, "': it is a directory"),
                    std::make_error_code(std::errc::is_a_directory));
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail_to_open(path, errno);
  // A pipe has no size, so begin small and grow. With one byte more than the known size, the first read finds the end.
  const auto known = fs::file_size(path, ignored);
  std::size_t capacity = std::min(ignored || known == 0 ? std::size_t{1} << 16 : std::size_t{known} + 1, most + 1);
  text_ = std::make_unique_for_overwrite<char[]>(capacity);
  if (!ignored && known > block_size && known <= most && fs::is_regular_file(path, ignored)) {
    size_ = read_blocks(fileno(file.get()), text_.get(), known);
    if (std::fseek(file.get(), static_cast<long>(size_), SEEK_SET) != 0) fail_to_open(path, errno);
  }
  while (const std::size_t got = std::fread(text_.get() + size_, 1, capacity - size_, file.get())) {
    size_ += got;
    if (size_ > most)
      throw FileError(concat("cannot read '", name_, "': it is larger than the limit of ", most,
                             " bytes; raise limits.bytes (--max-bytes)"));
    if (size_ < capacity) continue;
    capacity = std::min(2 * capacity, most + 1);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    std::memcpy(larger.get(), text_.get(), size_);
    text_ = std::move(larger);
  }
  if (std::ferror(file.get())) fail_to_open(path, errno);
  count_lines();
}

Source::Source(std::string name, std::string_view text)
    : name_(std::move(name)), text_(std::make_unique_for_overwrite<char[]>(text.size() + 1)), size_(text.size()) {
  if (size_ > most_bytes_ever) throw FileError(concat("'", name_, "' is larger than ", most_bytes_ever, " bytes"));
  std::copy(text.begin(), text.end(), text_.get());
  count_lines();
}

void Source::count_lines() {
  std::vector<std::vector<std::uint32_t>> blocks(block_count(size_));
  for_each_index(blocks.size(), [&](std::size_t k) {
    const char *first = text_.get() + k * block_size, *last = text_.get() + std::min((k + 1) * block_size, size_);
    while (first != last) {
      const auto* newline = static_cast<const char*>(std::memchr(first, '\n', static_cast<std::size_t>(last - first)));
      if (newline == nullptr) break;
      first = newline + 1;
      blocks[k].push_back(static_cast<std::uint32_t>(first - text_.get()));
    }
  });
  std::size_t count = 1;
  for (const auto& block : blocks) count += block.size();
  line_starts_.reserve(count);
  line_starts_.push_back(0);
  for (const auto& block : blocks) line_starts_.insert(line_starts_.end(), block.begin(), block.end());
}

Source::Place Source::place(const char* at) const {
  const auto offset = static_cast<std::uint32_t>(at - text_.get());
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const char* line = text_.get() + *(after - 1);
  const auto column = std::count_if(line, at, [](char c) { return !continues_character(c); });
  return {after - line_starts_.begin(), column + 1};
}

}  // namespace treefix::io
