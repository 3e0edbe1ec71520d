#include <treefix/base/text.hpp>
#include <treefix/io/attributes.hpp>
#include <treefix/io/fields.hpp>
#include <treefix/io/urdf/records.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::urdf {

namespace {

using enum Diagnostic::Topic;

bool require_child(const Element& around, const Element& child, const char* name, const char* expected,
                   Report& report) {
  if (child) return true;
  report.error(around.where(), {.topic = structure, .seen = concat("<", name, "> is missing"), .expected = expected});
  return false;
}

std::optional<Inertial> read_inertial(const Element& element, Report& report) {
  const auto [origin, mass, inertia] =
      find_children(element, std::array<std::string_view, 3>{"origin", "mass", "inertia"}, report);
  const Transform<double> X = read_origin(origin, report);
  Inertial out;
  out.com = X.r;
  Field mass_field[] = {{"value", &out.mass, 1, true}};
  bool good =
      require_child(element, mass, "mass", "<mass value=\"…\"/>", report) && read_fields(mass, mass_field, report);
  Sym3<double> I;
  Field entries[] = {{"ixx", &I.xx, 1, true}, {"ixy", &I.xy, 1, true}, {"ixz", &I.xz, 1, true},
                     {"iyy", &I.yy, 1, true}, {"iyz", &I.yz, 1, true}, {"izz", &I.zz, 1, true}};
  good = require_child(element, inertia, "inertia",
                       "<inertia ixx=\"…\" ixy=\"…\" ixz=\"…\" iyy=\"…\" iyz=\"…\" izz=\"…\"/>", report) &&
         read_fields(inertia, entries, report) && good;
  if (!good) return {};
  out.inertia = rotate(transpose(X.E), I);  // X.E maps link coordinates to coordinates of the inertial frame
  return out;
}

}  // namespace

Transform<double> read_origin(const Element& origin, Report& report) {
  if (!origin) return {};
  double xyz[3] = {}, rpy[3] = {};
  Field fields[] = {{"xyz", xyz, 3}, {"rpy", rpy, 3}};
  read_fields(origin, fields, report);
  const Vec3<double> position{xyz[0], xyz[1], xyz[2]};
  if (!is_near(position)) check_position(origin.where("xyz"), "xyz", position, report);
  const bool turns = rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0;
  return turns ? placed(position, turned_rpy(Vec3<double>{rpy[0], rpy[1], rpy[2]})) : placed(position);
}

std::optional<Link> read_link(const Element& element, Report& report) {
  Link link;
  link.name = require_name(element, "name", "the name of the link", report);
  const auto [inertial] =
      find_children(element, std::array<std::string_view, 1>{"inertial"}, report, {"visual", "collision"});
  if (inertial) {
    link.inertial_at = inertial.name().data() - 1;
    const auto read = read_inertial(inertial, report);
    link.inertial = read.value_or(Inertial{});
    link.unreadable = !read;
  }
  return link.name.empty() ? std::nullopt : std::optional(link);
}

}  // namespace treefix::io::urdf
