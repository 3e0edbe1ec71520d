// Errors in a batch are reported, by argument and state, before anything is written.
#include <limits>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>

#include "support/batch.hpp"
#include "support/messages.hpp"

namespace treefix::testing {
namespace {

using In = Batch<const double>;
using Out = Batch<double>;

struct State {
  Model model;
  BatchOptions options{};
  Index B = 70;
  BatchDynamics batch{model, options};
  Rows<double> rows{model, B};
  std::vector<double> out = std::vector<double>(static_cast<std::size_t>(B * model.nv()), 7.0);

  In q() const { return In::rows(rows.q.data(), B, rows.nq); }
  In v() const { return In::rows(rows.v.data(), B, rows.nv); }
  In a() const { return In::rows(rows.a.data(), B, rows.nv); }
  Out tau() { return Out::rows(out.data(), B, rows.nv); }
  template <class E = ValueError>
  std::string inverse(In q, In v, In a, Out tau, const BatchCall<double>& call = {}) {
    return message_of<E>([&] { batch.inverse<double>(q, v, a, tau, call); });
  }
  bool untouched() const { return out == std::vector<double>(out.size(), 7.0); }
};

TEST(BatchErrors, NameTheArgumentOfTheWrongSize) {
  State s{zoo::arm()};
  const auto rows = [&](Index states, Index n) { return In::rows(s.rows.q.data(), states, n); };
  const auto inverse = [&](In q, In v, In a, Out tau) { return s.inverse<DimensionError>(q, v, a, tau); };
  EXPECT_EQ(inverse(rows(70, 6), s.v(), s.a(), s.tau()), "q has 6 entries, expected 7");
  EXPECT_EQ(inverse(s.q(), rows(70, 6), s.a(), s.tau()), "v has 6 entries, expected 7");
  EXPECT_EQ(inverse(s.q(), s.v(), rows(70, 6), s.tau()), "a has 6 entries, expected 7");
  EXPECT_EQ(inverse(s.q(), s.v(), s.a(), Out::rows(s.out.data(), 70, 6)), "tau has 6 entries, expected 7");
  EXPECT_EQ(inverse(rows(69, 7), s.v(), s.a(), s.tau()), "states of q has 69 entries, expected 70");
  EXPECT_EQ(inverse(s.q(), s.v(), rows(1, 7), s.tau()), "states of a has 1 entry, expected 70");
  EXPECT_EQ(s.inverse<DimensionError>(s.q(), s.v(), s.a(), s.tau(), {.external_forces = rows(70, 6)}),
            "external_forces has 6 entries, expected 42");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.mass_matrix<double>(s.q(), s.tau()); }),
            "H has 7 entries, expected 49");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.mass_matrix_solve<double>(s.q(), rows(70, 8), s.tau()); }),
            "x has 8 entries, expected 7");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.forward<double>(s.q(), s.v(), rows(70, 8), s.tau()); }),
            "tau has 8 entries, expected 7");
  const Out small = Out::rows(s.out.data(), 70, 6);
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.mass_matrix_apply<double>(s.q(), s.a(), small); }),
            "y has 6 entries, expected 7");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.mass_matrix_solve<double>(s.q(), s.a(), small); }),
            "y has 6 entries, expected 7");
  const Frame frames[] = {s.model.frame("flange")};
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.kinematics<double>(frames, s.q(), {}, small, {}); }),
            "poses has 6 entries, expected 16");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.kinematics<double>(frames, s.q(), s.v(), {}, s.tau()); }),
            "velocities has 7 entries, expected 6");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.energy<double>(s.q(), s.v(), small, {}); }),
            "kinetic has 6 entries, expected 1");
  EXPECT_EQ(message_of<DimensionError>([&] { s.batch.energy<double>(s.q(), {}, {}, small); }),
            "potential has 6 entries, expected 1");
  EXPECT_TRUE(s.untouched());
}

TEST(BatchErrors, RefuseForcesForQuantitiesThatDoNotDependOnThem) {
  State s{zoo::arm()};
  const BatchCall<double> call{.external_forces = In::rows(s.rows.forces.data(), s.B, 42)};
  const Out one = Out::rows(s.out.data(), s.B, 1);
  const std::function<void()> works[] = {
      [&] { s.batch.mass_matrix<double>(s.q(), Out::rows(s.out.data(), s.B, 49), call); },
      [&] { s.batch.mass_matrix_apply<double>(s.q(), s.a(), s.tau(), call); },
      [&] { s.batch.mass_matrix_solve<double>(s.q(), s.a(), s.tau(), call); },
      [&] { s.batch.gravity<double>(s.q(), s.tau(), call); },
      [&] { s.batch.energy<double>(s.q(), s.v(), one, {}, call); },
      [&] { s.batch.kinematics<double>({}, s.q(), {}, Out::rows(s.out.data(), s.B, 0), {}, call); },
  };
  for (const auto& work : works)
    EXPECT_EQ(message_of<ValueError>(work),
              "external_forces apply only to inverse dynamics, forward dynamics and bias, expected none here");
  EXPECT_TRUE(s.untouched());
}

