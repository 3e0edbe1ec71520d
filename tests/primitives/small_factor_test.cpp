// Laws of treefix/primitives/small_factor.hpp.
#include <treefix/primitives/small_factor.hpp>

#include <spatial/values.hpp>

namespace treefix::test {
namespace {

template <class T>
class SmallFactorLaws : public SpatialTest<T> {};
TYPED_TEST_SUITE(SmallFactorLaws, Scalars, ScalarNames);

/// 1 + B Bᵀ: well conditioned, so that rounding stays small.
template <class T, int k>
struct Definite {
  T D[k][k];
  explicit Definite(Draw<T>& draw) {
    T B[k][k];
    for (auto& row : B)
      for (T& x : row) x = draw.scalar();
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j) {
        D[i][j] = T(i == j);
        for (int l = 0; l < k; ++l) D[i][j] += B[i][l] * B[j][l];
      }
  }
};

template <class T, int k>
void expect_solution(Draw<T>& draw) {
  const Definite<T, k> d(draw);
  T x[k];
  for (T& value : x) value = draw.scalar();
  std::vector<T> product(k), expected(x, x + k);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) product[static_cast<std::size_t>(i)] += d.D[i][j] * x[j];
  T y[k];
  for (int i = 0; i < k; ++i) y[i] = product[static_cast<std::size_t>(i)];
  SmallFactor<T, k>(d.D).solve(y);
  EXPECT_TRUE(near(std::vector<T>(y, y + k), expected, 1000)) << k;
}

TYPED_TEST(SmallFactorLaws, SolvesForWhatWasMultiplied) {
  this->repeat([](Draw<TypeParam>& draw) {
    expect_solution<TypeParam, 1>(draw);
    expect_solution<TypeParam, 2>(draw);
    expect_solution<TypeParam, 3>(draw);
    expect_solution<TypeParam, 6>(draw);
  });
}

TYPED_TEST(SmallFactorLaws, SolvesForForcesAsForEachOfTheirNumbers) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Definite<T, 3> d(draw);
    Force<T> forces[] = {draw.force(), draw.force(), draw.force()};
    T numbers[] = {forces[0].f.y, forces[1].f.y, forces[2].f.y};
    const SmallFactor<T, 3> factor(d.D);
    factor.solve(forces);
    factor.solve(numbers);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(near(forces[i].f.y, numbers[i], 0));
  });
}

TYPED_TEST(SmallFactorLaws, ReadsTheLowerTriangleOnly) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    Definite<T, 3> d(draw);
    T x[] = {draw.scalar(), draw.scalar(), draw.scalar()}, y[] = {x[0], x[1], x[2]};
    SmallFactor<T, 3>(d.D).solve(x);
    d.D[0][1] = d.D[0][2] = d.D[1][2] = T(1e30);
    SmallFactor<T, 3>(d.D).solve(y);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(near(x[i], y[i], 0));
  });
}

template <class T>
class SmallFactorSigns : public SpatialTest<T> {};
TYPED_TEST_SUITE(SmallFactorSigns, OrderedScalars, ScalarNames);

TYPED_TEST(SmallFactorSigns, TellWhetherTheMatrixWasPositiveDefinite) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) { EXPECT_TRUE((SmallFactor<T, 6>(Definite<T, 6>(draw).D).positive())); });
  const T not_a_number(std::numeric_limits<double>::quiet_NaN());
  for (const T& bad : {T(0), T(-1), not_a_number}) {
    const T one[1][1] = {{bad}}, first[2][2] = {{bad, T(0)}, {T(0), T(1)}}, last[2][2] = {{T(1), T(0)}, {T(0), bad}};
    EXPECT_FALSE((SmallFactor<T, 1>(one).positive()));
    EXPECT_FALSE((SmallFactor<T, 2>(first).positive()));
    EXPECT_FALSE((SmallFactor<T, 2>(last).positive()));
  }
  const T indefinite[2][2] = {{T(1), T(2)}, {T(2), T(1)}};
  EXPECT_FALSE((SmallFactor<T, 2>(indefinite).positive()));
}

}  // namespace
}  // namespace treefix::test
