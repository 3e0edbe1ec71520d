// The commands of treefix, and what the user can say to them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace treefix::cli {

struct Options {
  std::string robot;
  std::map<std::string, std::string> vectors;  // by name (q, v, a, tau), as given; absent: left out
  std::optional<std::uint64_t> random;         // fills the vectors that were left out
  std::vector<std::string> forces;             // each "BODY=nx,ny,nz,fx,fy,fz"
  bool forces_in_root = false;
  bool json = false;
  bool all = false;  // info: every joint, however many there are
  int precision = 9;
};

// Each command checks its input and computes first, so that an error leaves standard output empty.
void print_info(const Options& options);
void print_inverse_dynamics(const Options& options);
void print_forward_dynamics(const Options& options);
void print_mass_matrix(const Options& options);
void print_robots(const Options& options);
void print_demo(const Options& options);

}  // namespace treefix::cli
