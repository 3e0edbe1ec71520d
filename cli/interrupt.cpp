#include <cli/interrupt.hpp>

#include <atomic>
#include <csignal>

#include <treefix/batch_dynamics.hpp>

namespace treefix::cli {

namespace {

std::atomic<int> signal_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // a signal handler may access nothing else

extern "C" void remember(int signal) { signal_seen = signal; }

constexpr int signals[] = {SIGINT, SIGTERM};

}  // namespace

Interrupt::Interrupt() {
  struct sigaction action{};
  action.sa_handler = remember;
  // reads and writes continue; the second signal has its default effect
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : signals) {
    struct sigaction old{};
    if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (const int signal : signals) {
    struct sigaction old{};
    if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler == remember) std::signal(signal, SIG_DFL);
  }
}

void Interrupt::check() const {
  if (came()) throw Stopped();
}

int Interrupt::signal() { return signal_seen; }

}  // namespace treefix::cli
