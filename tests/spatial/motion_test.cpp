// Laws of treefix/spatial/motion.hpp.
#include <spatial/matrix6.hpp>

namespace treefix::test {
namespace {

template <class T>
class MotionLaws : public SpatialTest<T> {};
TYPED_TEST_SUITE(MotionLaws, Scalars, ScalarNames);

TYPED_TEST(MotionLaws, CrossMotionIsTheMatrixOfTheBook) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion();
    const auto by_columns = matrix_of<T>([&](Vec3<T> w, Vec3<T> v) { return cross(a, Motion<T>{w, v}); });
    EXPECT_TRUE(near(by_columns, crm(a)));
  });
}

TYPED_TEST(MotionLaws, CrossForceIsMinusTheTransposeOfCrossMotion) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion();
    const auto crf = matrix_of<T>([&](Vec3<T> n, Vec3<T> f) { return cross(a, Force<T>{n, f}); });
    EXPECT_TRUE(near(crf, -transpose(crm(a))));
  });
}

TYPED_TEST(MotionLaws, CrossProductsAreLinearInBothFactors) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T s = draw.scalar();
    const Motion<T> a = draw.motion(), b = draw.motion(), c = draw.motion();
    const Force<T> f = draw.force(), g = draw.force();
    EXPECT_TRUE(near(cross(s * a - b, c), s * cross(a, c) - cross(b, c)));
    EXPECT_TRUE(near(cross(a, s * b - c), s * cross(a, b) - cross(a, c)));
    EXPECT_TRUE(near(cross(s * a - b, f), s * cross(a, f) - cross(b, f)));
    EXPECT_TRUE(near(cross(a, s * f - g), s * cross(a, f) - cross(a, g)));
  });
}

TYPED_TEST(MotionLaws, CrossAlternatesAndSatisfiesJacobi) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion(), b = draw.motion(), c = draw.motion();
    EXPECT_TRUE(near(cross(a, b), -cross(b, a)));
    EXPECT_TRUE(near(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)), Motion<T>{}));
  });
}

TYPED_TEST(MotionLaws, CrossForceRepresentsTheBracketOfMotions) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion(), b = draw.motion();
    const Force<T> f = draw.force();
    EXPECT_TRUE(near(cross(cross(a, b), f), cross(a, cross(b, f)) - cross(b, cross(a, f))));
  });
}

TYPED_TEST(MotionLaws, PowerObeysTheProductRuleOfAMovingFrame) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion(), m = draw.motion();
    const Force<T> f = draw.force();
    EXPECT_TRUE(near(dot(cross(a, f), m) + dot(f, cross(a, m)), T(0)));
  });
}

TYPED_TEST(MotionLaws, PowerPairsAngularWithMomentAndLinearWithForce) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> m = draw.motion();
    const Force<T> f = draw.force();
    EXPECT_TRUE(near(dot(f, m), dot(f.n, m.w) + dot(f.f, m.v)));
    EXPECT_TRUE(near(dot(f, m), dot(m, f), 0));
  });
}

TYPED_TEST(MotionLaws, MotionsAndForcesFormVectorSpaces) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T s = draw.scalar();
    const Motion<T> a = draw.motion(), b = draw.motion();
    const Force<T> f = draw.force(), g = draw.force();
    EXPECT_TRUE(near(s * (a + b), s * a + s * b));
    EXPECT_TRUE(near(a - b, a + (-b), 0));
    EXPECT_TRUE(near((s * a).w, s * a.w, 0));
    EXPECT_TRUE(near((s * a).v, s * a.v, 0));
    EXPECT_TRUE(near((a + b).w, a.w + b.w, 0));
    EXPECT_TRUE(near((a + b).v, a.v + b.v, 0));
    EXPECT_TRUE(near(s * (f + g), s * f + s * g));
    EXPECT_TRUE(near(f - g, f + (-g), 0));
    EXPECT_TRUE(near((f + g).n, f.n + g.n, 0));
    EXPECT_TRUE(near((f + g).f, f.f + g.f, 0));
    Motion<T> c = a;
    c += b;
    EXPECT_TRUE(near(c, a + b, 0));
    Force<T> h = f;
    h += g;
    EXPECT_TRUE(near(h, f + g, 0));
    h -= g;
    EXPECT_TRUE(near(h, f));
  });
}

}  // namespace
}  // namespace treefix::test
