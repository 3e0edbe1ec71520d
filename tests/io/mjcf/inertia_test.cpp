// Laws of treefix/io/mjcf/inertia.hpp.
#include <treefix/io/mjcf/inertia.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/spatial/inertia.hpp>
#include <treefix/spatial/rotation.hpp>

#include "io/elements.hpp"

namespace treefix::test::mjcf {

namespace {

using io::Inertial, io::mjcf::bounded, io::mjcf::Compiler, io::mjcf::Massive, io::mjcf::principal;
using Matrix = Sym3<double>;

Vec3<double> any_vector(Random& random) { return {random.normal(), random.normal(), random.normal()}; }
Quaternion<double> any_quaternion(Random& random) {
  return {random.normal(), random.normal(), random.normal(), random.normal()};
}

double largest_of(const Matrix& a) {
  return std::max({std::abs(a.xx), std::abs(a.xy), std::abs(a.xz), std::abs(a.yy), std::abs(a.yz), std::abs(a.zz)});
}
Matrix diagonal(const Vec3<double>& d) { return Matrix::diagonal(d.x, d.y, d.z); }

void expect_same_body(const Inertial& a, const Inertial& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-14 * b.mass);
  const Vec3<double> d = a.com - b.com;
  EXPECT_LT(std::sqrt(dot(d, d)), 1e-13 * (1 + std::sqrt(dot(b.com, b.com))));
  EXPECT_LT(largest_of(a.inertia - b.inertia), 1e-13 * (1 + largest_of(b.inertia)));
}

TEST(Principal, AxesMakeTheMatrixDiagonalInEveryUnit) {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const double unit = std::pow(10, random.uniform(-30, 30));
    // all sizes, two or three equal, zero and negative
    Vec3<double> moments = any_vector(random);
    if (trial % 5 == 1) moments.y = moments.x;
    if (trial % 5 == 2) moments = {1, 1, 1};
    if (trial % 5 == 3) moments.z = 0;
    if (trial % 5 == 4) moments.z *= 1e-12;
    const Mat3<double> turn = trial < 5 ? Mat3<double>::identity() : turned(any_quaternion(random));
    const Matrix a = unit * rotate(turn, diagonal(moments));
    const auto [E, found] = principal(a);
    const Mat3<double> square = E * transpose(E);
    EXPECT_LT(largest_of(symmetric(square) - Matrix::identity()), 1e-14);
    EXPECT_NEAR(dot(cross(E.x, E.y), E.z), 1, 1e-14);
    EXPECT_LT(largest_of(rotate(transpose(E), diagonal(found)) - a), 1e-14 * largest_of(a));
    double sorted[] = {found.x, found.y, found.z}, expected[] = {unit * moments.x, unit * moments.y, unit * moments.z};
    std::sort(sorted, sorted + 3);
    std::sort(expected, expected + 3);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(sorted[k], expected[k], 1e-14 * largest_of(a));
  }
}

TEST(Sum, IsThatOfSpatialInertiasInEveryOrder) {
  Random random(2);
  for (int count = 0; count < 20; ++count) {
    std::vector<Inertial> parts;
    Inertia<double> whole{};
    for (int k = 0; k < count; ++k) {
      const Matrix inertia = rotate(turned(any_quaternion(random)), Matrix::diagonal(1, 2, 2.5));
      parts.push_back({k == 0 ? 0 : random.uniform(0.1, 2), any_vector(random), inertia});
      whole += Inertia<double>::from_com(parts.back().mass, parts.back().com, parts.back().inertia);
    }
    const Inertial total = io::mjcf::sum(parts);
    if (whole.m == 0) {
      EXPECT_TRUE(is_massless(total));
      continue;
    }
    const Vec3<double> com = (1 / whole.m) * whole.h;
    expect_same_body(total, {whole.m, com, whole.about(com)});
    std::reverse(parts.begin(), parts.end());
    expect_same_body(io::mjcf::sum(parts), total);
  }
}

Massive random_body(Random& random) {
  const double a = random.uniform(0.1, 3), b = random.uniform(0.1, 3), c = random.uniform(0.1, 3);
  return {random.uniform(0.1, 3), any_vector(random), turned(any_quaternion(random)), Matrix::diagonal(a, b, c)};
}

