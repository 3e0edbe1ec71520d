// Random spatial values, in any scalar type.
#pragma once

#include <support/scalars.hpp>

#include <treefix/base/random.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::test {

/// Draws values one after the other; every number in [-1, 1], every lane different.
template <class T>
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  T scalar() { return uniform<T>(random_); }
  T scalar(double low, double high) { return uniform<T>(random_, low, high); }
  // braces evaluate from left to right, so the numbers do not depend on the compiler
  Vec3<T> vec3() { return {scalar(), scalar(), scalar()}; }
  Mat3<T> mat3() { return {vec3(), vec3(), vec3()}; }
  Sym3<T> sym3() { return {scalar(), scalar(), scalar(), scalar(), scalar(), scalar()}; }
  Motion<T> motion() { return {vec3(), vec3()}; }
  Force<T> force() { return {vec3(), vec3()}; }
  Inertia<T> inertia() { return {scalar(), vec3(), sym3()}; }
  ArticulatedInertia<T> articulated() { return {sym3(), mat3(), sym3()}; }
  /// Positive definite: 1 + Σ f fᵀ, so well conditioned that rounding stays small.
  ArticulatedInertia<T> definite() {
    ArticulatedInertia<T> sum{Sym3<T>::identity(), Mat3<T>{}, Sym3<T>::identity()};
    for (int k = 0; k < 6; ++k) {
      const Force<T> f = force();
      sum += symmetric_outer(f, f);
    }
    return sum;
  }
  /// Of any length except a small one.
  Quaternion<T> quaternion() { return {scalar(), scalar(), scalar(), scalar(0.5, 1)}; }
  Mat3<T> rotation() { return turned(quaternion() * quaternion()); }
  Transform<T> transform() { return {rotation(), vec3()}; }

 private:
  Random random_;
};

/// How often each law is tested.
inline constexpr int repetitions = 50;

/// Base of the typed tests of this folder: each round tests a law with other numbers.
template <class T>
class SpatialTest : public ::testing::Test {
 protected:
  template <class Law>
  static void repeat(Law law) {
    Draw<T> draw(1);
    for (int i = 0; i < repetitions && !HasFailure(); ++i) law(draw);
  }
};

}  // namespace treefix::test
