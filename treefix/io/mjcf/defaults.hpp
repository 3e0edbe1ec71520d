// <default>: classes of attributes. Each class inherits from the enclosing one.
#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>

#include <treefix/io/mjcf/attributes.hpp>
#include <treefix/io/mjcf/files.hpp>

namespace treefix::io::mjcf {

/// The attributes of one class. Attributes that a class does not change are shared with the enclosing class.
struct Class {
  const JointAttributes* joint = nullptr;
  const GeomAttributes* geom = nullptr;
  const MeshAttributes* mesh = nullptr;
};

class Defaults {
 public:
  Defaults();

  /// Reads a top-level <default> and all nested ones. As in MuJoCo, a class inherits the attributes that the enclosing
  /// class has at that time: those of the same section, even if they come later in the file, but not those of a later
  /// <default> section.
  void read(const Element& section, const Files& files, const Compiler& compiler, Report& report);

  const Class* main() const { return main_; }
  /// The class that an attribute names. Reports an unknown class and returns `otherwise`.
  const Class* find(const Element& element, const char* attribute, const Class* otherwise, Report& report) const;

 private:
  void read_own(const Element& section, const Files& files, const Compiler& compiler, Class& target, Report& report);
  Class* add(const Element& section, const Class& around, Report& report);

  std::deque<JointAttributes> joints_;  // a deque, so that pointers stay valid
  std::deque<GeomAttributes> geoms_;
  std::deque<MeshAttributes> meshes_;
  std::deque<Class> classes_;
  Class* main_;
  std::unordered_map<std::string_view, Class*> by_name_;
  mutable int suggestions_ = 10;  // number of further unknown names that get a suggestion; each search takes time
};

}  // namespace treefix::io::mjcf
