#include <treefix/io/replacement.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, std::error_code code) {
  throw FileError(concat("cannot write '", path.string(), "': ", code.message()), code);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

Replacement::Replacement(fs::path path) : path_(std::move(path)) {
  std::error_code code;
  status_ = fs::status(path_, code);
  if (fs::is_directory(status_)) fail(path_, std::make_error_code(std::errc::is_a_directory));
  if (fs::exists(status_) && !fs::is_regular_file(status_))
    file_.reset(std::fopen(path_.c_str(), "wb"));
  else
    open_beside(fs::is_symlink(path_, code) ? fs::weakly_canonical(path_, code) : path_);
  if (!file_) fail(path_, last_error());
}

void Replacement::open_beside(const fs::path& target) {
  constexpr int most = 100;
  for (int k = 0; k < most && !file_; ++k) {
    fs::path beside = target;
    beside += concat(".", k, ".tmp");
    file_.reset(std::fopen(beside.c_str(), "wbx"));  // x: fails if the file exists
    if (file_) {
      target_ = target;
      temporary_ = std::move(beside);
    } else if (errno != EEXIST) {
      return;
    }
  }
}

Replacement::~Replacement() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void Replacement::write(const void* bytes, std::size_t size) {
  if (size > 0 && std::fwrite(bytes, 1, size, file_.get()) != size) fail(path_, last_error());
}

void Replacement::finish() {
  if (std::fflush(file_.get()) != 0) fail(path_, last_error());
  if (std::fclose(file_.release()) != 0) fail(path_, last_error());
  if (temporary_.empty()) return;
  std::error_code code;
  if (fs::exists(status_)) fs::permissions(temporary_, status_.permissions(), code);
  if (!code) fs::rename(temporary_, target_, code);
  if (code) fail(path_, code);
  temporary_.clear();
}

}  // namespace treefix::io
