// The operators satisfy the laws that they declare, and declare only those that they satisfy.
#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/operators.hpp>
#include <treefix/spatial/rotation.hpp>

#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::test {
namespace {

template <class T>
Vec3<T> random_vector(Random& random) {
  return {uniform<T>(random), uniform<T>(random), uniform<T>(random)};
}
template <class T>
Motion<T> random_motion(Random& random) {
  return {random_vector<T>(random), random_vector<T>(random)};
}
template <class T>
Transform<T> random_transform(Random& random) {
  Quaternion<T> q{uniform<T>(random), uniform<T>(random), uniform<T>(random), uniform<T>(random, 0.5, 1)};
  const T scale = T(1) / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {turned(Quaternion<T>{scale * q.x, scale * q.y, scale * q.z, scale * q.w}), random_vector<T>(random)};
}

/// One operator on one type of elements, and a function that draws them.
template <class Op_, class X_, auto draw_>
struct Case {
  using Op = Op_;
  using X = X_;
  static X draw(Random& random) { return draw_(random); }
};

template <class T>
Force<T> random_force(Random& random) {
  return {random_vector<T>(random), random_vector<T>(random)};
}
template <class T>
Inertia<T> random_inertia(Random& random) {
  const Vec3<T> a = random_vector<T>(random), b = random_vector<T>(random);
  return {uniform<T>(random), random_vector<T>(random), {a.x, a.y, a.z, b.x, b.y, b.z}};
}
template <class T>
MotionStep<T> random_step(Random& random) {
  return {random_transform<T>(random), random_motion<T>(random)};
}
template <class T>
PairStep<T> random_pair(Random& random) {
  return {random_transform<T>(random), random_motion<T>(random), random_motion<T>(random)};
}

template <class T>
MotionMatrix<T> random_matrix(Random& random) {
  MotionMatrix<T> A;
  for (Force<T>& row : A.rows) row = random_force<T>(random);
  return A;
}
template <class T>
MotionMap<T> random_map(Random& random) {
  return {random_matrix<T>(random), random_motion<T>(random)};
}
template <class T>
ForceMap<T> random_force_map(Random& random) {
  return {random_matrix<T>(random), random_force<T>(random)};
}

template <class C>
class Operators : public ::testing::Test {};
template <class C>
class Groups : public ::testing::Test {};

template <class... C>
using GroupsAnd = ::testing::Types<
    Case<Add, Motion<double>, random_motion<double>>, Case<Add, Motion<Quad>, random_motion<Quad>>,
    Case<Add, Force<double>, random_force<double>>, Case<Add, Inertia<double>, random_inertia<double>>,
    Case<Add, Inertia<float>, random_inertia<float>>, Case<Compose, Transform<double>, random_transform<double>>,
    Case<Compose, Transform<Quad>, random_transform<Quad>>, Case<Compose, Transform<float>, random_transform<float>>,
    Case<Propagate, MotionStep<double>, random_step<double>>, Case<Propagate, MotionStep<Quad>, random_step<Quad>>,
    Case<PropagatePair, PairStep<double>, random_pair<double>>, Case<PropagatePair, PairStep<Quad>, random_pair<Quad>>,
    C...>;
TYPED_TEST_SUITE(Groups, GroupsAnd<>);
using Cases =
    GroupsAnd<Case<Transmit, MotionMatrix<double>, random_matrix<double>>,
              Case<Transmit, MotionMatrix<Quad>, random_matrix<Quad>>,
              Case<Follow, MotionMap<double>, random_map<double>>, Case<Follow, MotionMap<Quad>, random_map<Quad>>,
              Case<Gather, ForceMap<double>, random_force_map<double>>,
              Case<Gather, ForceMap<Quad>, random_force_map<Quad>>>;
TYPED_TEST_SUITE(Operators, Cases);

TYPED_TEST(Operators, Associate) {
  Random random(1);
  const typename TypeParam::Op op;
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto a = TypeParam::draw(random), b = TypeParam::draw(random), c = TypeParam::draw(random);
    ASSERT_TRUE(near(op(op(a, b), c), op(a, op(b, c))));
  }
}

TYPED_TEST(Operators, HaveAnIdentity) {
  Random random(2);
  const typename TypeParam::Op op;
  const auto one = TypeParam::Op::template identity<typename TypeParam::X>();
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto a = TypeParam::draw(random);
    ASSERT_TRUE(near(op(one, a), a, 2));
    ASSERT_TRUE(near(op(a, one), a, 2));
  }
}

TYPED_TEST(Groups, HaveInverses) {
  Random random(3);
  const typename TypeParam::Op op;
  const auto one = TypeParam::Op::template identity<typename TypeParam::X>();
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto a = TypeParam::draw(random);
    ASSERT_TRUE(near(op(a, TypeParam::Op::inverse(a)), one));
    ASSERT_TRUE(near(op(TypeParam::Op::inverse(a), a), one));
  }
}

