// <default>: classes of attributes, each with those of the class around it.
#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>

#include <treefix/io/mjcf/attributes.hpp>
#include <treefix/io/mjcf/files.hpp>

namespace treefix::io::mjcf {

/// What one class gives. Classes that change nothing of a kind share it with the class around them.
struct Class {
  const JointAttributes* joint = nullptr;
  const GeomAttributes* geom = nullptr;
  const MeshAttributes* mesh = nullptr;
};

class Defaults {
 public:
  Defaults();

  /// Reads a <default> at the top level and all within it. As in MuJoCo, a class has what the class around it had when
  /// it was read: attributes of that come first wherever they stand, but a second <default> section comes too late.
  void read(const Element& section, const Files& files, const Compiler& compiler, Report& report);

  const Class* main() const { return main_; }
  /// The class that an attribute names. Reports an unknown one, and returns otherwise.
  const Class* find(const Element& element, const char* attribute, const Class* otherwise, Report& report) const;

 private:
  void read_own(const Element& section, const Files& files, const Compiler& compiler, Class& target, Report& report);
  Class* add(const Element& section, const Class& around, Report& report);

  std::deque<JointAttributes> joints_;  // a deque, so that pointers stay
  std::deque<GeomAttributes> geoms_;
  std::deque<MeshAttributes> meshes_;
  std::deque<Class> classes_;
  Class* main_;
  std::unordered_map<std::string_view, Class*> by_name_;
  mutable int suggestions_ = 10;  // searching all names takes time
};

}  // namespace treefix::io::mjcf
