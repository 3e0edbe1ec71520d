#include <treefix/io/mjcf/ignored.hpp>

#include <string>
#include <vector>

#include <treefix/base/text.hpp>

namespace treefix::io::mjcf {

void Ignored::count(const Element& section, const Files& files) {
  const std::string_view name = section.name();
  if (name != "contact" && name != "equality" && name != "tendon" && name != "deformable" && name != "actuator") return;
  for (Element child = files.first_child(section); child; child = files.next(child)) {
    if (name == "contact" && child.name() == "pair") ++pairs;
    if (name == "equality") ++equalities;
    if (name == "tendon") ++tendons;
    if (name == "deformable" && child.name() == "flex") ++flexes;
    if (name == "actuator" && (child.has("armature") || child.has("damping"))) ++actuators;
  }
}

void Ignored::warn(const Element& root, const Option& option, Report& report) const {
  std::vector<std::string> list;
  const auto add = [&](Index count, bool active, const char* what, const char* one, const char* many) {
    if (count > 0 && active) list.push_back(concat(what, count, count == 1 ? one : many));
  };
  const bool contact = option.contact && option.constraints;
  add(equalities, option.equality && option.constraints, "", " equality constraint", " equality constraints");
  add(tendons, true, "", " tendon", " tendons");
  add(geoms, contact, "contacts of ", " geom", " geoms");
  add(pairs, contact, "", " contact pair", " contact pairs");
  add(springs, option.springs, "springs of ", " joint", " joints");
  add(damping, option.dampers, "damping of ", " joint", " joints");
  add(friction, option.frictionloss && option.constraints, "frictionloss of ", " joint", " joints");
  add(ball_limits, option.constraints, "ranges of ", " ball joint", " ball joints");
  add(gravcomp, option.has_gravity, "gravcomp of ", " body", " bodies");
  add(actuators, true, "armature or damping of ", " actuator", " actuators");
  add(flexes, true, "", " flex", " flexes");
  if (option.fluid) list.emplace_back("fluid forces (density, viscosity)");
  if (list.empty()) return;
  std::string text = "the file has ";
  for (std::size_t k = 0; k < list.size(); ++k) text += concat(k == 0 ? "" : ", ", list[k]);
  report.warning({root.where().source, root.where().at, {}},
                 {.topic = Diagnostic::Topic::ignored,
                  .seen = concat(text, ", which affect the motion in MuJoCo"),
                  .done = "ignored in the dynamics of treefix",
                  .hint = "damping and frictionloss are stored with the joints"});
}

}  // namespace treefix::io::mjcf
