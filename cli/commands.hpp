// The commands of treefix and their options.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/dynamics.hpp>
#include <treefix/io/load.hpp>

namespace treefix::cli {

enum ExitCode {
  success = 0,
  bad_input = 1,
  bad_usage = 2,
  no_file = 2,
  by_signal = 128
};  // by_signal + the signal number

/// Options that exclude each other or do not apply; the exit code is bad_usage.
class UsageError : public Error {
 public:
  using Error::Error;
};

struct Options {
  std::string robot;
  LoadOptions load;                       // for a file
  std::vector<std::string> file_options;  // given options that apply only to files, such as "--root"
  bool quiet = false;                     // no warnings
  std::vector<std::string> files;         // check
  std::string output;                     // convert, --out
  std::map<std::string, std::string> vectors;  // by name (q, v, a, tau), as given; only those that are given
  std::optional<std::uint64_t> random;         // fills the vectors that are not given
  std::optional<std::uint64_t> states;         // number of states of a random batch
  int threads = 0;                             // for a batch or a large tree; 0: all cores
  InverseMethod inverse = InverseMethod::automatic;  // method of inverse dynamics
  TreeScan tree = TreeScan::heavy;                     // of its scans
  ForwardOptions forward;                      // of forward dynamics
  bool all_methods = false;                    // compare all methods of forward dynamics
  bool sparse = false;                         // mass: only the entries that can be nonzero
  std::vector<std::string> forces;             // each "BODY=nx,ny,nz,fx,fy,fz"
  bool forces_in_root = false;
  bool json = false;
  bool all = false;  // info: print all joints; check: print all problems
  int precision = 9;
};

// Each command checks its input and computes before it prints, so that an error leaves standard output empty.
ExitCode print_info(const Options& options);
ExitCode print_inverse_dynamics(const Options& options);
ExitCode print_forward_dynamics(const Options& options);
ExitCode print_mass_matrix(const Options& options);
ExitCode print_robots(const Options& options);
ExitCode print_demo(const Options& options);
ExitCode check_files(const Options& options);
ExitCode convert_robot(const Options& options);

}  // namespace treefix::cli
