// The binary form of a model, for the functions that write and read it.
//
// All numbers are little-endian; counts have 8 bytes.
//   head      signature (8 bytes), version (4), zero (4), size of the body (8), checksum of the body (8)
//   body      name; gravity (3 doubles); tolerant (1 byte)
//             counts of links, added frames and joints
//             names of links and frames; for each joint 1 byte: 0 if it has the name of its body; the other names
//             links (a Link each); offsets of links (link, 12 doubles); added frames (link, 12 doubles)
//             armatures; lower and upper limits; velocity and effort limits; damping; friction
//             mimic joints (joint, leader, ratio, offset); warnings
//   A list is a count and its elements. A list of strings is a list of lengths (4 bytes each) and a list of characters.
// A version 2 would add lists after those of version 1.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix {

namespace byte_format {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");
static_assert(sizeof(Link) == 216 && std::is_trivially_copyable_v<Link>);

inline constexpr std::array<char, 8> signature = {'\x89', 't', 'r', 'e', 'e', 'f', 'i', 'x'};
inline constexpr std::uint32_t version = 1;

struct Head {
  std::array<char, 8> signature;
  std::uint32_t version, zero;
  std::uint64_t size, checksum;
};

struct PlacedAt {  // an offset or an added frame
  std::int64_t link;
  Transform<double> placement;
};
struct MimicEntry {
  std::int64_t joint, leader;
  double ratio, offset;
};

/// What a body has, with all numbers of links and joints in range and all lists of the right size.
struct Parts {
  std::string name;
  Vec3<double> gravity{};
  bool tolerant = false;
  std::vector<std::string> names;  // of links, then of added frames
  std::vector<Link> links;
  std::vector<Index> order;  // of links, depth-first
  std::vector<std::pair<Index, Transform<double>>> offsets, frames;
  std::vector<std::string> joint_names;  // (joints), in depth-first order
  std::vector<double> armatures;  // of all joints
  std::vector<double> lower, upper, velocity, effort, damping, friction;  // of joints that are not mimic joints
  std::vector<MimicJoint> mimic_joints;  // (joints) or empty
  std::vector<Diagnostic> warnings;
};

/// Every change of up to 8 neighbouring bytes changes it.
inline std::uint64_t checksum(View<const std::byte> bytes) {
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
  std::uint64_t sum = bytes.size();
  for (Index k = 0; k < ssize(bytes); k += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + k, static_cast<std::size_t>(std::min<Index>(8, ssize(bytes) - k)));
    sum = (sum ^ word) * prime;
    sum ^= sum >> 32;
  }
  return sum;
}

}  // namespace byte_format

/// What reads and writes the data of a model.
class ModelBytes {
 public:
  /// The body of the format. Warnings do not count when models are compared.
  static std::vector<std::byte> body(const Model& model, bool with_warnings);
  static std::size_t hash(const Model& model);
  static bool is_same(const Model& a, const Model& b) { return a.data_ == b.data_; }
  /// The model of these parts. Throws ModelError if it cannot be built.
  static Model model(byte_format::Parts parts);

 private:
  static Model assembled(byte_format::Parts parts, NameTable names, NameTable joints);
};

}  // namespace treefix
