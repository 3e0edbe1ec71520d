// Laws of treefix/io/mjcf/mesh_file.hpp.
#include <treefix/io/mjcf/mesh_file.hpp>

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
  std::string text = "solid \n";
  for (const auto& face : mesh.faces) {
    text += " facet normal 0 0 0\n\touter loop\r\n";
    for (const Index corner : face) {
      const Vec3<double>& p = at(mesh.points, corner);
      text += concat("  vertex ", p.x, "\t", p.y, "  ", p.z, "\n");
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid";
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
    for (const auto& [a, b, c] : mesh.faces) obj += concat("f ", a + 1, " ", b - 3 * count, "/1 ", c + 1, "/2/3\r\n");
    expect_equal(parse_obj(obj), mesh);
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

TEST(MeshFile, NamesTheLineOfAProblem) {
  const std::string points = "v 0 0 0\nv 1 0 0\n";
  const auto expect = [&](const char* line, const char* problem) {
    EXPECT_EQ(parse_obj(points + line).problem, concat("line 3: ", problem));
  };
  expect("v 1 2", "a point has fewer than three numbers");
  expect("v 1 2 1e10", "a coordinate is \"1e10\", expected a finite number");
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