TEST(Bounded, ChangesNothingWithoutBounds) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Massive body = random_body(random);
    const Inertial same{body.mass, body.com, rotate(transpose(body.E), body.inertia)};
    expect_same_body(bounded(body, {}), same);
    // nor do bounds that hold
    expect_same_body(bounded(body, Compiler{.boundmass = 0.1, .boundinertia = 0.1}), same);
  }
  EXPECT_EQ(bounded({.com = {1, 2, 3}}, {}).com.x, 0) << "nothing has no centre of mass";
}

TEST(Bounded, RaisesMassAndMomentsAlongPrincipalAxes) {
  Random random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Massive body = random_body(random);
    const Compiler compiler{.boundmass = random.uniform(0, 3), .boundinertia = random.uniform(0.01, 3)};
    const auto& I = body.inertia;
    const double least = compiler.boundinertia;
    const Matrix raised = Matrix::diagonal(std::max(I.xx, least), std::max(I.yy, least), std::max(I.zz, least));
    const Inertial expected{std::max(body.mass, compiler.boundmass), body.com, rotate(transpose(body.E), raised)};
    expect_same_body(bounded(body, compiler), expected);
    // the same if the moments are given in other axes
    const Mat3<double> turn = turned(any_quaternion(random));
    expect_same_body(bounded({body.mass, body.com, turn * body.E, rotate(turn, I)}, compiler), expected);
  }
}

TEST(Bounded, BalancesWhatNoBodyHasAndKeepsTheTrace) {
  Random random(5);
  const Compiler compiler{.balanceinertia = true};
  int balanced = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Massive body = random_body(random);
    const Matrix I = body.inertia;
    const bool possible = I.xx + I.yy >= I.zz && I.yy + I.zz >= I.xx && I.zz + I.xx >= I.yy;
    const Inertial expected{body.mass, body.com,
                            possible ? rotate(transpose(body.E), I) : (trace(I) / 3) * Matrix::identity()};
    balanced += possible ? 0 : 1;
    const Mat3<double> turn = turned(any_quaternion(random));
    body.E = turn * body.E;
    body.inertia = rotate(turn, I);
    expect_same_body(bounded(body, compiler), expected);
  }
  EXPECT_GT(balanced, 20);
}

TEST(ReadInertial, IsTheSameInAllFormsAndFrames) {
  Random random(6);
  const auto read = [](const std::string& attributes, const Transform<double>& X) {
    Parsed text(concat("<inertial ", attributes, "/>"));
    const auto body = io::mjcf::read_inertial(text.root, X, {}, text.report);
    EXPECT_TRUE(problems_of(text.report).empty());
    return bounded(body.value_or(Massive{}), {});
  };
  for (int trial = 0; trial < 100; ++trial) {
    const Quaternion<double> q = any_quaternion(random);
    const Vec3<double> p = any_vector(random), d{random.uniform(1, 2), random.uniform(1, 2), random.uniform(1, 2)};
    const std::string at = concat("mass='2.5' pos='", p.x, " ", p.y, " ", p.z, "' ");
    const Matrix I = rotate(transpose(turned(q)), diagonal(d));
    const std::string turned_by =
        concat("quat='", q.w, " ", q.x, " ", q.y, " ", q.z, "' diaginertia='", d.x, " ", d.y, " ", d.z, "'");
    const std::string full = concat("fullinertia='", I.xx, " ", I.yy, " ", I.zz, " ", I.xy, " ", I.xz, " ", I.yz, "'");
    const Transform<double> X{turned(any_quaternion(random)), any_vector(random)};
    expect_same_body(read(at + full, {}), {2.5, p, I});
    expect_same_body(read(at + turned_by, {}), {2.5, p, I});
    // in the frame that contains the body
    const Inertial seen{2.5, X.point_back(p), rotate(transpose(X.E), I)};
    expect_same_body(read(at + full, X), seen);
    expect_same_body(read(at + turned_by, X), seen);
  }
}

}  // namespace

}  // namespace treefix::test::mjcf
