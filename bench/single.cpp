// One state, one core: the readable algorithms of reference/ and the checked calls of Dynamics, compared with Pinocchio
// on the same robots and states. Each row uses the faster one of Pinocchio's conventions (local or world).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <treefix/reference/aba.hpp>
#include <treefix/reference/crba.hpp>
#include <treefix/reference/rnea.hpp>
#include <treefix/treefix.hpp>

#include "bench/describe.hpp"
#include "bench/peers/pinocchio_peer.hpp"
#include "bench/timer.hpp"

namespace {

using namespace treefix;
using namespace treefix::reference;
using tfbench::PinocchioPeer;
using Convention = PinocchioPeer::Convention;

constexpr double limit = 1.2;  // the largest time of the readable form, as a multiple of Pinocchio's

/// The largest difference, relative to the largest value.
double difference(const std::vector<double>& x, const std::vector<double>& y) {
  double largest = 0, error = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, std::abs(y[i]));
    error = std::max(error, std::abs(x[i] - y[i]));
  }
  return error / largest;
}

double best_of(const std::vector<tfbench::Timing>& timings, const std::string& prefix) {
  double best = INFINITY;
  for (const auto& timing : timings)
    if (timing.name.starts_with(prefix)) best = std::min(best, timing.ns);
  return best;
}

std::string over_limit;  // rows where the readable form takes too long

/// Times the entries of a contest and prints a row.
void report(const std::string& robot, const char* work, tfbench::Contest& contest, double error) {
  const auto timings = contest.run();
  const double readable = best_of(timings, "readable"), checked = best_of(timings, "checked");
  const double peer = best_of(timings, "peer");
  const bool met = readable <= limit * peer;
  std::printf("%-28s %-5s %10.2f %10.2f %10.2f %8.2f %8.2f   %-4s %9.0e\n", robot.c_str(), work, readable / 1e3,
              checked / 1e3, peer / 1e3, readable / peer, checked / peer, met ? "yes" : "NO", error);
  if (!met) over_limit += (over_limit.empty() ? "" : ", ") + robot + " " + work;
}

void compare(const std::string& name, const Model& model) {
  const Mechanism<double>& m = model.mechanism();
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  const auto nv = static_cast<std::size_t>(model.nv());
  std::vector<double> tau(nv), out(nv), peer_out(nv), H(nv * nv), peer_H(nv * nv);
  Workspace<double> w(m);
  Dynamics dynamics(model);
  PinocchioPeer peer(tfbench::describe(model));

  rnea(m, q, v, a, {}, w, tau);
  peer.rnea(q.data(), v.data(), a.data(), peer_out.data());
  const double id_error = difference(tau, peer_out);
  aba(m, q, v, tau, {}, w, out);
  peer.aba(q.data(), v.data(), tau.data(), peer_out.data());
  const double fd_error = difference(out, peer_out);
  crba(m, q, w, H);
  peer.crba(q.data(), peer_H.data());
  const double h_error = difference(H, peer_H);
  peer.set_state(q.data(), v.data(), a.data(), tau.data());

  {
    tfbench::Contest contest(200);
    contest.add("readable", [&] { rnea(m, q, v, a, {}, w, out); });
    contest.add("checked", [&] { dynamics.inverse(q, v, a, out); });
    contest.add("peer", [&] { peer.rnea(); });
    report(name, "RNEA", contest, id_error);
  }
  {
    tfbench::Contest contest(200);
    contest.add("readable", [&] { aba(m, q, v, tau, {}, w, out); });
    contest.add("checked", [&] { dynamics.forward(q, v, tau, out); });
    contest.add("peer local", [&] { peer.aba(Convention::local); });
    contest.add("peer world", [&] { peer.aba(Convention::world); });
    report(name, "ABA", contest, fd_error);
  }
  {
    tfbench::Contest contest(200);
    contest.add("readable", [&] { crba(m, q, w, H); });
    contest.add("checked", [&] { dynamics.mass_matrix(q, H); });
    contest.add("peer local", [&] { peer.crba(Convention::local); });
    contest.add("peer world", [&] { peer.crba(Convention::world); });
    report(name, "CRBA", contest, h_error);
  }
}

}  // namespace

int main() {
  const auto machine = tfbench::MachineInfo::read();
  std::printf("machine  %s\ntreefix  %s, %s\npeer     %s\n\n", machine.cpu.c_str(), machine.compiler.c_str(),
              machine.simd.c_str(), PinocchioPeer::build_info().c_str());
  std::printf("µs per call, best of 200 interleaved; readable: reference/; checked: Dynamics, which also checks its\n");
  std::printf("inputs. Pinocchio fills the upper triangle of H, treefix both.\n\n");
  std::printf("%-28s %-5s %10s %10s %10s %8s %8s   %-4s %9s\n", "robot", "", "readable", "checked", "Pinocchio",
              "ratio", "checked", "<1.2", "max diff");
  for (const Index n : {7, 30, 100}) compare("chain:n=" + std::to_string(n), zoo::chain(n));
  for (const Index n : {7, 30, 100})
    compare("chain, any axes, n=" + std::to_string(n),
            zoo::random_tree({.n = n, .seed = 1, .joints = "R", .branching = 1}));
  compare("humanoid", zoo::humanoid());
  for (const char* name : {"arm", "quadruped"}) compare(name, zoo::make(name));
  std::printf("\nOver 1.2 times Pinocchio: %s\n", over_limit.empty() ? "none" : over_limit.c_str());
}
