// Laws of treefix/facade/batch_checks.hpp.
#include <treefix/facade/batch_checks.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/zoo.hpp>
#include <treefix/planner/table.hpp>

#include "support/armatures.hpp"
#include "support/messages.hpp"
#include "support/rooms.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

constexpr int L = 4;
const char* const nothing = "nothing was thrown";

std::string values_refused(const Task& task, const Model& model, int threads = 1) {
  Workers workers(threads);
  const facade::Between between = [](Index) {};
  return message_of<ValueError>([&] { facade::check_values(task, model, L, {workers, between}); });
}

/// The numbers of B states in one layout; all memory between them is NaN.
template <class A>
struct Numbers {
  const char* name;
  Index B, n, state_stride, number_stride, first, size;
  bool interleaved = false;
  ZeroMemory memory{static_cast<std::size_t>(size) * sizeof(A)};

  A& number(Index b, Index k) const {
    const Index at = interleaved ? (b / L * n + k) * L + b % L : first + b * state_stride + k * number_stride;
    return memory.as<A>()[at];
  }
  Array array(std::string_view argument) const {
    A* data = memory.as<A>();
    return array_of(argument, interleaved ? Batch<A>::interleaved(data, B, n)
                                          : Batch<A>::strided(data + first, B, n, state_stride, number_stride));
  }
};
template <class A>
std::vector<Numbers<A>> every_layout(Index B, Index n) {
  std::vector<Numbers<A>> all;
  all.push_back({"rows", B, n, n, 1, 0, B * n});
  all.push_back({"rows with a gap", B, n, n + 2, 1, 1, B * (n + 2) + 1});
  all.push_back({"rows backwards", B, n, -n, 1, (B - 1) * n, B * n});
  all.push_back({"columns", B, n, 1, B + 1, 0, n * (B + 1)});
  all.push_back({"interleaved", B, n, 0, 0, 0, (B + L - 1) / L * L * n, true});
  for (Numbers<A>& numbers : all) {
    std::fill_n(numbers.memory.template as<A>(), numbers.size, std::numeric_limits<A>::quiet_NaN());
    for (Index b = 0; b < B; ++b)
      for (Index k = 0; k < n; ++k) numbers.number(b, k) = std::numeric_limits<A>::max();
  }
  return all;
}

template <class A>
void expect_first_bad_number_found() {
  Random random(1);
  const Model model = zoo::chain(5);
  const A bad[] = {std::numeric_limits<A>::quiet_NaN(), std::numeric_limits<A>::infinity(),
                   -std::numeric_limits<A>::infinity()};
  for (const Index B : {1, 2, 5, 63, 64, 65, 200})
    for (const Index n : {1, 5, 16, 17, 40})
      for (const Numbers<A>& x : every_layout<A>(B, n)) {
        const Task task{.states = B, .input = x.array("tau")};
        EXPECT_EQ(values_refused(task, model), nothing) << x.name << ": what lies between numbers does not matter";
        for (int i = 0; i < 4; ++i) {
          const Index state = i == 0 ? 0 : i == 1 ? B - 1 : random.below(B), k = i == 1 ? n - 1 : random.below(n);
          const Index later = state + random.below(B - state);
          const A value = bad[random.below(3)];
          std::vector<A*> places{&x.number(state, k)};
          for (Index j = k; j < n; ++j) places.push_back(&x.number(later, j));  // not the first
          for (A* place : places) *place = value;
          EXPECT_EQ(values_refused(task, model),
                    concat("tau[", state, ", ", k, "] is ", value, ", expected a finite number"))
              << x.name << ", " << B << " x " << n;
          for (A* place : places) *place = A(1);
        }
      }
}

TEST(CheckValues, FindsTheFirstBadNumberWhereverItIs) {
  expect_first_bad_number_found<double>();
  expect_first_bad_number_found<float>();
}

