// The arguments of benchmarks that go through sizes of trees: [FILE [LARGEST [PART]...]]
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/results.hpp"

namespace tfbench {

class Parts {
 public:
  Parts(int count, char** arguments)
      : file_(count > 1 ? arguments[1] : nullptr),
        largest_(count > 2 ? std::strtol(arguments[2], nullptr, 10) : 10'000'000),
        wanted_(arguments + std::min(count, 3), arguments + count) {}

  /// The largest n.
  long largest() const { return largest_; }
  /// All parts, unless some are named.
  bool has(const char* part) const {
    return wanted_.empty() || std::find(wanted_.begin(), wanted_.end(), part) != wanted_.end();
  }
  /// Prints which targets were missed and writes the file, if one was named. Returns the exit code of main.
  int finish(const std::string& missed, const Results& results) const {
    std::printf("\nTargets missed:%s\n%s", missed.empty() ? " none" : "", missed.c_str());
    return !file_ || results.write(file_) ? 0 : 1;
  }

 private:
  const char* file_;
  long largest_;
  std::vector<std::string> wanted_;
};

}  // namespace tfbench
