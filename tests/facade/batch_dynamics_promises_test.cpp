// Guarantees of BatchDynamics: the result of a state does not depend on other states, bit by bit.
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "support/batch.hpp"
#include "support/mimic.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> some_models() {
  std::vector<Model> models = many_models(20);
  for (const MimicRobot& robot : random_mimic_robots(8)) models.push_back(robot.coupled);
  return models;
}

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0);
}

template <class T>
void expect_no_influence_of_size_and_position() {
  constexpr Index sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33}, all = 67;
  for (const Model& model : some_models()) {
    BatchDynamics batch(model, {.threads = 1});
    const Rows<T> rows(model, all);
    for (const Job job : jobs) {
      const Index n = output_size(job, model);
      const std::vector<T> expected = run(batch, job, rows);
      for (const Index B : sizes)
        for (const Index first : {Index(0), Index(1), all - B}) {
          const std::vector<T> got = run(batch, job, rows, first, B);
          EXPECT_TRUE(same_bits(got, std::vector<T>(expected.begin() + first * n, expected.begin() + (first + B) * n)))
              << B << " states from " << first << ", job " << static_cast<int>(job) << ", " << describe(model) << ", "
              << batch.level();
        }
    }
  }
}

TEST(BatchPromises, NeitherTheNumberOfStatesNorTheirPlaceMatters) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_no_influence_of_size_and_position<double>();
    expect_no_influence_of_size_and_position<float>();
  }
}

/// Enough states that several threads share every computation.
void expect_no_influence_of_threads() {
  const Model models[] = {zoo::arm(), zoo::humanoid(), zoo::random_tree({.n = 9, .seed = 3, .joints = "RPHSLF"}),
                          random_mimic_robots(1)[0].coupled};
  for (const Model& model : models) {
    const Rows<double> rows(model, unless_sanitized(4001, 1001));
    BatchDynamics one(model, {.threads = 1});
    for (const int threads : {2, 3}) {
      BatchDynamics batch(model, {.threads = threads});
      EXPECT_LE(batch.threads(), threads) << "as many as requested, or as there are cores";
      for (const Job job : jobs)
        EXPECT_TRUE(same_bits(run(batch, job, rows), run(one, job, rows)))
            << threads << " threads, job " << static_cast<int>(job) << ", " << describe(model);
    }
  }
  // few states of a large robot
  const Model chain = zoo::chain(2500);
  const Rows<double> rows(chain, 33);
  BatchDynamics one(chain, {.threads = 1}), three(chain, {.threads = 3});
  for (const Job job : {Job::inverse, Job::forward}) EXPECT_TRUE(same_bits(run(three, job, rows), run(one, job, rows)));
}

TEST(BatchPromises, TheNumberOfThreadsDoesNotMatter) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_no_influence_of_threads();
  }
}

TEST(BatchPromises, TheSameCallTwiceGivesTheSame) {
  const Model model = zoo::humanoid();
  BatchDynamics batch(model);
  const Rows<double> rows(model, 1000);
  std::vector<std::vector<double>> first;
  for (const Job job : jobs) first.push_back(run(batch, job, rows));
  // in another order: no computation depends on what another left in memory
  for (std::size_t i = std::size(jobs); i-- > 0;) EXPECT_TRUE(same_bits(run(batch, jobs[i], rows), first[i])) << i;
}

template <class T>
void expect_spoiled_alone() {
  constexpr Index B = 21;
  const T nonsense[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity(), T(1e30)};
  for (const Model& model : some_models()) {
    BatchDynamics batch(model, {.threads = 1, .checked = false});
    const Rows<T> rows(model, B);
    Rows<T> spoiled = rows;
    const auto is_spoiled = [](Index b) { return b % 5 == 2 || b == B - 1; };
    for (Index b = 0; b < B; ++b) {
      if (!is_spoiled(b)) continue;
      for (std::vector<T>* x : {&spoiled.q, &spoiled.v, &spoiled.a, &spoiled.forces}) {
        const Index n = ssize(*x) / B;
        for (Index k = 0; k < n; ++k) at(*x, b * n + k) = nonsense[static_cast<std::size_t>((b + k) % 4)];
      }
    }
    for (const Job job : jobs) {
      const Index n = output_size(job, model);
      const std::vector<T> expected = run(batch, job, rows), got = run(batch, job, spoiled);
      for (Index b = 0; b < B; ++b) {
        EXPECT_TRUE(is_spoiled(b) || same_bits(row(got, b, n), row(expected, b, n)))
            << "state " << b << ", job " << static_cast<int>(job) << ", " << describe(model) << ", " << batch.level();
      }
      // and the invalid numbers have no effect on the next call
      EXPECT_TRUE(same_bits(run(batch, job, rows), expected)) << static_cast<int>(job) << ", " << describe(model);
    }
  }
}

