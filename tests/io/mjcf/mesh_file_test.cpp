// Laws of treefix/io/mjcf/mesh_file.hpp and mesh_lines.hpp.
#include <treefix/io/mjcf/mesh_file.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

namespace treefix::test::mjcf {

namespace {

using io::mjcf::MeshFile, io::mjcf::parse_obj, io::mjcf::parse_stl, io::mjcf::Triangles;
using Faces = std::vector<std::array<Index, 3>>;

/// Triangles with their own corners, as STL files have them; numbers of single precision from 1e-9 to 1e9.
Triangles random_soup(Random& random, Index count) {
  Triangles mesh;
  for (Index k = 0; k < 3 * count; ++k) {
    const auto number = [&] {
      const double size = std::pow(10, random.uniform(-9, 8.9));
      return static_cast<double>(static_cast<float>(random.below(2) == 0 ? size : -size));
    };
    const double x = number(), y = number(), z = number();
    mesh.points.push_back({x, y, z});
    if (k % 3 == 0) mesh.faces.push_back({k, k + 1, k + 2});
  }
  return mesh;
}

void append(std::string& text, float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, 4);
  for (unsigned k = 0; k < 4; ++k) text += static_cast<char>(bits >> (8 * k) & 0xFFU);
}

std::string binary_stl_of(const Triangles& mesh, const std::string& name = "solid") {
  std::string text = name + std::string(80 - name.size(), ' ');
  for (unsigned k = 0; k < 4; ++k) text += static_cast<char>(mesh.faces.size() >> (8 * k) & 0xFFU);
  for (const auto& face : mesh.faces) {
    for (int k = 0; k < 3; ++k) append(text, std::numeric_limits<float>::quiet_NaN());  // normals are not read
    for (const Index corner : face) {
      const Vec3<double>& p = at(mesh.points, corner);
      for (const double x : {p.x, p.y, p.z}) append(text, static_cast<float>(x));
    }
    text += "ab";
  }
  return text;
}

std::string text_stl_of(const Triangles& mesh) {
  std::string text = "solid of\n";
  for (const auto& face : mesh.faces) {
    text += " facet normal 0 0 0\n\touter loop\n";
    for (const Index corner : face) {
      const Vec3<double>& p = at(mesh.points, corner);
      text += concat("  vertex ", p.x, "\t", p.y, "  ", p.z, "\n");
    }
    text += "endloop\n\nendfacet\n";
  }
  return text + "endsolid of";
}

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string out;
  for (const char c : text) out += c == '\n' ? end : std::string(1, c);
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

void expect_equal(const MeshFile& file, const Triangles& mesh) {
  EXPECT_EQ(file.problem, "");
  EXPECT_EQ(file.triangles.faces, mesh.faces);
  ASSERT_EQ(file.triangles.points.size(), mesh.points.size());
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    const Vec3<double>&a = file.triangles.points[k], &b = mesh.points[k];
    EXPECT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z) << k;
  }
}

TEST(MeshFile, HasTheTrianglesThatWereWrittenInEveryForm) {
  Random random(1);
  for (Index count = 1; count < 30; ++count) {
    const Triangles mesh = random_soup(random, count);
    expect_equal(parse_stl(binary_stl_of(mesh)), mesh);
    expect_equal(parse_stl(binary_stl_of(mesh, "")), mesh);
    expect_equal(parse_stl(text_stl_of(mesh)), mesh);
    // the same by numbers from the beginning and from the end, with and without what belongs to textures
    std::string obj = "# comment\nvn 0 0 1\n";
    for (const Vec3<double>& p : mesh.points) obj += concat("v ", p.x, " ", p.y, " ", p.z, " 0.5\n");
    for (const auto& [a, b, c] : mesh.faces) obj += concat("f ", a + 1, " ", b - 3 * count, "/1 ", c + 1, "/2/3\n");
    for (const char* end : {"\n", "\r\n", "\r", " \t\n"})
      for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
        expect_equal(parse_stl(mark + with_line_ends(text_stl_of(mesh), end)), mesh);
        expect_equal(parse_obj(mark + with_line_ends(obj, end)), mesh);
      }
    expect_equal(parse_obj("\xEF\xBB\xBF" + obj.substr(obj.find("v "))), mesh);
    expect_equal(parse_stl(upper_case(text_stl_of(mesh))), mesh);
    std::string mixed = text_stl_of(mesh);
    for (char& c : mixed)
      if (random.below(2) == 0) c = upper_case({c})[0];
    expect_equal(parse_stl("\n  " + mixed + "\n"), mesh);
    // several solids, one after the other
    Triangles twice = mesh;
    twice.points.insert(twice.points.end(), mesh.points.begin(), mesh.points.end());
    for (const auto& [a, b, c] : mesh.faces) twice.faces.push_back({a + 3 * count, b + 3 * count, c + 3 * count});
    expect_equal(parse_stl(text_stl_of(mesh) + "\n" + text_stl_of(mesh)), twice);
  }
}