TEST(BatchErrors, NameWhatIsMissing) {
  State s{zoo::arm()};
  EXPECT_EQ(s.inverse(s.q(), s.v(), In::rows(nullptr, 70, 7), s.tau()), "a has a null data pointer");
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::rows(nullptr, 70, 7)), "tau has a null data pointer");
  const Frame frames[] = {s.model.frame("flange")};
  std::vector<double> poses(70 * 16);
  const Out to = Out::rows(poses.data(), 70, 16);
  const auto before = poses;
  EXPECT_EQ(message_of<ValueError>([&] { s.batch.kinematics<double>(frames, s.q(), s.v(), to, {}); }),
            "v and velocities go together: expected both or none");
  for (const Index body : {Index(7), root - 1}) {
    const Frame strange[] = {{.body = body}};
    EXPECT_EQ(message_of<ValueError>([&] { s.batch.kinematics<double>(strange, s.q(), {}, to, {}); }),
              "the frame does not belong to model 'arm'");
  }
  EXPECT_EQ(message_of<ValueError>([&] { s.batch.energy<double>(s.q(), {}, Out::rows(poses.data(), 70, 1), {}); }),
            "v and kinetic go together: expected both or none");
  EXPECT_TRUE(s.untouched() && poses == before);
  s.batch.kinematics<double>(frames, s.q(), {}, to, {});
  s.batch.energy<double>(s.q(), {}, {}, Out::rows(poses.data(), 70, 1));
}

TEST(BatchErrors, NameTheStateAndTheNumberThatIsNotFinite) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  for (const int threads : {1, 2}) {
    State s{zoo::arm(), {.threads = threads}};
    const auto with = [&](std::vector<double>& x, Index state, Index k, double value) {
      const Index n = ssize(x) / s.B;
      const double old = std::exchange(at(x, state * n + k), value);
      const std::string message =
          s.inverse(s.q(), s.v(), s.a(), s.tau(), {.external_forces = In::rows(s.rows.forces.data(), s.B, 42)});
      at(x, state * n + k) = old;
      return message;
    };
    EXPECT_EQ(with(s.rows.q, 0, 2, nan), "q[0, 2] is nan, expected a finite number");
    EXPECT_EQ(with(s.rows.v, 69, 6, inf), "v[69, 6] is inf, expected a finite number");
    EXPECT_EQ(with(s.rows.a, 64, 0, -inf), "a[64, 0] is -inf, expected a finite number");
    EXPECT_EQ(with(s.rows.forces, 5, 41, nan), "external_forces[5, 41] is nan, expected a finite number");
    at(s.rows.q, 7 * 30) = nan;
    at(s.rows.q, 7 * 66 + 3) = inf;
    EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), s.tau()), "q[30, 0] is nan, expected a finite number") << "the first";
    EXPECT_TRUE(s.untouched());
    at(s.rows.v, 4) = nan;
    EXPECT_EQ(s.inverse(In::rows(s.rows.a.data(), s.B, 7), In::same(View<const double>(s.rows.v.data(), 7), s.B), s.a(),
                        s.tau()),
              "v[4] is nan, expected a finite number")
        << "in an argument that all states share";
  }
}

TEST(BatchErrors, FindNumbersThatAreNotFiniteInEveryLayout) {
  State s{zoo::arm()};
  std::vector<double> columns(s.rows.q.size());
  for (Index b = 0; b < s.B; ++b)
    for (Index k = 0; k < 7; ++k) at(columns, k * s.B + b) = at(s.rows.q, b * 7 + k);
  at(columns, 3 * s.B + 41) = std::nan("");
  EXPECT_EQ(s.inverse(In::strided(columns.data(), s.B, 7, 1, s.B), s.v(), s.a(), s.tau()),
            "q[41, 3] is nan, expected a finite number");
  at(s.rows.q, 7 * 10 + 1) = std::nan("");
  EXPECT_EQ(s.inverse(In::strided(s.rows.q.data() + 69 * 7, s.B, 7, -7, 1), s.v(), s.a(), s.tau()),
            "q[59, 1] is nan, expected a finite number");
  EXPECT_TRUE(s.untouched());
}

TEST(BatchErrors, NameTheQuaternionThatIsNoRotation) {
  State s{zoo::humanoid()};
  for (Index k = 3; k < 7; ++k) at(s.rows.q, 43 * 17 + k) *= 1.5;
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), s.tau()),
            "q[17, 3] to q[17, 6], the quaternion of joint 'floating_base', has length 1.5, expected 1; "
            "normalize(q) scales it");
  EXPECT_TRUE(s.untouched());
  // rounding to float is not an error
  const Rows<float> rows(s.model, 5);
  run(s.batch, Job::inverse, rows);
}

