#include <treefix/io/mjcf/mesh_file.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <treefix/base/text.hpp>
#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

namespace {

bool is_coordinate(double x) { return std::abs(x) <= 1e9; }

/// Iterates over lines and their words.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }
  /// The next word of the line; empty at its end.
  std::string_view word() {
    constexpr std::string_view space = " \t\r";
    const std::size_t first = line_.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    line_.remove_prefix(first);
    const std::size_t end = std::min(line_.find_first_of(space), line_.size());
    const std::string_view found = line_.substr(0, end);
    line_.remove_prefix(end);
    return found;
  }
  template <class... Parts>
  std::string problem(const Parts&... parts) const {
    return concat("line ", number_, ": ", parts...);
  }

 private:
  std::string_view rest_, line_{};
  Index number_ = 0;
};

/// Reads three coordinates from the words of a line. Returns false, with the problem, if they are invalid.
bool read_point(Lines& lines, Vec3<double>& point, std::string& problem) {
  double x[3];
  for (double& value : x) {
    const std::string_view word = lines.word();
    const ParsedNumber parsed = parse_number(word);
    if (parsed.problem != nullptr || !is_coordinate(parsed.value)) {
      problem = word.empty() ? lines.problem("a point has fewer than three numbers")
                             : lines.problem(quoted("a coordinate", word), ", expected a finite number");
      return false;
    }
    value = static_cast<float>(parsed.value);  // STL files and MuJoCo use single precision
  }
  point = {x[0], x[1], x[2]};
  return true;
}

void add_face(Triangles& mesh) {
  const Index n = ssize(mesh.points);
  mesh.faces.push_back({n - 3, n - 2, n - 1});
}

float little_endian_float(const char* at) {
  unsigned char b[4];
  std::memcpy(b, at, 4);
  return std::bit_cast<float>(static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8U |
                              static_cast<std::uint32_t>(b[2]) << 16U | static_cast<std::uint32_t>(b[3]) << 24U);
}

std::uint32_t little_endian_count(const char* at) { return std::bit_cast<std::uint32_t>(little_endian_float(at)); }

constexpr std::size_t header_size = 84, record_size = 50;

bool has_binary_size(std::string_view text) {
  if (text.size() < header_size) return false;
  return text.size() == header_size + std::size_t{record_size} * little_endian_count(text.data() + 80);
}

MeshFile parse_binary_stl(std::string_view text) {
  MeshFile file;
  const std::size_t count = (text.size() - header_size) / record_size;
  file.triangles.points.reserve(3 * count);
  file.triangles.faces.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const char* at = text.data() + header_size + record_size * k + 12;  // after the normal
    for (int corner = 0; corner < 3; ++corner, at += 12) {
      const Vec3<double> p{little_endian_float(at), little_endian_float(at + 4), little_endian_float(at + 8)};
      if (!is_coordinate(p.x) || !is_coordinate(p.y) || !is_coordinate(p.z)) {
        file.problem = concat("triangle ", k + 1, " has a coordinate that is not finite or is above 1e9");
        return file;
      }
      file.triangles.points.push_back(p);
    }
    add_face(file.triangles);
  }
  return file;
}

MeshFile parse_text_stl(std::string_view text) {
  MeshFile file;
  Lines lines(text);
  int corners = 0;
  while (lines.next()) {
    const std::string_view word = lines.word();
    if (word == "outer") corners = 0;
    if (word == "endloop" && corners != 3) {
      file.problem = lines.problem("a facet has ", corners, " corners, expected 3");
      return file;
    }
    if (word != "vertex") continue;
    Vec3<double> point;
    if (!read_point(lines, point, file.problem)) return file;
    file.triangles.points.push_back(point);
    if (++corners == 3) add_face(file.triangles);
  }
  return file;
}

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

MeshFile parse_stl(std::string_view text) {
  MeshFile file;
  if (has_binary_size(text))
    file = parse_binary_stl(text);
  else if (text.starts_with("solid"))
    file = parse_text_stl(text);
  else if (text.size() < header_size)
    file.problem = concat("it has ", text.size(), " bytes, expected at least ", header_size);
  else
    file.problem = concat("it has ", text.size(), " bytes, expected ", header_size, " + ", record_size, " × ",
                          little_endian_count(text.data() + 80), ", the number of triangles in its header");
  if (file.problem.empty() && file.triangles.faces.empty()) file.problem = "it has no triangles";
  return file;
}

MeshFile parse_obj(std::string_view text) {
  MeshFile file;
  Triangles& mesh = file.triangles;
  Lines lines(text);
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
