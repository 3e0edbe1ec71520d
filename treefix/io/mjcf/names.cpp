#include <treefix/io/mjcf/names.hpp>

#include <treefix/base/text.hpp>

namespace treefix::io::mjcf {

namespace {

void report_double(const Element& element, std::string_view kind, std::string_view name, Report& report) {
  report.error(element.where("name"), {.topic = Diagnostic::Topic::structure,
                                       .seen = concat(quoted("name", name), ", which another ", kind, " already has"),
                                       .expected = "unique names"});
}

}  // namespace

std::string NameRegister::add_free(std::string wanted, const Element& element) {
  while (!add(wanted, element)) wanted += '_';
  return wanted;
}

Element NameRegister::find(std::string_view name) const {
  const auto found = elements_.find(std::string(name));
  return found != elements_.end() ? found->second : Element();
}

Registers name_all(std::vector<BodyRecord>& bodies, Report& report) {
  Registers names;
  // names of the file first, because new names must differ from them
  for (const BodyRecord& body : bodies) {
    if (body.name == "world")
      report.error(body.element.where("name"), {.topic = Diagnostic::Topic::structure,
                                                .seen = quoted("name", body.name),
                                                .expected = "another name, because <worldbody> has this one"});
    else if (!body.name.empty() && !names.bodies.add(body.name, body.element))
      report_double(body.element, "body", body.name, report);
    for (const JointRecord& joint : body.joints)
      if (!joint.spec.name.empty() && !names.joints.add(joint.spec.name, joint.element))
        report_double(joint.element, "joint", joint.spec.name, report);
  }
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    BodyRecord& body = bodies[k];
    if (body.name.empty()) body.name = names.bodies.add_free(concat("body_", k + 1), body.element);
    for (std::size_t j = 0; j < body.joints.size(); ++j) {
      JointRecord& joint = body.joints[j];
      if (!joint.spec.name.empty()) continue;
      std::string wanted = body.joints.size() == 1 ? body.name : concat(body.name, "_joint_", j + 1);
      joint.spec.name = names.joints.add_free(std::move(wanted), joint.element);
    }
  }
  return names;
}

}  // namespace treefix::io::mjcf
