// Handles Ctrl-C.
#pragma once

namespace treefix::cli {

/// While an Interrupt exists, the first Ctrl-C (SIGINT) or SIGTERM does not end the program but is recorded, so that
/// the program can clean up; the second one ends it. If SIGINT is ignored, as in background jobs of a script, it stays
/// ignored.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came() const { return signal() != 0; }
  /// Throws Stopped if a signal came.
  void check() const;
  /// The last signal that came; 0 for none.
  static int signal();
};

}  // namespace treefix::cli
