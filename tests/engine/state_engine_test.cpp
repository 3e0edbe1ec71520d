// Laws of treefix/engine/state_engine.hpp.
#include <treefix/engine/state_engine.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/simd/level.hpp>
#include <treefix/treefix.hpp>

#include "support/messages.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

/// Kernels that only record how they were called.
struct Recorder {
  struct Call {
    const Task* task;
    Index first, last;
    std::byte* scratch;
    friend bool operator==(const Call&, const Call&) = default;
  };
  struct LaidOut {
    bool with_matrix;
    std::byte* scratch;
  };
  static inline std::vector<Call> calls;
  static inline std::vector<LaidOut> laid_out;
  static inline std::size_t bytes, matrix_bytes;
  static inline bool all_zero;

  static std::size_t scratch_bytes(const EngineModel<double>&, bool with_matrix) {
    return bytes + (with_matrix ? matrix_bytes : 0);
  }
  static void lay_out(const EngineModel<double>& model, bool with_matrix, std::byte* scratch) {
    const std::size_t n = scratch_bytes(model, with_matrix);
    all_zero = all_zero && std::count(scratch, scratch + n, std::byte(0)) == static_cast<std::ptrdiff_t>(n);
    std::fill_n(scratch, n, std::byte(1));  // a sanitizer reports it if there are fewer bytes
    laid_out.push_back({with_matrix, scratch});
  }
  static void run(const Task& task, Index first, Index last, std::byte* scratch) {
    calls.push_back({&task, first, last, scratch});
  }
  static constexpr GroupKernels<double> kernels{4, scratch_bytes, lay_out, run};

  static void clear(std::size_t without, std::size_t for_matrix) {
    calls.clear();
    laid_out.clear();
    bytes = without;
    matrix_bytes = for_matrix;
    all_zero = true;
  }
};

StateEngine<double> recorded(const Model& model, int workers) {
  return {model, prepare(model.mechanism()), Recorder::kernels, workers};
}

TEST(StateEngine, GivesEveryWorkerZeroedScratchOfItsOwn) {
  for (const int workers : {1, 2, 7}) {
    Recorder::clear(1000, 5000);
    const Model model = zoo::arm();
    const StateEngine<double> engine = recorded(model, workers);
    EXPECT_TRUE(Recorder::all_zero);
    ASSERT_EQ(ssize(Recorder::laid_out), workers);
    const Task task{};
    for (int worker = workers - 1; worker >= 0; --worker) engine.run(task, worker, 3 * worker, worker);
    std::set<std::byte*> places;
    for (int i = 0; i < workers; ++i) {
      const auto worker = static_cast<std::size_t>(workers - 1 - i);
      std::byte* scratch = Recorder::laid_out[worker].scratch;
      places.insert(scratch);
      EXPECT_EQ(at(Recorder::calls, i), (Recorder::Call{&task, workers - 1 - i, 3 * (workers - 1 - i), scratch}));
    }
    EXPECT_EQ(ssize(places), workers);
    EXPECT_EQ(engine.lanes(), 4);
  }
}

TEST(StateEngine, HasMemoryForMatricesAtOnceInSmallModelsAndLaterInOthers) {
  constexpr Index most = planner::table::most_dof_with_matrix;
  for (const Index n : {Index(1), most, most + 1, 2 * most}) {
    Recorder::clear(100, 300);
    const Model model = zoo::chain(n);
    StateEngine<double> engine = recorded(model, 3);
    const bool at_once = n <= most;
    for (const auto& one : Recorder::laid_out) EXPECT_EQ(one.with_matrix, at_once);
    for (int again = 0; again < 3; ++again) engine.need_matrix();
    ASSERT_EQ(ssize(Recorder::laid_out), at_once ? 3 : 6) << "only once";
    for (int worker = 0; worker < 3; ++worker) {
      engine.run({}, 0, 1, worker);
      EXPECT_TRUE(Recorder::laid_out[Recorder::laid_out.size() - 3 + static_cast<std::size_t>(worker)].with_matrix);
      EXPECT_EQ(at(Recorder::calls, worker).scratch,
                Recorder::laid_out[Recorder::laid_out.size() - 3 + static_cast<std::size_t>(worker)].scratch);
    }
  }
}

TEST(StateEngine, WithoutMemoryForAMatrixSaysHowMuchItNeedsAndStaysUsable) {
  const Model model = zoo::chain(planner::table::most_dof_with_matrix + 1);
  for (const int workers : {1, 3}) {
    constexpr std::size_t much = std::size_t(1) << 60;
    Recorder::clear(1 << 20, much);
    StateEngine<double> engine = recorded(model, workers);
    engine.run({}, 0, 1, workers - 1);
    const std::string text = message_of<MemoryError>([&] { engine.need_matrix(); });
    const double bytes = workers * static_cast<double>(much + (1 << 20));
    EXPECT_TRUE(text.starts_with("the mass matrix of model 'chain' needs ")) << text;
    EXPECT_EQ(std::stod(text.substr(text.find("needs ") + 6)), bytes) << text;
    engine.run({}, 0, 1, workers - 1);
    EXPECT_EQ(Recorder::calls[0].scratch, Recorder::calls[1].scratch);
  }
}

TEST(StateEngine, MadeWithoutMemoryForMatricesComputesTheSame) {
  const Model model = zoo::chain(planner::table::most_dof_with_matrix + 1);
  const GroupKernels<double>& kernels = current_level().states->one_state;
  StateEngine<double> without(model, prepare(model.mechanism()), kernels, 1);
  StateEngine<double> with(model, prepare(model.mechanism()), kernels, 1);
  with.need_matrix();
  Robot<double> robot(model);
  const auto row = [](const char* name, std::vector<double>& x) {
    return array_of(name, Batch<double>::rows(x.data(), 1, ssize(x)));
  };
  const auto run = [&](const StateEngine<double>& engine, Quantity quantity, Index size) {
    std::vector<double> out(static_cast<std::size_t>(size), -99);
    engine.run({.quantity = quantity,
                .states = 1,
                .q = row("q", robot.q),
                .v = row("v", robot.v),
                .input = row("input", robot.a),
                .output = row("output", out)},
               0, 1, 0);
    return out;
  };
  const Index n = model.nv();
  for (const Quantity quantity : {Quantity::inverse, Quantity::forward, Quantity::mass_matrix_apply,
                                  Quantity::mass_matrix_solve, Quantity::bias}) {
    ASSERT_FALSE(needs_matrix(quantity, model));
    EXPECT_EQ(run(without, quantity, n), run(with, quantity, n));
  }
  without.need_matrix();
  for (const Quantity quantity : {Quantity::inverse, Quantity::forward_by_mass_matrix, Quantity::mass_matrix}) {
    const Index size = quantity == Quantity::mass_matrix ? n * n : n;
    EXPECT_EQ(run(without, quantity, size), run(with, quantity, size));
  }
  const std::vector<double> H = run(without, Quantity::mass_matrix, n * n), expected = robot.H();
  EXPECT_LE(largest(minus(H, expected)), 1e-10 * largest(expected));
}

}  // namespace
}  // namespace treefix::testing