TEST(BatchErrors, RefuseOutputsThatShareMemory) {
  State s{zoo::arm()};
  const auto rest = [](const char* name) { return std::string(" overlaps ") + name + ", expected memory of its own"; };
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::rows(s.rows.a.data(), 70, 7)), "tau" + rest("a"));
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::rows(s.rows.q.data(), 70, 7)), "tau" + rest("q"));
  std::vector<double> both(70 * 14);
  const Out left = Out::strided(both.data(), 70, 7, 14, 1), right = Out::strided(both.data() + 7, 70, 7, 14, 1);
  const Out middle = Out::strided(both.data() + 6, 70, 7, 14, 1);
  EXPECT_EQ(message_of<ValueError>([&] { s.batch.gravity<double>(left, middle); }), "tau" + rest("q"));
  s.batch.gravity<double>(left, right);  // columns of one table, side by side
  s.batch.gravity<double>(right, left);
  const auto before = both, inputs = s.rows.q;
  const Out last = Out::rows(both.data() + 69 * 7, 70, 7);
  EXPECT_EQ(message_of<ValueError>([&] { s.batch.gravity<double>(Out::rows(both.data(), 70, 7), last); }),
            "tau" + rest("q"));
  EXPECT_EQ(message_of<ValueError>([&] {
              s.batch.energy<double>(s.q(), s.v(), Out::rows(both.data(), 70, 1), Out::rows(both.data() + 69, 70, 1));
            }),
            "kinetic" + rest("potential"));
  const std::string alone = "tau overlaps itself, expected separate memory for every number";
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::same(View<double>(both.data(), 7), 70)), alone);
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::strided(both.data(), 70, 7, 6, 1)), alone);
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::strided(both.data(), 70, 7, 1, 0)), alone);
  EXPECT_EQ(s.inverse(s.q(), s.v(), s.a(), Out::strided(both.data(), 70, 7, 1, 69)), alone);
  EXPECT_TRUE(both == before && s.rows.q == inputs) << "nothing is written";
  s.batch.inverse<double>(s.q(), s.v(), s.a(), Out::strided(both.data(), 70, 7, 1, 70));
  EXPECT_EQ(message_of<ValueError>([&] {
              const In q = In::rows(s.rows.q.data(), 1, 7), v = In::rows(s.rows.v.data(), 1, 7);
              s.batch.inverse<double>(q, v, v, Out::strided(both.data(), 1, 7, 7, 0));
            }),
            alone)
      << "also for one state";
}

TEST(BatchErrors, RefuseInterleavedBatchesThatLanesCannotUse) {
  State s{zoo::arm()};
  const In odd = In::interleaved(s.rows.q.data() + (reinterpret_cast<std::uintptr_t>(s.rows.q.data()) % 64 == 0), 8, 7);
  EXPECT_EQ(message_of<ValueError>([&] { s.batch.gravity<double>(odd, Out::rows(s.out.data(), 8, 7)); }),
            "q is interleaved, but not aligned to 64 bytes");
  BatchDynamics in_float(s.model, {.precision = Precision::float32});
  EXPECT_EQ(message_of<ValueError>([&] { in_float.gravity<double>(odd, Out::rows(s.out.data(), 8, 7)); }),
            "q is interleaved, but not in the precision of computation");
  EXPECT_TRUE(s.untouched());
}

TEST(BatchErrors, RefuseThreadsBelowZero) {
  EXPECT_EQ(message_of<ValueError>([] { BatchDynamics batch(zoo::arm(), {.threads = -1}); }),
            "threads is -1, expected 0 for all cores, or a number up to 1024");
  EXPECT_GE(BatchDynamics(zoo::arm()).threads(), 1);
}

TEST(BatchErrors, RefuseAMassMatrixThatDoesNotFit) {
  State s{zoo::chain(100'000), {}, 1};
  const std::string message =
      message_of<MemoryError>([&] { s.batch.forward_by_mass_matrix<double>(s.q(), s.v(), s.a(), s.tau()); });
  EXPECT_TRUE(message.starts_with("the mass matrix of model 'chain' needs ")) << message;
  EXPECT_NE(message.find(" bytes"), std::string::npos) << message;
  EXPECT_TRUE(s.untouched());
}

TEST(BatchErrors, WarnOfFloatWhereTreesAreDeep) {
  EXPECT_EQ(BatchDynamics::warning(zoo::arm()), "");
  const std::string text = BatchDynamics(zoo::chain(100)).warning();
  EXPECT_TRUE(
      text.starts_with("model 'chain' is 100 bodies deep: accelerations in float may have a relative error of "))
      << text;
}

TEST(BatchErrors, NameTheLevelsOfThisMachine) {
  const UseLevel use("x86-64-v9");
  std::string names;
  for (const std::string_view name : levels()) names += concat(names.empty() ? "" : ", ", name);
  EXPECT_EQ(message_of<ValueError>([] { BatchDynamics batch{zoo::arm()}; }),
            "TREEFIX_LEVEL is 'x86-64-v9', expected a level that this CPU supports: " + names);
}

TEST(BatchErrors, LeaveTheBatchUsable) {
  State s{zoo::arm()};
  EXPECT_EQ(s.inverse(s.q(), s.v(), In::rows(nullptr, 70, 7), s.tau()), "a has a null data pointer");
  BatchDynamics other(s.model);
  EXPECT_EQ(run(s.batch, Job::inverse, s.rows), run(other, Job::inverse, s.rows));
}

}  // namespace
}  // namespace treefix::testing
