#include <treefix/io/mjcf/defaults.hpp>

#include <utility>
#include <vector>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// Copies the current attributes and overrides the copy with the element.
template <class Attributes>
void extend(const Attributes*& current, std::deque<Attributes>& all, const Element& element, Kind kind,
            const Compiler& compiler, Report& report) {
  check_attributes(element, kind, report);
  all.push_back(*current);
  read_attributes(element, compiler, all.back(), report);
  current = &all.back();
}

}  // namespace

Defaults::Defaults()
    : joints_(1), geoms_(1), meshes_(1), classes_(1, {&joints_[0], &geoms_[0], &meshes_[0]}), main_(&classes_[0]) {
  by_name_.emplace("main", main_);
}

void Defaults::read_own(const Element& section, const Files& files, const Compiler& compiler, Class& target,
                        Report& report) {
  int joints = 0, geoms = 0, meshes = 0;
  const auto once = [&](const Element& element, int& count) {
    if (++count == 2)
      report.error(element.where(), {.topic = structure,
                                     .seen = concat("a second <", element.name(), "> in the same <default>"),
                                     .expected = "at most one"});
  };
  for (Element child = files.first_child(section); child; child = files.next(child)) {
    if (!check_element(child, default_elements(), report)) continue;
    if (child.name() == "joint") {
      once(child, joints);
      extend(target.joint, joints_, child, Kind::joint, compiler, report);
    } else if (child.name() == "geom") {
      once(child, geoms);
      extend(target.geom, geoms_, child, Kind::geom, compiler, report);
    } else if (child.name() == "mesh") {
      once(child, meshes);
      extend(target.mesh, meshes_, child, Kind::mesh, compiler, report);
    }
  }
}

Class* Defaults::add(const Element& section, const Class& around, Report& report) {
  classes_.push_back(around);
  const std::string_view name = section.attribute("class").value_or("");
  if (name.empty())
    report.error(section.where(), {.topic = structure,
                                   .seen = "a nested <default> has no class",
                                   .expected = "class=\"…\"",
                                   .hint = "only the top-level <default> may omit it; its class is main"});
  else if (!by_name_.emplace(name, &classes_.back()).second)
    report.error(section.where("class"), {.topic = structure,
                                          .seen = concat(quoted("class", name), ", which is already defined"),
                                          .expected = "a new class name"});
  return &classes_.back();
}

void Defaults::read(const Element& section, const Files& files, const Compiler& compiler, Report& report) {
  if (const auto name = section.attribute("class"); name && *name != "main")
    report.error(section.where("class"), {.topic = structure,
                                          .seen = concat(quoted("class", *name), " in the top-level <default>"),
                                          .expected = "main, or no class",
                                          .hint = "nest it in another <default>"});
  check_attributes(section, Kind::default_class, report);
  read_own(section, files, compiler, *main_, report);
  // sections to visit, with the class that each defines
  std::vector<std::pair<Element, const Class*>> open{{files.first_child(section), main_}};
  while (!open.empty()) {
    auto& [child, around] = open.back();
    while (child && child.name() != "default") child = files.next(child);
    if (!child) {
      open.pop_back();
      continue;
    }
    const Element inner = std::exchange(child, files.next(child));
    check_attributes(inner, Kind::default_class, report);
    Class* target = add(inner, *around, report);
    read_own(inner, files, compiler, *target, report);
    open.emplace_back(files.first_child(inner), target);
  }
}

const Class* Defaults::find(const Element& element, const char* attribute, const Class* otherwise,
                            Report& report) const {
  const auto name = element.attribute(attribute);
  if (!name) return otherwise;
  if (const auto found = by_name_.find(*name); found != by_name_.end()) return found->second;
  Suggestion suggestion(*name);
  if (suggestions_-- > 0)
    for (const auto& known : by_name_) suggestion.consider(known.first);
  report.error(element.where(attribute),
               {.topic = structure,
                .seen = concat(quoted(attribute, *name), ", which no <default> defines"),
                .expected = "the class of a <default>",
                .hint = suggestion.best().empty() ? "" : concat("did you mean '", suggestion.best(), "'?")});
  return otherwise;
}

}  // namespace treefix::io::mjcf
