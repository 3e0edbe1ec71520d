#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>

#include <treefix/base/text.hpp>
#include <treefix/io/mjcf/mesh_file.hpp>
#include <treefix/io/mjcf/mesh_lines.hpp>
#include <treefix/io/quoted.hpp>

namespace treefix::io::mjcf {

namespace {

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

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

/// Reads text STL. Every line of a facet must be there, in order and in any case, so that a file that is cut or damaged
/// is refused.
class TextStl {
 public:
  explicit TextStl(std::string_view text) : lines_(text) {}

  MeshFile read() {
    while (file_.problem.empty() && lines_.next())
      if (const std::string_view word = lines_.word(); !word.empty()) read_line(word);
    if (file_.problem.empty() && place_ != Place::outside)
      file_.problem = lines_.problem("the file ends here, expected ", expected(), "; it may be truncated");
    return std::move(file_);
  }

 private:
  enum class Place { outside, solid, facet, loop, after_loop };
  struct Step {
    Place from;
    std::string_view word;
    Place to;
  };
  static constexpr Step steps[] = {
      {Place::outside, "solid", Place::solid},      {Place::solid, "facet", Place::facet},
      {Place::solid, "endsolid", Place::outside},   {Place::facet, "outer", Place::loop},
      {Place::loop, "vertex", Place::loop},         {Place::loop, "endloop", Place::after_loop},
      {Place::after_loop, "endfacet", Place::solid}};

  void read_line(std::string_view word) {
    const auto* step =
        std::ranges::find_if(steps, [&](const Step& s) { return s.from == place_ && equal_in_any_case(s.word, word); });
    if (step == std::end(steps)) {
      file_.problem = lines_.problem(excerpt(word.data(), word.data() + word.size()), ", expected ", expected());
      return;
    }
    place_ = step->to;
    if (step->word == "outer") corners_ = 0;
    if (step->word == "vertex") add_corner();
    if (step->word == "endloop" && corners_ != 3)
      file_.problem = lines_.problem("a facet has ", corners_, " corners, expected 3");
  }

  void add_corner() {
    Vec3<double> point;
    if (!read_point(lines_, point, file_.problem)) return;
    if (const std::string_view more = lines_.word(); !more.empty())
      file_.problem = lines_.problem(quoted("the fourth word of a vertex", more), ", expected three numbers");
    file_.triangles.points.push_back(point);
    if (++corners_ == 3) add_face(file_.triangles);
  }

  /// The words that may come next: "'facet' or 'endsolid'".
  std::string expected() const {
    std::string text;
    for (const Step& step : steps)
      if (step.from == place_) text += concat(text.empty() ? "'" : " or '", step.word, "'");
    return text;
  }

  MeshLines lines_;
  MeshFile file_;
  Place place_ = Place::outside;
  Index corners_ = 0;
};

/// Text begins with "solid", which the name in a binary file may also do; but only a binary file has zero bytes.
bool is_text(std::string_view text) {
  MeshLines lines(text);
  while (lines.next())
    if (const std::string_view word = lines.word(); !word.empty())
      return equal_in_any_case(word, "solid") && text.find('\0') == std::string_view::npos;
  return false;
}

}  // namespace

MeshFile parse_stl(std::string_view text) {
  MeshFile file;
  if (has_binary_size(text))
    file = parse_binary_stl(text);
  else if (is_text(text))
    file = TextStl(text).read();
  else if (text.size() < header_size)
    file.problem = concat("it has ", text.size(), " bytes, expected at least ", header_size);
  else
    file.problem = concat("it has ", text.size(), " bytes, expected ", header_size, " + ", record_size, " × ",
                          little_endian_count(text.data() + 80), ", the number of triangles in its header");
  if (file.problem.empty() && file.triangles.faces.empty()) file.problem = "it has no triangles";
  return file;
}

}  // namespace treefix::io::mjcf