TYPED_TEST(Operators, CommuteIfAndOnlyIfTheySaySo) {
  Random random(4);
  const typename TypeParam::Op op;
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto a = TypeParam::draw(random), b = TypeParam::draw(random);
    // two random elements are a witness against it
    ASSERT_EQ(bool(near(op(a, b), op(b, a))), TypeParam::Op::commutative);
  }
}

TEST(Operators, ActOnValuesAsTheirProductsDo) {
  Random random(5);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto a = random_step<double>(random), b = random_step<double>(random);
    const auto m = random_motion<double>(random);
    ASSERT_TRUE(near(Propagate::apply(Propagate()(a, b), m), Propagate::apply(b, Propagate::apply(a, m))));
    const auto p = random_pair<double>(random), r = random_pair<double>(random);
    const MotionPair<double> moves{m, random_motion<double>(random)};
    const MotionPair<double> x = PropagatePair::apply(PropagatePair()(p, r), moves),
                             y = PropagatePair::apply(r, PropagatePair::apply(p, moves));
    ASSERT_TRUE(near(x.V, y.V) && near(x.A, y.A));
    const auto A = random_matrix<double>(random), B = random_matrix<double>(random);
    ASSERT_TRUE(near(Transmit::apply(Transmit()(A, B), m), Transmit::apply(B, Transmit::apply(A, m))));
    const auto t = random_map<double>(random), u = random_map<double>(random);
    ASSERT_TRUE(near(Follow::apply(Follow()(t, u), m), Follow::apply(u, Follow::apply(t, m))));
  }
}

TEST(Operators, CarryForcesAndInertiasBackAsTheirProductsDo) {
  Random random(6);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto a = random_transform<double>(random), b = random_transform<double>(random);
    const auto f = random_force<double>(random), g = random_force<double>(random);
    ASSERT_TRUE(near(Compose::carry(Compose()(a, b), f), Compose::carry(a, Compose::carry(b, f))));
    ASSERT_TRUE(near(Compose::carry(a, f + g), Compose::carry(a, f) + Compose::carry(a, g)));
    const auto I = random_inertia<double>(random);
    ASSERT_TRUE(near(Compose::carry(Compose()(a, b), I), Compose::carry(a, Compose::carry(b, I))));
    const auto A = random_matrix<double>(random), B = random_matrix<double>(random);
    ASSERT_TRUE(near(Transmit::carry(Transmit()(A, B), f), Transmit::carry(A, Transmit::carry(B, f))));
    ASSERT_TRUE(near(Transmit::carry(A, f + g), Transmit::carry(A, f) + Transmit::carry(A, g)));
  }
}

TEST(Operators, ThePairIsTheRecursionOfVelocityAndAcceleration) {
  Random random(7);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto X = random_transform<double>(random);
    const auto V = random_motion<double>(random), A = random_motion<double>(random), vJ = random_motion<double>(random),
               aJ = random_motion<double>(random);
    const auto [got_V, got_A] = PropagatePair::apply(PairStep<double>{X, vJ, aJ}, MotionPair<double>{V, A});
    const Motion<double> expected_V = X * V + vJ;
    ASSERT_TRUE(near(got_V, expected_V));
    ASSERT_TRUE(near(got_A, X * A + aJ + cross(expected_V, vJ)));
  }
}

// The compiler rejects unsuitable operators.
static_assert(AbelianGroup<Add, Motion<double>> && AbelianGroup<Add, Inertia<float>>);
static_assert(Componentwise<Add, Force<double>> && !Componentwise<Compose, Transform<double>>);
static_assert(Group<Compose, Transform<double>> && !AbelianGroup<Compose, Transform<double>>);
static_assert(Group<Propagate, MotionStep<double>> && !CommutativeMonoid<Propagate, MotionStep<double>>);
static_assert(Group<PropagatePair, PairStep<double>> && !CommutativeMonoid<PropagatePair, PairStep<double>>);
static_assert(Monoid<Segmented<Compose>, Marked<Transform<double>>>);
static_assert(!Group<Segmented<Add>, Marked<Motion<double>>>);
static_assert(Action<PropagatePair, PairStep<double>, MotionPair<double>> &&
              Action<Propagate, MotionStep<double>, Motion<double>>);
static_assert(Carrier<Compose, Transform<double>, Force<double>> &&
              Carrier<Compose, Transform<double>, Inertia<double>>);
static_assert(!Carrier<Propagate, MotionStep<double>, Force<double>>);
static_assert(Monoid<Transmit, MotionMatrix<double>> && !Group<Transmit, MotionMatrix<double>>);
static_assert(Carrier<Transmit, MotionMatrix<double>, Force<double>> &&
              Action<Transmit, MotionMatrix<double>, Motion<double>>);
static_assert(Action<Follow, MotionMap<double>, Motion<double>> && !Group<Follow, MotionMap<double>>);
static_assert(Monoid<Gather, ForceMap<double>> && !Group<Gather, ForceMap<double>>);

}  // namespace
}  // namespace treefix::test
