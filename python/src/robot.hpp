// The Python class Model: a treefix Model and the engines that compute with it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <treefix/base/text.hpp>
#include <treefix/batch_dynamics.hpp>
#include <treefix/dynamics.hpp>

#include "arrays.hpp"

namespace treefix::python {

/// Idle engines. An engine serves one call at a time, but Python threads share the model, so each call borrows an
/// engine. There are as many engines as the largest number of simultaneous calls.
template <class Engine>
class Pool {
 public:
  /// Returns an idle engine, or make() if there is none.
  template <class Make>
  std::unique_ptr<Engine> take(Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto engine = std::move(idle_.back());
        idle_.pop_back();
        return engine;
      }
    }
    return make();
  }
  void give_back(std::unique_ptr<Engine> engine) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(engine));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

class Robot {
 public:
  explicit Robot(Model model) : model_(std::move(model)), pools_(std::make_unique<Pools>()) {}

  const Model& model() const { return model_; }

  /// Calls f with a Dynamics that no other call uses; f must not use Python. Releases the interpreter's lock, unless
  /// the robot is so small that this would take longer than the computation.
  template <class F>
  auto compute(F f) {
    if (model_.nbody() <= small_robot) return compute_here(f);
    const nb::gil_scoped_release unlocked;
    return compute_here(f);
  }
  /// Calls f with a BatchDynamics. Always releases the lock.
  template <class F>
  void compute_batch(const BatchOptions& options, F f) {
    const nb::gil_scoped_release unlocked;
    const Loan loan(pools_->of(options), [&] { return std::make_unique<BatchDynamics>(model_, options); });
    f(*loan.engine);
  }

 private:
  static constexpr Index small_robot = 50;

  template <class Engine>
  struct Loan {
    template <class Make>
    Loan(Pool<Engine>& p, Make make) : pool(p), engine(p.take(make)) {}
    ~Loan() { pool.give_back(std::move(engine)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Pool<Engine>& pool;
    mutable std::unique_ptr<Engine> engine;
  };
  template <class Engine, class Make>
  Loan(Pool<Engine>&, Make) -> Loan<Engine>;

  struct Pools {
    Pool<Dynamics> single;
    std::mutex mutex;
    std::map<std::pair<int, bool>, Pool<BatchDynamics>> batch;  // by threads and checked

    Pool<BatchDynamics>& of(const BatchOptions& options) {
      const std::lock_guard lock(mutex);
      return batch[{options.threads, options.checked}];
    }
  };

  template <class F>
  auto compute_here(F f) {
    const Loan loan(pools_->single, [this] { return std::make_unique<Dynamics>(model_); });
    return f(*loan.engine);
  }

  Model model_;
  std::unique_ptr<Pools> pools_;
};

/// 'fixed' or 'free'; anything else is an error.
inline RootJoint read_root(const std::string& root) {
  if (root != "fixed" && root != "free") throw ValueError(concat("root is '", root, "', expected 'fixed' or 'free'"));
  return root == "free" ? RootJoint::free : RootJoint::fixed;
}

inline Numbers read_q(const Robot& robot, ArrayLike q) { return {q, "q", {robot.model().nq()}}; }
inline Numbers read_v(const Robot& robot, ArrayLike v, const char* name = "v") {
  return {v, name, {robot.model().nv()}};
}

}  // namespace treefix::python
