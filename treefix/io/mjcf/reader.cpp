// The MJCF reader. Reads the sections in the order in which MuJoCo uses them, not in the order of the file.
#include <treefix/io/reading.hpp>

#include <memory>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/io/mjcf/robot.hpp>

namespace treefix::io {

namespace {

using namespace mjcf;
using enum Diagnostic::Topic;

/// Data that messages about bodies need after the file has been read.
struct Kept {
  Kept(Source& source, Scanner& scanner, const LoadOptions& options, Report& report)
      : files(source, scanner, options, report) {}
  Files files;
  Registers names;

  Where where(std::string_view name) const {
    Element element = names.bodies.find(name);
    if (!element) element = names.joints.find(name);
    return element ? element.where() : Where{};
  }
};

template <class Action>
void for_each_section(const Files& files, std::string_view name, const Action& action) {
  for (Element section = files.first_child(files.root()); section; section = files.next(section))
    if (section.name() == name) action(section);
}

void check_root(const Files& files, const LoadOptions& options, Report& report) {
  const Element root = files.root();
  for (const pugi::xml_attribute attribute : root.attributes())
    if (std::string_view(attribute.name()) != "model")
      report.warning(root.where(attribute.name()), {.topic = ignored,
                                                    .seen = concat("unknown attribute '", attribute.name(), "'"),
                                                    .done = "ignored",
                                                    .hint = "the only attribute of <mujoco> is model"});
  if (options.root == RootJoint::free)
    report.error(root.where(), {.topic = structure,
                                .seen = "a free root was requested",
                                .expected = "a fixed root for MJCF",
                                .hint = "add <freejoint/> to a body of <worldbody> to make it free"});
  for (Element section = files.first_child(root); section; section = files.next(section))
    check_element(section, top_elements(), report);
}

}  // namespace

Reading read_mjcf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report) {
  Reading reading;
  const auto kept = std::make_shared<Kept>(source, scanner, options, report);
  Files& files = kept->files;
  const Element root = files.root();
  if (!root) return reading;
  check_root(files, options, report);

  Context context{options, report, files};
  for_each_section(files, "compiler", [&](const Element& e) { read_compiler(e, context.compiler, report); });
  for_each_section(files, "option", [&](const Element& e) { read_option(e, context.option, report); });
  for_each_section(files, "default",
                   [&](const Element& e) { context.defaults.read(e, files, context.compiler, report); });
  Assets assets(files, context.compiler, context.defaults);
  for_each_section(files, "asset", [&](const Element& e) { assets.read(e, report); });
  Walk walk(context, assets);
  for_each_section(files, "worldbody", [&](const Element& e) { walk.read(e); });
  for (Element section = files.first_child(root); section; section = files.next(section))
    context.ignored.count(section, files);
  context.ignored.warn(root, context.option, report);

  kept->names = name_all(walk.bodies, report);
  check_tree(walk, context);
  const std::vector<Inertial> inertials = weigh_bodies(walk, context, assets);

  reading.builder = Builder(std::string(root.attribute("model").value_or("MuJoCo Model")));
  reading.builder.gravity(context.option.has_gravity ? context.option.gravity : Vec3<double>{});
  build_bodies(walk.bodies, inertials, kept->names.bodies, reading.builder);
  reading.where = [kept](std::string_view body) { return kept->where(body); };
  return reading;
}

}  // namespace treefix::io
