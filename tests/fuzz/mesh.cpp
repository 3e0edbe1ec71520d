// Mesh files, which MJCF robots may need for an inertia.
#include "load.hpp"

#include <treefix/io/mjcf/mesh_file.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  treefix::io::mjcf::parse_stl(text);
  treefix::io::mjcf::parse_obj(text);
  return 0;
}
