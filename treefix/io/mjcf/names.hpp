// Names of bodies and joints: those of the file, and new ones for the others.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include <treefix/io/mjcf/walk.hpp>

namespace treefix::io::mjcf {

/// Unique names of bodies or joints, with their elements.
class NameRegister {
 public:
  /// False if the name is taken.
  bool add(const std::string& name, const Element& element) { return elements_.emplace(name, element).second; }
  /// The wanted name, or the next free one made from it.
  std::string add_free(std::string wanted, const Element& element);
  Element find(std::string_view name) const;

 private:
  std::unordered_map<std::string, Element> elements_;
};

struct Registers {
  NameRegister bodies, joints;
};

/// Names every body without a name "body_K", with MuJoCo's number K, and every joint without a name "<body>" or
/// "<body>_joint_K". Reports names that are used twice.
Registers name_all(std::vector<BodyRecord>& bodies, Report& report);

}  // namespace treefix::io::mjcf
