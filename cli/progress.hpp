// Shows the progress of a long computation.
#pragma once

#include <chrono>

#include <treefix/base/view.hpp>

namespace treefix::cli {

/// A line on the terminal, updated from one second after the start and cleared at the end. Shows nothing if standard
/// error is not a terminal.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(Index done, Index states);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now(), next_ = begin_ + std::chrono::seconds(1);
  bool wanted_, shown_ = false;
};

}  // namespace treefix::cli