TEST(MeshFile, OfObjDividesPolygonsIntoFans) {
  std::string points;
  for (int corners = 3; corners < 10; ++corners) {
    std::string obj, face = "f";
    Faces expected;
    for (int k = 0; k < corners; ++k) {
      obj += concat("v ", k, " 0 0\n");
      face += concat(" ", k + 1);
      if (k >= 2) expected.push_back({0, k - 1, k});
    }
    EXPECT_EQ(parse_obj(obj + face + "\n").triangles.faces, expected);
  }
}

TEST(MeshFile, IsRefusedWhereItIsCut) {
  Random random(2);
  const Triangles mesh = random_soup(random, 3);
  const std::string binary = binary_stl_of(mesh, "binary");
  for (std::size_t size = 0; size < binary.size(); ++size) EXPECT_NE(parse_stl(binary.substr(0, size)).problem, "");
  EXPECT_NE(parse_stl(binary + "x").problem, "");
  EXPECT_EQ(parse_stl(binary_stl_of({})).problem, "it has no triangles");
  const std::string text = text_stl_of(mesh);
  for (std::size_t at = text.find("vertex"); at != std::string::npos; at = text.find("vertex", at + 1)) {
    // without one corner
    std::string cut = text;
    cut.erase(at, text.find('\n', at) - at);
    EXPECT_NE(parse_stl(cut).problem.find("a facet has 2 corners, expected 3"), std::string::npos);
  }
}

TEST(MeshFile, OfTextStlIsRefusedWhereverItIsCutOrALineIsMissing) {
  Random random(4);
  const std::string text = text_stl_of(random_soup(random, 4)), last = "endsolid";
  EXPECT_EQ(parse_stl(text.substr(0, text.rfind(last) + last.size())).problem, "");
  for (std::size_t size = 0; size < text.rfind(last) + last.size(); ++size)
    EXPECT_NE(parse_stl(text.substr(0, size)).problem, "") << text.substr(0, size);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string rest = text.substr(0, begin) + text.substr(end);
    EXPECT_EQ(parse_stl(rest).problem.empty(), end - begin == 1) << "without " << text.substr(begin, end - begin);
    begin = end;
  }
  // a binary file may begin with the same word
  std::string binary = binary_stl_of(random_soup(random, 3), "solid");
  binary.pop_back();
  EXPECT_EQ(parse_stl(binary).problem, "it has 233 bytes, expected 84 + 50 × 3, the number of triangles in its header");
}

TEST(MeshFile, NamesTheLineOfTextStlThatIsNotAsItMustBe) {
  const std::string facet = "facet normal 0 0 1\router loop\r";
  const auto expect = [&](const std::string& rest, const char* problem) {
    EXPECT_EQ(parse_stl("solid s\r" + facet + rest).problem, problem);
  };
  expect("vertex 0 0 0", "line 4: the file ends here, expected 'vertex' or 'endloop'; it may be truncated");
  expect("vertx 0 0 0", "line 4: 'vertx', expected 'vertex' or 'endloop'");
  expect("vertex 0 0 0 0", "line 4: the fourth word of a vertex is \"0\", expected three numbers");
  expect("vertex 0 0", "line 4: a point has fewer than three numbers");
  expect("vertex 0 0 0\rendloop", "line 5: a facet has 1 corners, expected 3");
  expect("vertex 0 0 0\rvertex 1 0 0\rvertex 0 1 0\rendloop\rendsolid", "line 8: 'endsolid', expected 'endfacet'");
  EXPECT_EQ(parse_stl("solid s\nendsolid s\nmore").problem, "line 3: 'more', expected 'solid'");
  EXPECT_EQ(parse_stl("solid s\nendsolid s").problem, "it has no triangles");
}

TEST(MeshFile, NamesTheLineOfAProblem) {
  const std::string points = "v 0 0 0\nv 1 0 0\n";
  const auto expect = [&](const char* line, const char* problem) {
    EXPECT_EQ(parse_obj(points + line).problem, concat("line 3: ", problem));
  };
  expect("v 1 2", "a point has fewer than three numbers");
  expect("v 1 2 1e10", "a coordinate is \"1e10\", expected a finite number");
  EXPECT_EQ(parse_obj("v 0 0 0\rv 1 0 0\r\nv 1").problem, "line 3: a point has fewer than three numbers");
  expect("v inf 2 1", "a coordinate is \"inf\", expected a finite number");
  for (const char* corner : {"3", "0", "-3", "x", "1x", "/1", "99999999999999999999"})
    expect(concat("f 1 2 ", corner).c_str(),
           concat("a corner of a face is \"", corner, "\", but there are 2 points so far").c_str());
  expect("f 1 2", "a face has 2 corners, expected three or more");
  expect("f", "a face has 0 corners, expected three or more");
  Random random(3);
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 2e9F})
    for (std::size_t k = 0; k < 9; ++k) {
      std::string stl = binary_stl_of(random_soup(random, 2)), number;
      append(number, bad);
      stl.replace(84 + 50 + 12 + 4 * k, 4, number);
      EXPECT_EQ(parse_stl(stl).problem, "triangle 2 has a coordinate that is not finite or is above 1e9");
    }
}

}  // namespace

}  // namespace treefix::test::mjcf
