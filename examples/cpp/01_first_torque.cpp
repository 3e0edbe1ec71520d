// Inverse dynamics of one state: the torques at which no joint of an arm accelerates.
#include <cstdio>
#include <vector>

#include <treefix/treefix.hpp>

int main() {
  const treefix::Model arm = treefix::zoo::arm();  // or treefix::load("robot.urdf"); immutable, threads may share it
  treefix::Dynamics dynamics(arm);                 // owns scratch memory: one for each thread
  const std::vector<double> q = treefix::random_configuration(arm, 1), v = treefix::random_velocity(arm, 2);
  const std::vector<double> a(v.size(), 0.0);
  std::vector<double> tau(v.size());
  dynamics.inverse(q, v, a, tau);  // checks sizes and values; errors name the argument
  for (const double torque : tau) std::printf("%.2f ", torque);
  std::printf("N m\n");
}
