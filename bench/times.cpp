// Times of what users call most, a line for each robot and quantity: the nanoseconds of one state in one thread, and
// for large trees of one body. tools/compare_times.py runs two builds of this in turn and prints ratios.
//   times [TEXT]     only robots whose names contain the text
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "bench/robots.hpp"
#include "bench/states.hpp"
#include "bench/timer.hpp"

namespace {

using namespace tfbench;
using treefix::concat, treefix::Model;
using Vector = std::vector<double>;

constexpr int rounds = 12;
constexpr double sample_seconds = 0.7e-3, most_seconds = 0.15;

/// Times calls and prints a line for each, in nanoseconds divided by `unit`.
class Lines {
 public:
  Lines(std::string robot, double unit)
      : robot_(std::move(robot)), unit_(unit), contest_(rounds, sample_seconds, most_seconds, Clock::processor) {}
  template <class F>
  void add(const std::string& quantity, F f) {
    contest_.add(quantity, f);
  }
  void print() {
    for (const Timing& timing : contest_.run())
      std::printf("%s\t%s\t%.4g\n", robot_.c_str(), timing.name.c_str(), timing.ns / unit_);
    std::fflush(stdout);
  }

 private:
  std::string robot_;
  double unit_;
  Contest contest_;
};

void one_state(const std::string& robot, const Model& model) {
  const Vector q = random_configuration(model, 1), v = random_velocity(model, 2), x = random_velocity(model, 3);
  const auto nv = static_cast<std::size_t>(model.nv());
  Vector y(nv), H(nv * nv);
  treefix::Dynamics dynamics(model);
  Lines lines(robot, 1);
  lines.add("one state, inverse", [&] { dynamics.inverse(q, v, x, y); });
  lines.add("one state, forward", [&] { dynamics.forward(q, v, x, y); });
  lines.add("one state, mass matrix", [&] { dynamics.mass_matrix(q, H); });
  lines.print();
}

template <class T>
void batch(const std::string& robot, const Model& model, Index count) {
  const States<T> states = random_states<T>(model, count);
  const char* type = sizeof(T) == sizeof(double) ? "batch, " : "batch in float, ";
  treefix::BatchDynamics dynamics(model, {.threads = 1});
  Lines lines(robot, static_cast<double>(count));
  Numbers<T> y(count, model.nv() * model.nv());
  for (const Work work : all_works) {
    const Index n = result_size(work, model.nv());
    lines.add(concat(type, name_of(work)), [&, work, n] {
      run(dynamics, work, states.q.rows(), states.v.rows(), states.x.rows(), Batch<T>::rows(y.data(), count, n));
    });
  }
  lines.print();
}

void large_tree(const char* robot, Index n) {
  const std::string name = concat(robot, n);
  const Model model = treefix::zoo::make(name);
  const Vector q = random_configuration(model, 1), v = random_velocity(model, 2), x = random_velocity(model, 3);
  Vector y(x.size());
  treefix::Dynamics dynamics(model);
  Lines lines(name, static_cast<double>(n));
  lines.add("inverse", [&] { dynamics.inverse(q, v, x, y, {.threads = 1}); });
  lines.add("forward", [&] { dynamics.forward(q, v, x, y, {.threads = 1}); });
  lines.add("mass matrix times x", [&] { dynamics.mass_matrix_apply(q, x, y, {.threads = 1}); });
  Vector values;
  if (const Index entries = dynamics.sparse_entries(); entries <= 2'000'000) {
    values.resize(static_cast<std::size_t>(entries));
    lines.add("sparse mass matrix", [&] { dynamics.sparse_mass_matrix(q, values, {.threads = 1}); });
  }
  lines.print();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 1 ? arguments[1] : "";
  const auto is_wanted = [&](const std::string& name) { return name.find(wanted) != std::string::npos; };
  for (const Robot& robot : robots()) {
    if (!is_wanted(robot.name)) continue;
    one_state(robot.name, robot.model);
    const Index states = robot.model.nv() > 40 ? 512 : 4096;
    batch<double>(robot.name, robot.model, states);
    batch<float>(robot.name, robot.model, states);
  }
  for (const Index n : {1000, 100'000})
    for (const char* robot : {"chain:n=", "auto_tree:bf=2,skew=0.1,n=", "random_tree:joints=R,seed=1,n="})
      if (is_wanted(concat(robot, n))) large_tree(robot, n);
}
