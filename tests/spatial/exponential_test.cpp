// Laws of treefix/spatial/exponential.hpp.
#include <spatial/values.hpp>

#include <treefix/spatial/exponential.hpp>

namespace treefix::test {
namespace {

template <class T>
class ExponentialLaws : public SpatialTest<T> {
 protected:
  /// A rotation vector of random direction and the given length.
  static Vec3<T> of_length(Draw<T>& draw, T length) {
    const Vec3<T> v{draw.scalar(), draw.scalar(), draw.scalar(0.5, 1)};
    return (length / sqrt(dot(v, v))) * v;
  }
};
TYPED_TEST_SUITE(ExponentialLaws, OrderedScalars, ScalarNames);

/// π to the precision of each scalar type.
template <class T>
T pi() {
  return T(4) * atan2(T(1), T(1));
}

/// Angles across the range: zero, much less than √ε (but such that its square does not underflow), both sides of
/// the switch to the series, almost half a turn.
template <class T>
std::vector<T> angles() {
  const T e = epsilon<T>(), tiny = T(sizeof(T) == 4 ? 1e-15 : 1e-30);
  return {T(0),
          tiny,
          T(1e-12),
          T(1e-5),
          T(0.1),
          T(1) - T(4) * e,
          T(1) + T(4) * e,
          T(1.999),
          T(2),
          T(2.001),
          T(3),
          T(3.14),
          pi<T>() * (T(1) - T(64) * e)};
}

/// Both relative to a length, because angles of 1e-30 must be accurate, too.
template <class T>
::testing::AssertionResult near_relative(const Vec3<T>& a, const Vec3<T>& b, T length, double units = 64) {
  if (length == T(0)) return near(a, b, 0);
  return near((T(1) / length) * a, (T(1) / length) * b, units);
}

/// Σ (−θ²)^k / (2k + first)! with many terms, always in Quad.
Quad taylor(Quad squared, int first) {
  Quad factorial = 1, power = 1, sum = 0;
  for (int i = 2; i <= first; ++i) factorial *= Quad(i);
  for (int k = 0; k < 40; ++k) {
    sum += power / factorial;
    power *= -squared;
    factorial *= Quad(2 * k + first + 1) * Quad(2 * k + first + 2);
  }
  return sum;
}

TYPED_TEST(ExponentialLaws, CoefficientsAreTheirPowerSeriesOnBothSidesOfTheSwitch) {
  using T = TypeParam;
  std::vector<T> points{T(0), T(1e-30), T(0.25), T(1) - epsilon<T>(), T(1), T(1) + epsilon<T>(), T(4), T(36)};
  for (T angle : angles<T>()) points.push_back(angle * angle);
  for (const T squared : points) {
    const ExponentialCoefficients<T> k(squared);
    const std::vector<T> expected{static_cast<T>(taylor(squared, 1)), static_cast<T>(taylor(squared, 2)),
                                  static_cast<T>(taylor(squared, 3))};
    EXPECT_TRUE(near(std::vector<T>{k.a, k.b, k.c}, expected, 8)) << "θ² = " << static_cast<double>(squared);
  }
}

TEST(ExponentialLaws, CoefficientsInQuadAreRightTo30Digits) {
  for (const double squared : {1e-24, 0.3, 0.999999, 1.000001, 9.8}) {
    const ExponentialCoefficients<Quad> k{Quad(squared)};
    EXPECT_LT(static_cast<double>(abs(k.a - taylor(squared, 1))), 1e-30);
    EXPECT_LT(static_cast<double>(abs(k.b - taylor(squared, 2))), 1e-30);
    EXPECT_LT(static_cast<double>(abs(k.c - taylor(squared, 3))), 1e-30);
  }
}

TYPED_TEST(ExponentialLaws, ExponentialIsTheUnitQuaternionOfThatAxisAndAngle) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    for (T angle : angles<T>()) {
      const Vec3<T> u = ExponentialLaws<T>::of_length(draw, T(1));
      const Quaternion<T> a = exponential(angle * u);
      EXPECT_TRUE(near(squared_norm(a), T(1), 8));
      EXPECT_TRUE(near(turned(a), turned(u, angle))) << static_cast<double>(angle);
      EXPECT_TRUE(near_relative({a.x, a.y, a.z}, sin(angle / T(2)) * u, angle));
    }
  });
}

TYPED_TEST(ExponentialLaws, LogarithmUndoesExponentialUpToHalfATurn) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    for (T angle : angles<T>()) {
      const Vec3<T> w = ExponentialLaws<T>::of_length(draw, angle);
      EXPECT_TRUE(near_relative(logarithm(exponential(w)), w, angle)) << static_cast<double>(angle);
    }
  });
}

TYPED_TEST(ExponentialLaws, ExponentialUndoesLogarithmUpToSign) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    // w of either sign and around zero, where the rotation is half a turn
    for (T w : {T(-1), T(-0.3), T(-1e-12), T(0), T(1e-12), T(0.3), T(1)}) {
      Quaternion<T> a{draw.scalar(0.2, 1), draw.scalar(), draw.scalar(), w};
      const T s = T(1) / sqrt(squared_norm(a));
      a = {s * a.x, s * a.y, s * a.z, s * a.w};
      const Vec3<T> log = logarithm(a);
      EXPECT_LE(dot(log, log), pi<T>() * pi<T>() * (T(1) + T(16) * epsilon<T>()));
      const Quaternion<T> b = exponential(log);
      const T sign = a.w < T(0) ? T(-1) : T(1);
      EXPECT_TRUE(near(Quaternion<T>{sign * b.x, sign * b.y, sign * b.z, sign * b.w}, a));
    }
  });
}

TYPED_TEST(ExponentialLaws, LogarithmOfNoTurnIsZeroWhateverTheSign) {
  using T = TypeParam;
  EXPECT_TRUE(near(logarithm(Quaternion<T>{}), Vec3<T>{}, 0));
  EXPECT_TRUE(near(logarithm(Quaternion<T>{T(0), T(0), T(0), T(-1)}), Vec3<T>{}, 0));
}

TYPED_TEST(ExponentialLaws, TurnsAboutOneAxisAdd) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> w = draw.vec3();
    const T s = draw.scalar(), t = draw.scalar();
    EXPECT_TRUE(near(exponential(s * w) * exponential(t * w), exponential((s + t) * w)));
  });
}

TYPED_TEST(ExponentialLaws, TranslationMatrixIsTheIntegralOfTheTurn) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    for (T angle : angles<T>()) {
      const Vec3<T> w = ExponentialLaws<T>::of_length(draw, angle);
      const Mat3<T> V = exponential_translation(w), R = transpose(turned(exponential(w))), one = Mat3<T>::identity();
      // d/dt (t V(tw)) = R(tw): from 0 to 1 of hat(w) R this is R − 1, and the axis itself stays
      EXPECT_TRUE(near(hat(w) * V, R - one));
      EXPECT_TRUE(near_relative(V * w, w, angle));
      // the second half of a motion is the first half, carried along
      EXPECT_TRUE(near(T(2) * exponential_translation(T(2) * w), V + R * V));
    }
  });
}

TYPED_TEST(ExponentialLaws, SolveSolves) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> A = T(3) * Mat3<T>::identity() + draw.mat3();  // diagonally dominant: well conditioned
    const Vec3<T> x = draw.vec3();
    EXPECT_TRUE(near(solve(A, A * x), x));
  });
}

}  // namespace
}  // namespace treefix::test
