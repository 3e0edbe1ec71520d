#include <treefix/io/save.hpp>

#include <cerrno>
#include <cstdio>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, std::error_code code) {
  throw FileError(concat("cannot write '", path.string(), "': ", code.message()), code);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

/// Writes all of the text to a file just opened and closes it; says what went wrong.
std::error_code write_all(std::FILE* file, const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const std::error_code code = written ? std::error_code{} : last_error();
  const bool closed = std::fclose(file) == 0;
  return !written ? code : closed ? std::error_code{} : last_error();
}

/// A new file beside the path, where a rename to it is one step.
struct Temporary {
  fs::path path;
  std::FILE* file = nullptr;

  explicit Temporary(const fs::path& beside) {
    constexpr int most = 100;
    for (int k = 0; k < most && file == nullptr; ++k) {
      path = beside;
      path += concat(".", k, ".tmp");
      file = std::fopen(path.c_str(), "wbx");  // x: fails if there is one
      if (file == nullptr && errno != EEXIST) break;
    }
  }
};

void write_file(const fs::path& path, const std::string& text) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (fs::is_directory(status)) fail(path, std::make_error_code(std::errc::is_a_directory));
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe or a device: nothing to replace
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) fail(path, last_error());
    if (code = write_all(file, text); code) fail(path, code);
    return;
  }
  // A link stays a link, and what it points to is replaced.
  const fs::path target = fs::is_symlink(path, code) ? fs::weakly_canonical(path, code) : path;
  const Temporary temporary(target);
  if (temporary.file == nullptr) fail(path, last_error());
  code = write_all(temporary.file, text);
  if (!code && fs::exists(status)) fs::permissions(temporary.path, status.permissions(), code);
  if (!code) fs::rename(temporary.path, target, code);
  if (!code) return;
  std::error_code ignored;
  fs::remove(temporary.path, ignored);
  fail(path, code);
}

}  // namespace

void save_urdf(const Model& model, const std::filesystem::path& path) { write_file(path, to_urdf(model)); }

}  // namespace treefix
