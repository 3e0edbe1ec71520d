// Triangles from STL and OBJ files.
#pragma once

#include <string>
#include <string_view>

#include <treefix/io/mjcf/triangles.hpp>

namespace treefix::io::mjcf {

/// What a file that should be a mesh is: triangles, or why it is none.
struct MeshFile {
  Triangles triangles{};
  std::string problem{};  // "line 12: v has 2 numbers, expected 3"; empty if all is well
};

/// Binary and text.
MeshFile parse_stl(std::string_view text);
/// Of v and f lines; faces with more than three corners are cut into triangles from the first one.
MeshFile parse_obj(std::string_view text);

}  // namespace treefix::io::mjcf
