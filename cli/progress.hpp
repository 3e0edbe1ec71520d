// How far a long computation is.
#pragma once

#include <chrono>

#include <treefix/base/view.hpp>

namespace treefix::cli {

/// A line on a terminal, written over and over, from the second second on; gone when the work is done. Nothing where
/// standard error is no terminal.
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
