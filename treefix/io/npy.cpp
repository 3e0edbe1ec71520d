#include <treefix/io/npy.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <sys/stat.h>

#include <treefix/base/text.hpp>

namespace treefix {

namespace fs = std::filesystem;

// The numbers are little-endian and are used without conversion.
static_assert(std::endian::native == std::endian::little);

namespace {

/// The number of elements of a shape; nullopt if their bytes cannot be counted in an Index.
std::optional<Index> count(const std::vector<Index>& shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  constexpr Index most = std::numeric_limits<Index>::max() / static_cast<Index>(sizeof(double));
  Index all = 1;
  for (const Index n : shape) {
    if (n > most / all) return {};
    all *= n;
  }
  return all;
}

/// A regular file, so that its size is known before it is read.
class InputFile {
 public:
  explicit InputFile(const fs::path& path) : name_(path.string()), file_(std::fopen(path.c_str(), "rb")) {
    struct stat status{};
    if (!file_ || fstat(fileno(file_.get()), &status) != 0) fail({errno, std::generic_category()});
    if (S_ISDIR(status.st_mode)) fail(std::make_error_code(std::errc::is_a_directory));
    if (!S_ISREG(status.st_mode)) throw FileError(concat("cannot read '", name_, "': it is not a regular file"));
    left_ = static_cast<std::size_t>(status.st_size);
  }

  const std::string& name() const { return name_; }
  std::size_t left() const { return left_; }

  /// Reads the next `size` bytes; size must not exceed left().
  void read(void* bytes, std::size_t size) {
    if (size > 0 && std::fread(bytes, 1, size, file_.get()) != size)
      fail(std::ferror(file_.get()) != 0 ? std::error_code(errno, std::generic_category())
                                         : std::make_error_code(std::errc::io_error));
    left_ -= size;
  }
  std::string read(std::size_t size) {
    std::string bytes(size, '\0');
    read(bytes.data(), size);
    return bytes;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(std::error_code code) const {
    throw FileError(concat("cannot read '", name_, "': ", code.message()), code);
  }

  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t left_ = 0;
};

io::NpyHeader read_header(InputFile& file) {
  const std::string begin = file.read(std::min(file.left(), io::npy_longest_prefix));
  const io::NpyPrefix prefix = io::read_npy_prefix(file.name(), begin);
  std::string header =
      begin.substr(prefix.size, prefix.header_size);  // version 1.0: `begin` ends with the first bytes of the header
  const std::size_t missing = prefix.header_size - header.size();
  if (missing > file.left())
    io::refuse_npy(file.name(), concat("the header is cut off after ", header.size() + file.left(), " bytes"),
                   concat(prefix.header_size, " bytes"));
  header += file.read(missing);
  return io::read_npy_header(file.name(), header, prefix.size);
}

}  // namespace

NpyArray::NpyArray(io::NpyHeader header, std::unique_ptr<std::byte[]> numbers)
    : header_(std::move(header)), numbers_(std::move(numbers)) {}

Index NpyArray::size() const { return *count(header_.shape); }

Index NpyArray::stride(Index axis) const {
  // in C order the later axes lie inside this one, in Fortran order the earlier ones
  Index stride = 1;
  for (Index i = 0; i < axes(); ++i)
    if (header_.fortran_order ? i < axis : i > axis) stride *= at(header_.shape, i);
  return stride;
}

NpyArray load_npy(const fs::path& path) {
  InputFile file(path);
  io::NpyHeader header = read_header(file);
  const std::optional<Index> numbers = count(header.shape);
  const std::string of_shape = concat(" for shape ", io::shape_text(header.shape));
  if (!numbers)
    io::refuse_npy(file.name(), concat("the data has ", file.left(), " bytes"),
                   "more than can be addressed" + of_shape);
  const std::size_t bytes = static_cast<std::size_t>(*numbers) * header.number_size();
  if (bytes != file.left())
    io::refuse_npy(file.name(), concat("the data has ", file.left(), " bytes"), concat(bytes, of_shape));
  std::unique_ptr<std::byte[]> data;
  try {
    data = std::make_unique_for_overwrite<std::byte[]>(bytes);
  } catch (const std::bad_alloc&) {
    throw FileError(concat("cannot read '", file.name(), "': not enough memory for its ", bytes, " bytes"),
                    std::make_error_code(std::errc::not_enough_memory));
  }
  file.read(data.get(), bytes);
  return {std::move(header), std::move(data)};
}

template <class T>
NpyWriter<T>::NpyWriter(const fs::path& path, const std::vector<Index>& shape)
    : file_(path), wanted_(count(shape).value_or(std::numeric_limits<Index>::max())) {
  const std::string header =
      io::npy_header_text({.is_float = std::is_same_v<T, float>, .fortran_order = false, .shape = shape});
  file_.write(header.data(), header.size());
}

template <class T>
void NpyWriter<T>::write(View<const T> numbers) {
  file_.write(numbers.data(), numbers.size() * sizeof(T));
  written_ += ssize(numbers);
}

template <class T>
void NpyWriter<T>::finish() {
  require_size("the array to write", static_cast<std::size_t>(written_), static_cast<std::size_t>(wanted_));
  file_.finish();
}

template <class T>
void save_npy(const fs::path& path, const std::vector<Index>& shape, View<const T> numbers) {
  NpyWriter<T> writer(path, shape);
  writer.write(numbers);
  writer.finish();
}

template class NpyWriter<float>;
template class NpyWriter<double>;
template void save_npy(const fs::path&, const std::vector<Index>&, View<const float>);
template void save_npy(const fs::path&, const std::vector<Index>&, View<const double>);

}  // namespace treefix
