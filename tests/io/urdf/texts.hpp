// Pieces of URDF texts.
#pragma once

#include <string>

namespace treefix::test {

inline const std::string heavy =
    "<inertial><origin xyz='.1 .2 .3' rpy='.4 .5 .6'/><mass value='2'/>"
    "<inertia ixx='.5' ixy='.02' ixz='-.03' iyy='.6' iyz='.01' izz='.7'/></inertial>";

inline std::string link(const std::string& name, const std::string& inertial = heavy) {
  return "<link name='" + name + "'>" + inertial + "</link>\n";
}
inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}
inline std::string robot(const std::string& content) { return "<robot name='r'>\n" + content + "</robot>\n"; }
inline std::string one_joint(const std::string& type, const std::string& more) {
  return robot(link("base", "") + link("arm") + joint("elbow", type, "base", "arm", more));
}
inline const std::string limit = "<limit lower='-1' upper='2' effort='3' velocity='4'/>";

}  // namespace treefix::test
