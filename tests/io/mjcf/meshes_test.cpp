// Laws of treefix/io/mjcf/meshes.hpp.
#include <treefix/io/mjcf/meshes.hpp>

#include <cstring>

#include <treefix/base/text.hpp>

#include "folder.hpp"

namespace treefix::test::mjcf {

namespace {

class MjcfMeshes : public MjcfFiles {};

/// A box of half lengths .1, .2, .3 around (.5, 0, 0).
const std::string box_obj =
    "# comment\no box\nv .4 -.2 -.3\nv .6 -.2 -.3\nv .6 .2 -.3\nv .4 .2 -.3\nv .4 -.2 .3\nv .6 -.2 .3\nv .6 .2 .3\n"
    "v .4 .2 .3\nf 4 3 2 1\nf 5/1 6/2 7/3 8/4\nf 1//1 2//1 6//1 5//1\nf -7 -6 -2 -3\r\nf 3 4 8 7\nf 4 1 5 8\n";

std::string with_mesh(const std::string& mesh, const std::string& geom = "") {
  return robot(hinged("\n<geom name='g' type='mesh' mesh='m' contype='0' conaffinity='0' " + geom + "/>"),
               "<asset><mesh name='m' " + mesh + "/></asset>");
}
const std::string box_robot =
    robot(hinged("<geom type='box' size='.1 .2 .3' pos='.5 0 0' contype='0' conaffinity='0'/>"));

TEST_F(MjcfMeshes, ObjMeshesWeighAsTheBodyTheyBound) {
  write("box.obj", box_obj);
  for (const char* mode : {"", "inertia='exact'", "inertia='legacy'"})
    expect_same(load_main(with_mesh(concat("file='box.obj' ", mode))), read(box_robot), 1e-4);
  expect_same(
      load_main(with_mesh("file='box.obj'", "mass='3' pos='1 2 3' euler='10 20 30'")),
      read(robot(hinged("<frame pos='1 2 3' euler='10 20 30'><geom type='box' size='.1 .2 .3' pos='.5 0 0' mass='3' "
                        "contype='0' conaffinity='0'/></frame>"))),
      1e-4);
  expect_same(
      load_main(with_mesh("file='box.obj' inertia='shell'", "density='1'")),
      read(robot(hinged("<geom type='box' size='.1 .2 .3' pos='.5 0 0' density='1' shellinertia='true' contype='0' "
                        "conaffinity='0'/>"))),
      1e-5);
}

TEST_F(MjcfMeshes, MeshesAreMovedTurnedAndScaled) {
  write("box.obj", box_obj);
  expect_same(load_main(with_mesh("file='box.obj' refpos='.5 0 0' refquat='1 0 0 1' scale='2 -1 1'")),
              read(robot(hinged("<geom type='box' size='.4 .1 .3' contype='0' conaffinity='0'/>"))), 1e-3);
}

/// The same triangles as binary and as text STL.
std::string binary_stl() {
  const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  std::string text(80, ' ');
  text.append("\4\0\0\0", 4);
  for (const auto& face : faces) {
    text.append(12, '\0');
    for (const int corner : face)
      for (const float x : corners[corner]) {
        char bytes[4];
        std::memcpy(bytes, &x, 4);
        text.append(bytes, 4);
      }
    text.append(2, '\0');
  }
  return text;
}
const std::string inline_tetrahedron = "vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2 1 2 3'";

TEST_F(MjcfMeshes, StlMeshesAreReadInBothForms) {
  write("a.stl", binary_stl());
  const std::string loop = " facet normal 0 0 0\n  outer loop\n   vertex ", end = "\n  endloop\n endfacet\n";
  const auto facet = [&](const char* a, const char* b, const char* c) {
    return concat(loop, a, "\n   vertex ", b, "\n   vertex ", c, end);
  };
  write("b.STL", concat("solid x\n", facet("0 0 0", "0 1 0", "1 0 0"), facet("0 0 0", "1 0 0", "0 0 1"),
                        facet("0 0 0", "0 0 1", "0 1 0"), facet("1 0 0", "0 1 0", "0 0 1"), "endsolid x\n"));
  const Model expected = read(with_mesh(inline_tetrahedron));
  expect_same(load_main(with_mesh("file='a.stl'")), expected);
  expect_same(load_main(with_mesh("file='b.STL'")), expected);
  // a tetrahedron with edges of 1 m weighs a sixth of a cube
  EXPECT_NEAR(expected.total_mass(), 1000.0 / 6, 1e-9);
}

TEST_F(MjcfMeshes, MeshesAreLookedForWhereTheCompilerSays) {
  write("sub/a.stl", binary_stl());
  const auto with = [](const char* settings, const char* file) {
    return concat("<mujoco><compiler ", settings, "/>", with_mesh(concat("file='", file, "'")).substr(8));
  };
  EXPECT_EQ(refusal(with("meshdir='sub'", "a.stl")), "loaded");
  EXPECT_EQ(refusal(with("assetdir='sub'", "a.stl")), "loaded");
  EXPECT_EQ(refusal(with("assetdir='none' meshdir='sub'", "a.stl")), "loaded");
  EXPECT_EQ(refusal(with("strippath='true' meshdir='sub'", "C:\\robots\\a.stl")), "loaded");
  EXPECT_NE(refusal(with("meshdir='../sub'", "a.stl")).find("'..' are not allowed"), std::string::npos);
}

TEST_F(MjcfMeshes, MeshesThatNoInertiaNeedsAreNotOpened) {
  EXPECT_EQ(refusal(robot(hinged(skewed + "<geom type='mesh' mesh='m'/>") + "<geom type='mesh' mesh='m'/>",
                          "<asset><mesh name='m' file='none.stl'/></asset>")),
            "loaded");
}

TEST_F(MjcfMeshes, BadMeshesAreNamedWithTheGeomThatNeedsThem) {
  constexpr const char* needs = "\nmain.xml:2:1: error: geom 'g': the inertia of its body needs mesh 'm' from file ";
  constexpr const char* hint = ": it could not be read\n    hint: give the body an <inertial>";
  const auto refused = [&](const std::string& name, const std::string& text) {
    write(name, text);
    return refusal(with_mesh(concat("file='", name, "'")));
  };
  const auto message = [&](const std::string& name, const char* what) {
    const char* format = name.ends_with(".stl") ? "STL" : "OBJ";
    return concat("main.xml:1:31: error: mesh 'm': '", name, "' is not a valid ", format, " file: ", what, needs, "'",
                  name, "'", hint);
  };
  EXPECT_EQ(refused("short.stl", binary_stl().substr(0, 100)),
            message("short.stl", "it has 100 bytes, expected 84 + 50 × 4, the number of triangles in its header"));
  EXPECT_EQ(refused("tiny.stl", "x"), message("tiny.stl", "it has 1 bytes, expected at least 84"));
  EXPECT_EQ(refused("a.obj", "v 1 2 3\nv 1 2\n"), message("a.obj", "line 2: a point has fewer than three numbers"));
  EXPECT_EQ(refused("b.obj", "v 1 2 x\n"), message("b.obj", "line 1: a coordinate is \"x\", expected a finite number"));
  EXPECT_EQ(refused("c.obj", "v 1 2 3\nf 1 1 2\n"),
            message("c.obj", "line 2: a corner of a face is \"2\", but there are 1 points so far"));
  EXPECT_EQ(refused("d.obj", ""), message("d.obj", "it has no points"));
  EXPECT_NE(refusal(with_mesh("file='none.stl'")).find("needs mesh 'm' from file 'none.stl'"), std::string::npos);
  EXPECT_NE(refusal(with_mesh("file='none.dae'")).find("expected a file that ends in .stl or .obj"), std::string::npos);
}

TEST_F(MjcfMeshes, MeshesThatBoundNothingAreRefused) {
  const auto problem = [](const std::string& mesh) {
    const std::string text = first_problem(with_mesh(mesh));
    return text.substr(text.find("mesh 'm': ") + 10);
  };
  const std::string points = "vertex='0 0 0 1 0 0 0 1 0 0 0 1' ";
  EXPECT_EQ(problem(points),
            "its inertia is that of its convex hull, which treefix does not compute\n    hint: give the body an "
            "<inertial>, or the mesh faces and inertia=\"exact\"");
  EXPECT_EQ(problem(points + "face='0 1 2 0 3 1 0 2 3 1 3 2' inertia='exact'"),
            "its volume is negative\n    hint: its faces are inside out");
  EXPECT_EQ(problem(points + "face='0 2 1 0 1 3 0 3 2 1 3 2' inertia='exact'"),
            "faces that share an edge have opposite orientations\n    hint: flip some of the faces");
  EXPECT_EQ(problem(points + "face='0 2 1' "),
            "its volume is too small or too large\n    hint: did you mean inertia=\"shell\"?");
  EXPECT_EQ(problem(points + "face='0 2 4'"), "number 3 of face is 4, expected a whole number from 0 to 3");
}

}  // namespace

}  // namespace treefix::test::mjcf
