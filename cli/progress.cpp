#include <cli/progress.hpp>

#include <unistd.h>

#include <fmt/format.h>

#include <cli/output.hpp>

namespace treefix::cli {

namespace {

constexpr const char* clear_line = "\r\x1b[K";

}  // namespace

Progress::Progress(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) say(clear_line);
}

void Progress::show(Index done, Index states) {
  const Clock::time_point now = Clock::now();
  if (!wanted_ || now < next_) return;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  say(fmt::format("{}{} of {} states, {:.0f} %, {:.3g} per second", clear_line, done, states,
                  100.0 * static_cast<double>(done) / static_cast<double>(states),
                  static_cast<double>(done) / seconds));
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
}

}  // namespace treefix::cli
