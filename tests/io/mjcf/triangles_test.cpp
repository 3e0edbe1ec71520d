// Laws of treefix/io/mjcf/triangles.hpp.
#include <treefix/io/mjcf/triangles.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/spatial/inertia.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::test::mjcf {

namespace {

using io::mjcf::MeshInertia, io::mjcf::Moments, io::mjcf::moments_of, io::mjcf::Triangles;

constexpr MeshInertia modes[] = {MeshInertia::exact, MeshInertia::legacy, MeshInertia::shell};

Vec3<double> random_vector(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

Mat3<double> random_turn(Random& random) {
  return turned(Quaternion<double>{random.normal(), random.normal(), random.normal(), random.normal()});
}

/// A box of these edges, one corner at the origin.
Triangles box_mesh(const Vec3<double>& size) {
  Triangles mesh;
  for (int k = 0; k < 8; ++k) mesh.points.push_back({k % 2 * size.x, k / 2 % 2 * size.y, k / 4 * size.z});
  mesh.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

Triangles random_tetrahedron(Random& random) {
  Triangles mesh{{random_vector(random), random_vector(random), random_vector(random), random_vector(random)},
                 {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const auto& p = mesh.points;
  if (dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]) < 0) std::swap(mesh.points[0], mesh.points[1]);
  return mesh;
}

/// The points E p + r.
Triangles moved(Triangles mesh, const Mat3<double>& E, const Vec3<double>& r) {
  for (Vec3<double>& p : mesh.points) p = E * p + r;
  return mesh;
}

Triangles together(Triangles a, const Triangles& b) {
  for (const auto& [i, j, k] : b.faces)
    a.faces.push_back({i + ssize(a.points), j + ssize(a.points), k + ssize(a.points)});
  a.points.insert(a.points.end(), b.points.begin(), b.points.end());
  return a;
}

Triangles inside_out(Triangles mesh) {
  for (auto& face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

void expect_near(const Moments& got, double measure, const Vec3<double>& centre, const Sym3<double>& inertia) {
  ASSERT_EQ(got.problem, nullptr);
  const double size = measure + std::abs(trace(inertia)), error = 1e-11 * (size + 1);
  EXPECT_NEAR(got.measure, measure, error);
  const Vec3<double> d = got.centre - centre;
  EXPECT_LT(std::sqrt(dot(d, d)), 1e-10);
  const Sym3<double> e = got.inertia - inertia;
  for (const double x : {e.xx, e.yy, e.zz, e.xy, e.xz, e.yz}) EXPECT_NEAR(x, 0, error);
}

TEST(MomentsOfTriangles, OfATetrahedronAreThoseOfItsCorners) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Triangles mesh = random_tetrahedron(random);
    const auto& p = mesh.points;
    const double volume = dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]) / 6;
    const Vec3<double> centre = 0.25 * (p[0] + p[1] + p[2] + p[3]);
    // as of point masses: a twentieth at each corner, and the rest at the centre, where it has no moment
    Sym3<double> inertia{};
    for (const Vec3<double>& corner : p) inertia += Inertia<double>::from_com(volume / 20, corner - centre, {}).I;
    for (const MeshInertia mode : {MeshInertia::exact, MeshInertia::legacy})
      expect_near(moments_of(mesh, mode), volume, centre, inertia);
  }
}

TEST(MomentsOfTriangles, OfAShellAreThoseOfPlates) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const Triangles mesh = random_tetrahedron(random);
    // a triangle is three equal masses at the middles of its edges
    Inertia<double> sum{};
    for (const auto& f : mesh.faces) {
      const Vec3<double> a = at(mesh.points, f[0]), b = at(mesh.points, f[1]), c = at(mesh.points, f[2]);
      const Vec3<double> n = cross(b - a, c - a);
      const double third = std::sqrt(dot(n, n)) / 6;
      for (const Vec3<double>& middle : {0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)})
        sum += Inertia<double>::from_com(third, middle, {});
    }
    const Vec3<double> centre = (1 / sum.m) * sum.h;
    expect_near(moments_of(mesh, MeshInertia::shell), sum.m, centre, sum.about(centre));
  }
}

