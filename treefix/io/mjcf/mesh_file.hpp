// Reads triangles from STL and OBJ files.
#pragma once

#include <string>
#include <string_view>

#include <treefix/io/mjcf/triangles.hpp>

namespace treefix::io::mjcf {

/// The triangles of a mesh file, or the reason why it was refused.
struct MeshFile {
  Triangles triangles{};
  std::string problem{};  // "line 12: a point has fewer than three numbers"; empty if the file is valid
};

/// Binary or text STL.
MeshFile parse_stl(std::string_view text);
/// Reads v and f lines. Faces with more than three corners are divided into triangles that share the first corner.
MeshFile parse_obj(std::string_view text);

}  // namespace treefix::io::mjcf