TEST(CheckValues, FindsTheFirstBadStateWithAnyNumberOfThreads) {
  const EightThreads more;
  constexpr Index B = 40'000, n = 10;  // enough for several threads
  const Model model = zoo::chain(n);
  std::vector<double> v(B * n, 1);
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    std::vector<Index> bad;
    for (int i = 0; i < 5; ++i) bad.push_back(random.below(B));
    for (const Index b : bad) at(v, b * n + 3) = std::nan("");
    for (const int threads : {1, 2, 8})
      EXPECT_EQ(values_refused({.states = B, .v = array_of("v", Batch<double>::rows(v.data(), B, n))}, model, threads),
                concat("v[", *std::min_element(bad.begin(), bad.end()), ", 3] is nan, expected a finite number"));
    for (const Index b : bad) at(v, b * n + 3) = 1;
  }
}

TEST(CheckValues, LooksAtEveryArgumentAndNamesSharedNumbersWithoutAState) {
  const Model model = zoo::chain(3);
  std::vector<double> x{1, 2, 3};
  for (Index k = 0; k < 3; ++k) {
    const double old = std::exchange(at(x, k), std::nan(""));
    for (Array Task::* argument : {&Task::q, &Task::v, &Task::input, &Task::external}) {
      Task task{.states = 1'000'000};
      task.*argument = array_of("name", Batch<double>::same(x, task.states));
      EXPECT_EQ(values_refused(task, model), concat("name[", k, "] is nan, expected a finite number"));
      (task.*argument).states = task.states = 0;
      EXPECT_EQ(values_refused(task, model), nothing) << "no state has this number";
    }
    at(x, k) = old;
  }
}

TEST(CheckValues, NamesTheQuaternionWhoseLengthIsNotOne) {
  const Model model = gears();  // a spherical joint behind a mimic joint
  const JointInfo ball = model.joint("ball");
  const std::vector<double> q = random_configuration(model, 1);
  const Index n = model.nq(), B = 70;
  for (Numbers<double>& x : every_layout<double>(B, n)) {
    const auto length = [&](Index b, double factor) {
      for (Index k = 0; k < n; ++k) x.number(b, k) = at(q, k) * (k < ball.q ? 1 : factor);
    };
    for (Index b = 0; b < B; ++b) length(b, 1);
    const Task task{.states = B, .q = x.array("q")};
    EXPECT_EQ(values_refused(task, model), nothing);
    for (const Index bad : {Index(0), Index(31), B - 1})
      for (const double factor : {0.0, 1 - 2e-6, 1 + 2e-6, 2.0}) {
        length(bad, factor);
        EXPECT_TRUE(values_refused(task, model)
                        .starts_with(concat("q[", bad, ", ", ball.q, "] to q[", bad, ", ", ball.q + 3,
                                            "], the quaternion of joint 'ball', has length ")))
            << x.name;
        for (const double small : {1 - 5e-7, 1 + 5e-7}) {
          length(bad, small);
          EXPECT_EQ(values_refused(task, model), nothing) << "rounding of a file is no error";
        }
        length(bad, 1);
      }
  }
}

TEST(CheckValues, ReportsNowAndThenAndEndsWithWhatTheReportThrows) {
  const Model model = zoo::make("random_tree:n=1,joints=S");
  std::vector<double> q = neutral(model);
  const Index B = 4 * table::numbers_between_reports / 32;
  const Task task{.states = B, .q = array_of("q", Batch<double>::same(q, B))};
  Workers workers(1);
  int reports = 0;
  const facade::Between count = [&](Index) { ++reports; };
  facade::check_values(task, model, L, {workers, count});
  EXPECT_GE(reports, 2);
  reports = 0;
  const facade::Between stop = [&](Index) {
    ++reports;
    throw std::runtime_error("enough");
  };
  EXPECT_EQ(message_of<std::runtime_error>([&] { facade::check_values(task, model, L, {workers, stop}); }), "enough");
  EXPECT_EQ(reports, 1);
}

}  // namespace
}  // namespace treefix::testing
