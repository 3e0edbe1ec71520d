// The commands of treefix, and what the user can say to them.
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

enum ExitCode { success = 0, bad_input = 1, bad_usage = 2, no_file = 2, by_signal = 128 };  // by_signal + its number

/// The user asked for what makes no sense; the exit code is that of bad usage.
class UsageError : public Error {
 public:
  using Error::Error;
};

struct Options {
  std::string robot;
  LoadOptions load;                       // if it is a file
  std::vector<std::string> file_options;  // those given that only a file has a use for: "--root"
  bool quiet = false;                     // no warnings
  std::vector<std::string> files;         // check
  std::string output;                     // convert, --out
  std::map<std::string, std::string> vectors;  // by name (q, v, a, tau), as given; absent: left out
  std::optional<std::uint64_t> random;         // fills the vectors that were left out
  std::optional<std::uint64_t> states;         // of a batch of random states
  int threads = 0;                             // of a batch, or of a large tree; 0: all cores
  InverseMethod inverse = InverseMethod::automatic;  // method of inverse dynamics
  TreeScan tree = TreeScan::heavy;                     // of its scans
  ForwardOptions forward;                      // how forward dynamics is computed
  bool all_methods = false;                    // of forward dynamics, side by side
  bool sparse = false;                         // mass: only the entries that are not zero for every q
  std::vector<std::string> forces;             // each "BODY=nx,ny,nz,fx,fy,fz"
  bool forces_in_root = false;
  bool json = false;
  bool all = false;  // info: every joint, check: every problem, however many there are
  int precision = 9;
};

// Each command checks its input and computes first, so that an error leaves standard output empty.
ExitCode print_info(const Options& options);
ExitCode print_inverse_dynamics(const Options& options);
ExitCode print_forward_dynamics(const Options& options);
ExitCode print_mass_matrix(const Options& options);
ExitCode print_robots(const Options& options);
ExitCode print_demo(const Options& options);
ExitCode check_files(const Options& options);
ExitCode convert_robot(const Options& options);

}  // namespace treefix::cli
