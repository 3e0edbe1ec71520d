// Robots that come with the library, each with the source of its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix::zoo {

/// A chain of n rods, each on a revolute joint; axes alternate between y and z, so the chain moves in space.
/// Numbers chosen for treefix: solid rods, similar to aluminium, of 0.2 m, radius 0.02 m, 0.5 kg.
Model chain(Index n);

/// n rods on one hub, each on a revolute joint to the root, spread evenly around it. Rods as in chain; arrangement
/// chosen for treefix.
Model star(Index n);

/// A snake: a free-flying head and n − 1 links on revolute joints whose axes alternate between z (yaw) and y (pitch),
/// the pattern of Hirose's active cord mechanisms. Numbers chosen for treefix: solid cylinders of 0.1 m, radius 0.03 m,
/// 0.3 kg.
Model snake(Index n);

/// Featherstone's autoTree, the mechanisms of his book and of [Lynghus 2026]: n links on revolute joints,
/// numbered breadth-first, parent of link i (from 1) is ⌊(i − 2 + ⌈b⌉) / b⌋ for a branching factor b ≥ 1. Link i is a
/// thin-walled tube of length l = taper^(i−1), radius l/20 and mass taper^(3(i−1)) along x; joint axes are z, each
/// rotated about x by skew (rad, −π to π) relative to the previous one; taper from 0.01 to 100.
///                                                                 [Featherstone 2015, autoTree.m, with its defaults]
Model auto_tree(Index n, double branching = 1, double skew = 0, double taper = 1);

/// The distributions of random_tree.
struct RandomTree {
  Index n = 10;
  std::uint64_t seed = 0;
  std::string joints = "RPH";  // one letter per joint kind, equally likely: R P H, S spherical, L planar, F free
  std::string root{};  // joint of the first body, one letter; empty: as for the others
  double branching = 0;  // 0: all earlier bodies are equally likely parents; else a regular tree, 1 is a chain
  double armature = 0;  // armatures uniform in [0, armature)
};
/// A random tree: axes and placements of any direction, offsets and centres of mass within 0.3 m, masses 0.5 to 2 kg,
/// inertias of random boxes. Distributions chosen for treefix.
Model random_tree(const RandomTree& options);

/// Unimation PUMA 560 with armature. Kinematics, masses, centres of mass and inertias were measured by Armstrong,
/// Khatib and Burdick, "The explicit dynamic model and inertial parameters of the PUMA 560 arm", IEEE ICRA 1986. The
/// standard Denavit-Hartenberg frames, the rotor inertias and the gear ratios are those of Corke and
/// Armstrong-Hélouvry, "A search for consensus among model parameters reported for the PUMA 560 robot", IEEE ICRA 1994.
/// Only the moment of link 1 about its axis is known, and its other parameters have no effect on a fixed base: its mass
/// and other moments are placeholders (13 kg on the axis, the same moment about every axis). Link 3 is reported with
/// 0.086 kg m² about its y axis, which is impossible for a body whose other moments are 0.066 and 0.0125; the 0.066 of
/// the toolbox's other set (puma560akb) is used instead.
Model puma560();

/// A seven-joint arm with the joint frames of the Franka Emika Panda (its published Denavit-Hartenberg parameters and
/// joint limits). Its links are uniform cylinders chosen for treefix, 18 kg in all: not the dynamics of the real arm.
Model arm();

/// A four-legged robot of 12 kg: free-flying trunk, twelve revolute joints (abduction, hip, knee). Numbers chosen for
/// treefix, similar to small research quadrupeds; links are boxes and rods.
Model quadruped();

/// A person of 1.75 m and 75 kg: free-flying pelvis, spherical waist, neck, hips and shoulders, two-axis ankles and
/// wrists, revolute knees and elbows; 36 degrees of freedom. Segment masses and lengths as fractions of body mass and
/// height from Winter, "Biomechanics and Motor Control of Human Movement", 2009, fig. 4.1 and table 4.1; each segment
/// is a uniform cylinder, with radii chosen for treefix.
Model humanoid();

/// Every named robot once; robots of variable size are small. Tests use this list.
std::vector<Model> all();

/// A robot from text, as the command line takes it: a name, then options after a colon, "chain:n=100",
/// "auto_tree:n=1000,bf=2,skew=0.1,taper=0.95", "random_tree:n=20,seed=3,joints=RSF,root=F,armature=0.1", "humanoid".
/// Throws a ValueError that names the unknown part and lists the known ones.
Model make(std::string_view description);

/// The names that make() knows, each with its options and their defaults.
std::vector<std::string> usage();

}  // namespace treefix::zoo
