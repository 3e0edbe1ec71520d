// The robots of benchmarks of batches.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <treefix/treefix.hpp>

namespace tfbench {

struct Robot {
  std::string name;
  treefix::Model model;
  bool free = false;  // its root is a free-flyer
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The robots of treefix, and those of example-robot-data that ./dev bench finds; it passes their folder in
// TREEFIX_ROBOTS.
inline std::vector<Robot> robots() {
  using treefix::RootJoint;
  namespace zoo = treefix::zoo;
  std::vector<Robot> list;
  for (const treefix::Index n : {7, 30, 100}) list.push_back({"chain " + std::to_string(n), zoo::chain(n)});
  list.push_back({"arm", zoo::arm()});
  list.push_back({"quadruped", zoo::quadruped(), true});
  list.push_back({"humanoid", zoo::humanoid(), true});

  const char* folder = std::getenv("TREEFIX_ROBOTS");
  if (!folder || *folder == '\0') return list;
  const auto load = [&](const char* name, const char* file, RootJoint root) {
    list.push_back(
        {name, treefix::load(std::filesystem::path(folder) / file, {.root = root}), root == RootJoint::free});
  };
  load("Panda", "panda_description/urdf/panda.urdf", RootJoint::fixed);
  // What papers call Panda has seven joints: its two fingers, the only prismatic joints, are fixed.
  std::string arm = text_of(std::filesystem::path(folder) / "panda_description/urdf/panda.urdf");
  const std::string sliding = "type=\"prismatic\"";
  for (std::size_t at = 0; (at = arm.find(sliding, at)) != std::string::npos;)
    arm.replace(at, sliding.size(), "type=\"fixed\"");
  list.push_back({"Panda 7", treefix::load_string(arm)});
  load("UR5", "ur_description/urdf/ur5_robot.urdf", RootJoint::fixed);
  load("Kinova", "kinova_description/robots/kinova.urdf", RootJoint::fixed);
  load("Talos", "talos_data/robots/talos_reduced.urdf", RootJoint::free);
  load("Solo", "solo_description/robots/solo.urdf", RootJoint::free);
  load("ANYmal C", "anymal_c_simple_description/urdf/anymal.urdf", RootJoint::free);
  return list;
}

// The robots with these names; all if none is given. Throws treefix::ValueError for an unknown name.
inline std::vector<Robot> robots(const std::vector<std::string>& names) {
  std::vector<Robot> all = robots(), chosen;
  if (names.empty()) return all;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Robot& robot) { return robot.name == name; });
    if (found == all.end()) throw treefix::ValueError("no robot '" + name + "'");
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace tfbench
