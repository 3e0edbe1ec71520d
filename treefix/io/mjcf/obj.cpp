#include <charconv>

#include <treefix/io/mjcf/mesh_file.hpp>
#include <treefix/io/mjcf/mesh_lines.hpp>
#include <treefix/io/quoted.hpp>

namespace treefix::io::mjcf {

namespace {

/// "7", "7/1", "7//3", "-2": the index of the point, from 0; −1 if it is invalid.
Index read_corner(std::string_view word, Index points) {
  const std::string_view number = word.substr(0, word.find('/'));
  Index value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || value == 0) return -1;
  if (value < -points || value > points) return -1;
  return value > 0 ? value - 1 : points + value;
}

}  // namespace

MeshFile parse_obj(std::string_view text) {
  MeshFile file;
  Triangles& mesh = file.triangles;
  MeshLines lines(text);
  while (lines.next()) {
    const std::string_view kind = lines.word();
    if (kind == "v") {
      Vec3<double> point;
      if (!read_point(lines, point, file.problem)) return file;
      mesh.points.push_back(point);
    } else if (kind == "f") {
      Index first = 0, before = 0, corners = 0;
      for (std::string_view word = lines.word(); !word.empty(); word = lines.word(), ++corners) {
        const Index corner = read_corner(word, ssize(mesh.points));
        if (corner < 0) {
          file.problem = lines.problem(quoted("a corner of a face", word), ", but there are ", mesh.points.size(),
                                       " points so far");
          return file;
        }
        if (corners == 0) first = corner;
        if (corners >= 2) mesh.faces.push_back({first, before, corner});
        before = corner;
      }
      if (corners < 3) {
        file.problem = lines.problem("a face has ", corners, " corners, expected three or more");
        return file;
      }
    }
  }
  if (mesh.points.empty()) file.problem = "it has no points";
  return file;
}

}  // namespace treefix::io::mjcf
