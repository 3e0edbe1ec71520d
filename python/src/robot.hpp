// What Python calls a Model: a treefix Model and what computes with it.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <treefix/dynamics.hpp>

#include "arrays.hpp"

namespace treefix::python {

/// Dynamics objects that are not in use. A Dynamics belongs to one thread at a time, but Python threads share the
/// model: each call borrows one. There are as many as calls ever ran at the same time.
class Pool {
 public:
  std::unique_ptr<Dynamics> take(const Model& model) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto dynamics = std::move(idle_.back());
        idle_.pop_back();
        return dynamics;
      }
    }
    return std::make_unique<Dynamics>(model);
  }
  void give_back(std::unique_ptr<Dynamics> dynamics) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(dynamics));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Dynamics>> idle_;
};

class Robot {
 public:
  explicit Robot(Model model) : model_(std::move(model)), pool_(std::make_unique<Pool>()) {}

  const Model& model() const { return model_; }

  /// Calls f with a Dynamics that nobody else uses and without the interpreter's lock: f may not touch Python.
  template <class F>
  auto compute(F f) {
    const nb::gil_scoped_release unlocked;
    const Loan loan(*this);
    return f(*loan.dynamics);
  }

 private:
  struct Loan {
    explicit Loan(Robot& r) : robot(r), dynamics(r.pool_->take(r.model_)) {}
    ~Loan() { robot.pool_->give_back(std::move(dynamics)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Robot& robot;
    mutable std::unique_ptr<Dynamics> dynamics;
  };

  Model model_;
  std::unique_ptr<Pool> pool_;
};

inline Numbers read_q(const Robot& robot, ArrayLike q) { return {q, "q", {robot.model().nq()}}; }
inline Numbers read_v(const Robot& robot, ArrayLike v, const char* name = "v") {
  return {v, name, {robot.model().nv()}};
}

}  // namespace treefix::python
