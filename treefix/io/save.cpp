#include <treefix/io/save.hpp>

#include <treefix/io/replacement.hpp>

namespace treefix {

void save_urdf(const Model& model, const std::filesystem::path& path) {
  const std::string text = to_urdf(model);
  io::Replacement file(path);
  file.write(text.data(), text.size());
  file.finish();
}

}  // namespace treefix
