#include <treefix/io/save.hpp>

#include <treefix/io/replacement.hpp>
#include <treefix/model/bytes.hpp>

namespace treefix {

namespace {

void write(const std::filesystem::path& path, const void* data, std::size_t size) {
  io::Replacement file(path);
  file.write(data, size);
  file.finish();
}

}  // namespace

void save(const Model& model, const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = to_bytes(model);
  write(path, bytes.data(), bytes.size());
}

void save_urdf(const Model& model, const std::filesystem::path& path) {
  const std::string text = to_urdf(model);
  write(path, text.data(), text.size());
}

}  // namespace treefix