TEST(BatchPromises, InvalidNumbersInOneStateAffectNoOther) {
  for (const std::string_view level : levels()) {
    const UseLevel use(level);
    expect_spoiled_alone<double>();
    expect_spoiled_alone<float>();
  }
}

TEST(BatchPromises, ANumberThatIsNotFiniteShowsInItsState) {
  const Model model = zoo::arm();
  BatchDynamics batch(model, {.checked = false});
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Rows<double> rows(model, 5);
    at(rows.q, 2 * 7 + 3) = bad;
    for (const Job job : {Job::inverse, Job::forward, Job::by_matrix, Job::matrix, Job::gravity, Job::kinematics}) {
      const Index n = output_size(job, model);
      const std::vector<double> out = run(batch, job, rows);
      for (Index b = 0; b < 5; ++b) EXPECT_EQ(std::isnan(largest(row(out, b, n))), b == 2) << static_cast<int>(job);
    }
  }
}

/// Levels differ in rounding only.
TEST(BatchPromises, LevelsAgreeToRounding) {
  for (const Model& model : some_models()) {
    const Rows<double> rows(model, 9);
    std::vector<std::vector<double>> first;
    for (const std::string_view level : levels()) {
      const UseLevel use(level);
      BatchDynamics batch(model, {.threads = 1});
      for (std::size_t i = 0; i < std::size(jobs); ++i) {
        const std::vector<double> out = run(batch, jobs[i], rows);
        if (first.size() <= i) first.push_back(out);
        const bool solves = jobs[i] == Job::forward || jobs[i] == Job::by_matrix || jobs[i] == Job::solve;
        EXPECT_LE(largest(minus(out, first[i])), (solves ? 1e-7 : 1e-12) * (1 + largest(first[i])))
            << level << ", job " << i << ", " << describe(model);
      }
    }
  }
}

TEST(BatchPromises, ABatchWithoutStatesDoesNothing) {
  for (const Model& model : {zoo::arm(), zoo::humanoid(), random_mimic_robots(1)[0].coupled}) {
    BatchDynamics batch(model);
    for (const Job job : jobs) EXPECT_TRUE(run(batch, job, Rows<double>(model, 0)).empty());
    bool asked = false;
    const BatchCall<double> call{.progress = [&](Index, Index) { return asked = true; }};
    batch.gravity<double>(Batch<const double>::rows(nullptr, 0, model.nq()),
                          Batch<double>::rows(nullptr, 0, model.nv()), call);
    EXPECT_FALSE(asked) << "there is nothing to ask about";
  }
}

TEST(BatchPromises, AMillionStatesWork) {
  const Model model = zoo::chain(2);
  BatchDynamics batch(model);
  const Rows<float> few(model, 17);
  Rows<float> many = few;
  many.B = 1'000'003;
  for (std::vector<float>* x : {&many.q, &many.v, &many.a, &many.forces}) {
    const std::vector<float> once = *x;
    x->resize(once.size() / 17 * static_cast<std::size_t>(many.B));
    for (std::size_t i = 0; i < x->size(); ++i) (*x)[i] = once[i % once.size()];
  }
  for (const Job job : jobs) {
    const std::vector<float> got = run(batch, job, many), expected = run(batch, job, few);
    Index wrong = 0;
    for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i % expected.size()];
    EXPECT_EQ(wrong, 0) << static_cast<int>(job);
  }
}

TEST(BatchPromises, RobotsThatDoNotMoveWork) {
  const Model model = Builder("stone").body({.name = "stone", .mass = 1, .inertia = Sym3<double>::identity()}).build();
  ASSERT_EQ(model.nv(), 0);
  BatchDynamics batch(model);
  for (const Job job : jobs) {
    if (job == Job::energy || job == Job::kinematics) continue;
    EXPECT_TRUE(run(batch, job, Rows<double>(model, 5)).empty());
  }
}

}  // namespace
}  // namespace treefix::testing