TEST(MomentsOfTriangles, MoveWithTheBody) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Triangles body = trial % 2 == 0 ? random_tetrahedron(random) : box_mesh({1, 0.5, 2});
    const Mat3<double> E = random_turn(random);
    const Vec3<double> r = random_vector(random);
    for (const MeshInertia mode : modes) {
      const Moments before = moments_of(body, mode);
      expect_near(moments_of(moved(body, E, r), mode), before.measure, E * before.centre + r,
                  rotate(E, before.inertia));
    }
  }
}

TEST(MomentsOfTriangles, GrowWithTheFifthOrTheFourthPowerOfLength) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const double s = std::pow(10, random.uniform(-1, 1));
    const Triangles body = random_tetrahedron(random);
    for (const MeshInertia mode : modes) {
      const Moments before = moments_of(body, mode);
      const double power = mode == MeshInertia::shell ? s * s : s * s * s;
      expect_near(moments_of(moved(body, s * Mat3<double>::identity(), {}), mode), power * before.measure,
                  s * before.centre, (power * s * s) * before.inertia);
    }
  }
}

/// The sum of two bodies, or with sign −1 their difference.
void expect_sum(const Moments& got, const Moments& a, const Moments& b, double sign) {
  const Inertia<double> one = Inertia<double>::from_com(a.measure, a.centre, a.inertia);
  const Inertia<double> two = Inertia<double>::from_com(sign * b.measure, b.centre, sign * b.inertia);
  const Inertia<double> all = one + two;
  const Vec3<double> centre = (1 / all.m) * all.h;
  expect_near(got, all.m, centre, all.about(centre));
}

TEST(MomentsOfTriangles, OfSeveralBodiesAddUpAndHollowsAreTakenAway) {
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    const Triangles body = moved(box_mesh({2, 3, 4}), random_turn(random), random_vector(random));
    const Triangles far = moved(random_tetrahedron(random), Mat3<double>::identity(), {9, 8, 7});
    for (const MeshInertia mode : {MeshInertia::exact, MeshInertia::shell})
      expect_sum(moments_of(together(body, far), mode), moments_of(body, mode), moments_of(far, mode), 1);
    // inside the body and turned inside out
    const Triangles hole = moved(box_mesh({0.5, 0.25, 0.125}), Mat3<double>::identity(), {1, 1, 1});
    const Triangles block = box_mesh({2, 3, 4});
    expect_sum(moments_of(together(block, inside_out(hole)), MeshInertia::exact), moments_of(block, MeshInertia::exact),
               moments_of(hole, MeshInertia::exact), -1);
  }
}

TEST(MomentsOfTriangles, AreRefusedWhereTheFacesBoundNothing) {
  const Triangles box = box_mesh({1, 2, 3});
  const auto problem = [](const Triangles& mesh, MeshInertia mode) {
    const char* found = moments_of(mesh, mode).problem;
    return std::string(found == nullptr ? "" : found);
  };
  for (std::size_t k = 0; k < box.faces.size(); ++k) {
    Triangles flipped = box;
    std::swap(flipped.faces[k][0], flipped.faces[k][1]);
    EXPECT_EQ(problem(flipped, MeshInertia::exact), "faces that share an edge have opposite orientations");
    EXPECT_EQ(problem(flipped, MeshInertia::legacy), "") << "counts every volume as positive";
  }
  EXPECT_EQ(problem(inside_out(box), MeshInertia::exact), "its volume is negative");
  EXPECT_EQ(problem(box_mesh({1, 2, 0}), MeshInertia::exact), "its volume is too small or too large");
  EXPECT_EQ(problem(box_mesh({1, 2, 0}), MeshInertia::shell), "");
  EXPECT_EQ(problem(box_mesh({0, 0, 0}), MeshInertia::shell), "its surface is too small or too large");
  EXPECT_NE(problem(box, MeshInertia::convex), "");
  EXPECT_NE(problem({box.points, {}}, MeshInertia::exact), "");
}

}  // namespace

}  // namespace treefix::test::mjcf
