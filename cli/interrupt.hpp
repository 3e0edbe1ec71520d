// Ctrl-C.
#pragma once

namespace treefix::cli {

/// While there is one, the first Ctrl-C (SIGINT) or SIGTERM does not end the program but is remembered, so that work can be
/// put away; the second one ends it. Where SIGINT was ignored, as in a script's background jobs, it still is.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came() const { return signal() != 0; }
  /// Throws Stopped if one came.
  void check() const;
  /// Which one came last, 0 for none.
  static int signal();
};

}  // namespace treefix::cli
