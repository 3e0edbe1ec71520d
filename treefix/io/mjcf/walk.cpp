#include <treefix/io/mjcf/walk.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/io/attributes.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/io/numbers.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::mjcf {

namespace {

using enum Diagnostic::Topic;

/// The number of a copy, padded with zeros to the digits of the count of copies.
std::string padded(Index number, Index count) {
  std::string text = std::to_string(number);
  const std::size_t digits = std::to_string(count).size();
  return concat(std::string(digits - std::min(digits, text.size()), '0'), text);
}

}  // namespace

bool Walk::has_room(bool copy) {
  // a short file can request more copies than fit in memory
  constexpr Index most_copies = 1'000'000;
  if (!copy) return true;
  const Index most = std::min(context_.options.limits.elements, most_copies);
  if (++copied_ <= most) return true;
  if (copied_ == most + 1)
    context_.report.error(levels_.back().element.where(), {.topic = structure,
                                                           .seen = concat("copies of more than ", most, " elements"),
                                                           .expected = concat("at most ", most),
                                                           .hint = "write out a larger robot without <replicate>"});
  return false;
}

void Walk::read(const Element& worldbody) {
  if (!worldbody.attributes().empty())
    context_.report.error(worldbody.where(), {.topic = structure,
                                              .seen = "it has attributes",
                                              .expected = "none",
                                              .hint = "use a <frame> inside it for a pose or a childclass"});
  levels_.push_back(
      {.element = worldbody, .next = context_.files.first_child(worldbody), .childclass = context_.defaults.main()});
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (!level.next) {
      if (!next_copy(level)) levels_.pop_back();
      continue;
    }
    const Element child = std::exchange(level.next, context_.files.next(level.next));
    if (!has_room(level.copy)) break;
    read_child(child, level);
  }
  levels_.clear();
}

void Walk::read_child(const Element& child, const Level& level) {
  const std::string_view name = child.name();
  if (name == "body") return push_body(child, level);
  if (name == "geom") return read_geom(child, level);
  if (name == "joint" || name == "freejoint") return read_joint(child, level);
  if (name == "inertial") return read_inertial(child, level);
  if (name == "frame") return push_frame(child, level);
  if (name == "replicate") return push_replicate(child, level);
  if (!check_element(child, body_elements(), report(level))) return;
  if (name == "composite" || name == "flexcomp" || name == "attach" || name == "plugin")
    report(level).error(child.where(), {.topic = structure,
                                        .seen = "this element is not supported",
                                        .expected = "bodies, joints, geoms and frames",
                                        .hint = "MuJoCo can save the robot with all bodies written out"});
}

Walk::Level Walk::inner(const Element& element, const Level& level, const Transform<double>& X) {
  if (!is_near(X.r)) check_position(element.where(), "its position in the body", X.r, report(level));
  return {.element = element,
          .next = context_.files.first_child(element),
          .body = level.body,
          .X = X,
          .childclass = context_.defaults.find(element, "childclass", level.childclass, report(level)),
          .suffix = level.suffix,
          .copy = level.copy,
          .in_replicate = level.in_replicate,
          .depth = level.depth};
}

void Walk::push_body(const Element& element, const Level& level) {
  Report& report = this->report(level);
  if (!level.copy) check_attributes(element, Kind::body, report);
  BodyRecord body{.element = element, .parent = level.body};
  body.name = element.attribute("name").value_or("");
  if (!body.name.empty()) body.name += level.suffix;
  const Transform<double> pose = read_pose(element, context_.compiler, report);
  body.pos = pose.r;
  body.X = pose * level.X;
  if (!is_near(body.X.r)) check_position(element.where(), "its position", body.X.r, report);
  read_word_into(element, "mocap", boolean, body.mocap, report);
  if (const auto gravcomp = read_number(element, "gravcomp", report); gravcomp && *gravcomp != 0)
    ++context_.ignored.gravcomp;
  if (level.body != root) ++bodies[static_cast<std::size_t>(level.body)].children;
  Level inside = inner(element, level, {});
  inside.body = ssize(bodies);
  inside.in_replicate = false;
  bodies.push_back(std::move(body));
  levels_.push_back(std::move(inside));
}

void Walk::push_frame(const Element& element, const Level& level) {
  Report& report = this->report(level);
  if (!level.copy) check_attributes(element, Kind::frame, report);
  levels_.push_back(inner(element, level, read_pose(element, context_.compiler, report) * level.X));
}

