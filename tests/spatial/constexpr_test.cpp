// Spatial types are plain numbers, and the compiler can evaluate their operations. Almost everything here is checked at
// compile time; the first test makes the file appear in the list of tests.
#include <type_traits>

#include <gtest/gtest.h>

#include <treefix/simd/lanes.hpp>
#include <treefix/spatial/rotation.hpp>

#include "support/rooms.hpp"

namespace treefix::test {
namespace {

template <class V, class T, int numbers>
constexpr bool is_plain = std::is_trivially_destructible_v<V> && std::is_standard_layout_v<V> &&
                          sizeof(V) == numbers * sizeof(T) && alignof(V) == alignof(T);

template <class T>
constexpr bool layout_is_plain() {
  return is_plain<Vec3<T>, T, 3> && is_plain<Mat3<T>, T, 9> && is_plain<Sym3<T>, T, 6> && is_plain<Motion<T>, T, 6> &&
         is_plain<Force<T>, T, 6> && is_plain<Inertia<T>, T, 10> && is_plain<ArticulatedInertia<T>, T, 21> &&
         is_plain<Transform<T>, T, 12> && is_plain<Quaternion<T>, T, 4>;
}
static_assert(layout_is_plain<float>());
static_assert(layout_is_plain<double>());
static_assert(layout_is_plain<Quad>());
static_assert(layout_is_plain<Lanes<double, 4>>());
static_assert(layout_is_plain<Lanes<float, 8>>());

template <class T>
constexpr bool same(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <class T>
constexpr bool same(const Mat3<T>& a, const Mat3<T>& b) {
  return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}
template <class T>
constexpr bool same(const Sym3<T>& a, const Sym3<T>& b) {
  return same(full(a), full(b));
}
template <class T>
constexpr bool same(const Motion<T>& a, const Motion<T>& b) {
  return same(a.w, b.w) && same(a.v, b.v);
}
template <class T>
constexpr bool same(const Force<T>& a, const Force<T>& b) {
  return same(a.n, b.n) && same(a.f, b.f);
}
template <class T>
constexpr bool same(const Inertia<T>& a, const Inertia<T>& b) {
  return a.m == b.m && same(a.h, b.h) && same(a.I, b.I);
}
template <class T>
constexpr bool same(const ArticulatedInertia<T>& a, const ArticulatedInertia<T>& b) {
  return same(a.I, b.I) && same(a.H, b.H) && same(a.M, b.M);
}
template <class T>
constexpr bool same(const Transform<T>& a, const Transform<T>& b) {
  return same(a.E, b.E) && same(a.r, b.r);
}

/// Small whole numbers, so that every law holds exactly.
template <class T>
struct Values {
  Vec3<T> a{1, 2, 3}, b{-2, 1, 4};
  Mat3<T> E{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};  // a right angle about z
  Sym3<T> S{2, 1, 3, -1, 2, 5};
  Motion<T> m{{1, 2, 3}, {4, 5, 6}}, l{{3, -1, 2}, {0, 2, -4}};
  Force<T> f{{2, 0, -1}, {1, 3, 1}}, g{{1, 1, 2}, {-2, 0, 3}};
  Inertia<T> I{2, {2, 4, -2}, {8, 1, 9, 2, 3, 7}};
  ArticulatedInertia<T> A{{8, 1, 9, 2, 3, 7}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {4, 1, 5, 2, 0, 6}};
  Transform<T> X{E, {1, 2, 3}}, Y{E * E, {-1, 0, 2}};
};

template <class T>
constexpr bool vectors_hold() {
  const Values<T> k{};
  Vec3<T> c = k.a;
  c += k.b;
  c -= k.a;
  Mat3<T> M = k.E;
  M += hat(k.a);
  Sym3<T> S = k.S;
  S += anticommutator(k.a, k.b);
  return same(c, k.b) && same(T(2) * k.a, k.a * T(2)) && same(-k.a + k.b, k.b - k.a) && dot(k.a, k.b) == 12 &&
         same(cross(k.a, k.b), Vec3<T>{5, -10, 5}) && same(hat(k.a) * k.b, cross(k.a, k.b)) &&
         same(M - k.E, hat(k.a)) && same(k.E * transpose(k.E), Mat3<T>::identity()) &&
         same(transpose_times(k.E, k.E * k.a), k.a) && same(cross(k.a, k.E), hat(k.a) * k.E) &&
         same(outer(k.a, k.b) * k.a, T(12) * k.a) && same(T(2) * k.E + k.E, T(3) * k.E) &&
         same(full(S - k.S), hat(k.a) * hat(k.b) + hat(k.b) * hat(k.a)) && same(symmetric(full(k.S)), k.S) &&
         same(full(rotate(k.E, k.S)), k.E * full(k.S) * transpose(k.E)) && trace(k.S) == 10 &&
         same(k.S * k.a, full(k.S) * k.a) && same(T(2) * Sym3<T>::identity(), Sym3<T>::diagonal(2, 2, 2)) &&
         same(cast<T>(Vec3<double>{1, 2, 3}), k.a) && same(cast<T>(cast<double>(k.E)), k.E) &&
         same(cast<T>(cast<double>(k.S)), k.S);
}

template <class T>
constexpr bool motions_hold() {
  const Values<T> k{};
  Motion<T> m = k.m;
  m += k.l;
  Force<T> f = k.f;
  f += k.g;
  f -= k.f;
  return same(m - k.l, k.m) && same(f, k.g) && same(-(T(2) * k.m), T(-2) * k.m) && same(-k.f + k.g, k.g - k.f) &&
         same(T(2) * k.f, k.f + k.f) && dot(k.f, k.m) == dot(k.m, k.f) &&
         dot(cross(k.l, k.f), k.m) == -dot(k.f, cross(k.l, k.m)) && same(cast<T>(cast<double>(k.m)), k.m) &&
         same(cast<T>(cast<double>(k.f)), k.f);
}

template <class T>
constexpr bool inertias_hold() {
  const Values<T> k{};
  Inertia<T> I = k.I;
  I += k.I;
  ArticulatedInertia<T> A = k.A;
  A += k.A;
  const Force<T> doubled = T(2) * (k.I * k.m);
  return same(I * k.m, doubled) && same(k.I + k.I, I) && same(A - k.A, k.A) && same(k.A + k.A, A) &&
         same(ArticulatedInertia<T>(k.I) * k.m, k.I * k.m) &&
         same(symmetric_outer(k.f, k.f) * k.m, dot(k.f, k.m) * k.f) &&
         same(Inertia<T>::from_com(2, {1, 2, -1}, {}) * Motion<T>{k.a, {}},
              Force<T>{T(2) * cross(Vec3<T>{1, 2, -1}, cross(k.a, Vec3<T>{1, 2, -1})),
                       T(2) * cross(k.a, Vec3<T>{1, 2, -1})}) &&
         same(cast<T>(cast<double>(k.I)), k.I);
}

template <class T>
constexpr bool transforms_hold() {
  const Values<T> k{};
  const Transform<T> one{};
  return same(inverse(k.X) * k.X, one) && same((k.X * k.Y) * k.m, k.X * (k.Y * k.m)) &&
         same((k.X * k.Y) * k.f, k.X * (k.Y * k.f)) && same((k.X * k.Y) * k.I, k.X * (k.Y * k.I)) &&
         same((k.X * k.Y) * k.A, k.X * (k.Y * k.A)) && same(k.X.back(k.X * k.m), k.m) &&
         same(k.X.back(k.X * k.f), k.f) && same(k.X.back(k.X * k.I), k.I) && same(k.X.back(k.X * k.A), k.A) &&
         dot(k.X * k.f, k.X * k.m) == dot(k.f, k.m) && same(k.X.point_back({}), k.X.r) &&
         same(move_origin(move_origin(k.A, k.a), -k.a), k.A) && same(cast<T>(cast<double>(k.X)), k.X);
}

template <class T>
constexpr bool rotations_hold() {
  const Values<T> k{};
  const Quaternion<T> right_angle{0, 0, 1, 1}, half_turn = right_angle * right_angle;
  return same(turned(right_angle), k.E) && same(turned(half_turn), k.E * k.E) &&
         same(turned(conjugate(right_angle)), transpose(k.E)) && squared_norm(right_angle) == 2 &&
         squared_norm(k.a) == 14 && same(turned(Vec3<T>{0, 0, 1}, T(1), T(0)), k.E) &&
         same(orthonormalized(k.E), k.E) && same(placed(k.a, k.E), k.X) && same(placed(k.a).r, k.a);
}

template <class T>
constexpr bool everything_holds() {
  return vectors_hold<T>() && motions_hold<T>() && inertias_hold<T>() && transforms_hold<T>() && rotations_hold<T>();
}
static_assert(everything_holds<float>());
static_assert(everything_holds<double>());
static_assert(everything_holds<Quad>());

TEST(Constexpr, SpatialOperationsAreComputedByTheCompiler) { SUCCEED(); }

TEST(Constexpr, SpatialOperationsOnLanesAreComputedByTheCompiler) {
  using T = Lanes<double, 4>;
  constexpr Transform<T> X{hat(Vec3<T>{T(1), T(2), T(3)}), {T(4), T(5), T(6)}};
  constexpr Motion<T> m = X * Motion<T>{{T(1), T(0), T(0)}, {}};
  // clang 19 cannot read a lane in a constant expression, so the numbers are compared here
  for (int lane = 0; lane < T::size; ++lane) {
    EXPECT_EQ(m.w.y[lane], 3);
    EXPECT_EQ(m.v.x[lane], 28);  // −r × ω = (0, −6, 5), then (1, 2, 3) × that
  }
}

}  // namespace
}  // namespace treefix::test