void Walk::push_replicate(const Element& element, const Level& level) {
  Report& report = this->report(level);
  constexpr Index deepest = 100;
  if (!level.copy) check_attributes(element, Kind::replicate, report);
  require_attribute(element, "count", "the number of copies", report);
  const auto count = read_integer(element, "count", report);
  if (!count) return;
  if (*count < 1) {
    report.warning(
        element.where("count"),
        {.seen = concat("count is ", *count), .expected = "one or more", .done = "no copies are made, as in MuJoCo"});
    return;
  }
  if (level.depth >= deepest) {
    report.error(element.where(), {.topic = structure,
                                   .seen = "<replicate> is nested too deeply",
                                   .expected = concat("at most ", deepest, " levels")});
    return;
  }
  Level inside = inner(element, level, level.X);
  inside.in_replicate = true;
  ++inside.depth;
  inside.copies = std::make_unique<Copies>();
  Copies& copies = *inside.copies;
  copies.count = *count;
  copies.done = 1;
  copies.offset = read_position(element, "offset", report).value_or(Vec3<double>{});
  read_exactly(element, "euler", copies.angles, 3, report);
  copies.separator = element.attribute("sep").value_or("");
  copies.outer_suffix = level.suffix;
  copies.outer_X = level.X;
  inside.suffix = concat(copies.separator, padded(0, copies.count), level.suffix);
  levels_.push_back(std::move(inside));
}

bool Walk::next_copy(Level& level) {
  if (!level.copies || level.copies->done >= level.copies->count || !has_room(true)) return false;
  Copies& copies = *level.copies;
  const auto turned_by = [&](Index k) {
    const auto times = static_cast<double>(k);
    const double angles[3] = {times * copies.angles[0], times * copies.angles[1], times * copies.angles[2]};
    return turned_euler(angles, context_.compiler);
  };
  copies.position += transpose_times(turned_by(copies.done - 1), copies.offset);
  level.X = placed(copies.position, turned_by(copies.done)) * copies.outer_X;
  level.suffix = concat(copies.separator, padded(copies.done, copies.count), copies.outer_suffix);
  level.copy = true;
  level.next = context_.files.first_child(level.element);
  ++copies.done;
  return true;
}

void Walk::read_joint(const Element& element, const Level& level) {
  Report& report = this->report(level);
  const auto refuse = [&](const char* seen, const char* expected) {
    report.error(element.where(), {.topic = structure, .seen = seen, .expected = expected});
  };
  if (level.body == root) return refuse("a joint in the world", "joints only in bodies");
  if (level.in_replicate) return refuse("a joint directly in <replicate>", "joints inside its bodies");
  JointRecord joint;
  if (element.name() == "freejoint") {
    joint = make_freejoint(element, report);
  } else {
    if (!level.copy) check_attributes(element, Kind::joint, report);
    JointAttributes attributes = *context_.defaults.find(element, "class", level.childclass, report)->joint;
    read_attributes(element, context_.compiler, attributes, report);
    joint = make_joint(element, attributes, level.X, context_.compiler, context_.ignored, report);
  }
  joint.spec.name = element.attribute("name").value_or("");
  if (!joint.spec.name.empty()) joint.spec.name += level.suffix;
  bodies[static_cast<std::size_t>(level.body)].joints.push_back(std::move(joint));
}

void Walk::read_inertial(const Element& element, const Level& level) {
  Report& report = this->report(level);
  const auto refuse = [&](const char* seen, const char* expected) {
    report.error(element.where(), {.topic = structure, .seen = seen, .expected = expected});
  };
  if (level.body == root) return refuse("an <inertial> in the world", "<inertial> only in bodies");
  if (level.in_replicate) return refuse("an <inertial> directly in <replicate>", "one inside each body");
  BodyRecord& body = bodies[static_cast<std::size_t>(level.body)];
  if (body.inertial_element) return refuse("a second <inertial> of the same body", "at most one");
  body.inertial_element = element;
  body.inertial = mjcf::read_inertial(element, level.X, context_.compiler, report);
}

void Walk::read_geom(const Element& element, const Level& level) {
  Report& report = this->report(level);
  if (!level.copy) check_attributes(element, Kind::geom, report);
  GeomAttributes geom = *context_.defaults.find(element, "class", level.childclass, report)->geom;
  read_attributes(element, context_.compiler, geom, report);
  if (!check_geom(element, geom, assets_, report) || level.body == root) return;
  if (geom.contype != 0 || geom.conaffinity != 0) ++context_.ignored.geoms;
  const Compiler& compiler = context_.compiler;
  GeomRecord record{.body = level.body, .element = element, .geom = geom, .X = level.X};
  if (geom.type == Shape::plane) planes.push_back(record);
  if (geom.group < compiler.first_group || geom.group > compiler.last_group) return;
  if (compiler.inertiafromgeom == Tristate::no) return;
  if (!geom.mesh.empty() || geom.type == Shape::hfield) {
    meshes.push_back(record);
    return;
  }
  if (auto part = inertial_of(element, geom, assets_, report)) {
    part->com = level.X.point_back(part->com);
    part->inertia = rotate(transpose(level.X.E), part->inertia);
    bodies[static_cast<std::size_t>(level.body)].geoms.push_back(*part);
  }
}

}  // namespace treefix::io::mjcf
