#include <algorithm>
#include <utility>

#include <treefix/base/parallel.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/urdf/records.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::urdf {

namespace {

using enum Diagnostic::Topic;

constexpr Index none = -1;

class Assembly {
 public:
  Assembly(const Source& source, const Robot& robot, Report& report)
      : source_(source), robot_(robot), report_(report) {}

  void check_inertials(bool root_moves) {
    for (Index i = 0; i < ssize(robot_.links); ++i) {
      const Link& link = link_at(i);
      if (link.inertial_at == nullptr || link.unreadable || is_sound(link.inertial)) continue;
      const Index above = at(joint_above_, i);
      const Where inertial{&source_, link.inertial_at, concat("<inertial> of link '", link.name, "'")};
      check_inertial(inertial, link.inertial, report_, moves(above, root_moves));
      if (is_massless(link.inertial))
        report_.warning(inertial, {.topic = physics,
                                   .seen = "mass and inertia are zero",
                                   .done = "treated as a link without mass",
                                   .hint = "omit <inertial> if this is intended"});
    }
  }

  /// A moving link, or a link that it carries, must have mass; otherwise its acceleration is undetermined.
  void check_masses(bool root_moves) {
    std::vector<bool> heavy(robot_.links.size(), false);  // it or a link that it carries has mass
    for (Index i = 0; i < ssize(robot_.links); ++i) {
      const Link& link = link_at(i);
      const bool massless = link.inertial_at == nullptr || is_massless(link.inertial);
      const Index above = at(joint_above_, i);
      const bool has_armature = above != none && !joint_at(above).armature.empty();
      if (massless && !link.unreadable && !has_armature) continue;
      for (Index k = i; k != none && !heavy[static_cast<std::size_t>(k)]; k = at(parent_, k))
        heavy[static_cast<std::size_t>(k)] = true;
    }
    for (Index i = 0; i < ssize(robot_.links); ++i) {
      const Index above = at(joint_above_, i);
      if (heavy[static_cast<std::size_t>(i)] || !moves(above, root_moves)) continue;
      const std::string by = above == none ? "" : concat(", or make joint '", joint_at(above).name, "' fixed");
      report_.error(where(source_, link_at(i)),
                    {.topic = physics,
                     .seen = "it moves, but neither it nor the links that it carries have mass",
                     .expected = "a positive mass",
                     .hint = concat("give it an <inertial>", by)});
    }
  }

  /// The root link; none if there is not exactly one, or if the links do not form a tree.
  Index find_root() {
    name_all();
    connect();
    if (!robot_.complete || !sound_) return none;
    check_cycles();
    return sound_ ? only_root() : none;
  }

  Index child_of(Index joint) const { return at(child_, joint); }

 private:
  /// Reports a problem of structure.
  void refuse(const Where& where, Finding finding) {
    finding.topic = structure;
    report_.error(where, finding);
    sound_ = false;
  }

  bool moves(Index joint, bool root_moves) const {
    return joint == none ? root_moves : joint_at(joint).kind != JointKind::fixed;
  }

  const Link& link_at(Index i) const { return *at(robot_.links, i); }
  const Joint& joint_at(Index k) const { return *at(robot_.joints, k); }

  /// Adds the names to a table. Returns the indices of records whose names were already there.
  template <class Record>
  static std::vector<Index> add_names(const std::vector<const Record*>& records, NameTable& names) {
    std::vector<Index> again;
    for (Index i = 0; i < ssize(records); ++i) {
      constexpr Index ahead = planner::table::bodies_ahead;
      if (i + ahead < ssize(records)) names.prefetch(at(records, i + ahead)->name);
      if (!names.add_anyway(at(records, i)->name)) again.push_back(i);
    }
    return again;
  }

  template <class Record>
  void refuse_again(const std::vector<const Record*>& records, const std::vector<Index>& again, const NameTable& names,
                    const char* expected) {
    for (const Index i : again) {
      const Record& record = *at(records, i);
      const Record& first = *at(records, names.find(record.name).value_or(i));
      refuse(where(source_, record),
             {.seen = concat("the name is used twice, first on line ", source_.place(first.name.data()).line),
              .expected = expected});
    }
  }

  void name_all() {
    names_ = NameTable(robot_.links.size());
    NameTable joints(robot_.joints.size());
    std::vector<Index> links_again, joints_again;
    both(
        ssize(robot_.links) > planner::table::bodies_worth_threads,
        [&] { links_again = add_names(robot_.links, names_); },
        [&] { joints_again = add_names(robot_.joints, joints); });
    refuse_again(robot_.links, links_again, names_, "a unique name for each link");
    refuse_again(robot_.joints, joints_again, joints, "a unique name for each joint");
    check_leaders(source_, robot_, joints, report_);
  }

  /// The link of that name. Joints mostly follow the order of links, so the search begins with the last link found and
  /// the next one.
  Index find_link(std::string_view name, const Joint& joint, const char* role) {
    for (const Index guess : {last_found_, last_found_ + 1})
      if (guess < ssize(robot_.links) && link_at(guess).name == name) return last_found_ = guess;
    if (const auto found = names_.find(name)) return last_found_ = *found;
    refuse({&source_, name.data(), where(source_, joint).element},
           {.seen = concat(role, " link '", name, "' is not in the file"),
            .expected = "the name of a link",
            .hint = did_you_mean(name, names_.all())});
    return none;
  }

  void connect() {
    child_.reserve(robot_.joints.size());
    joint_above_.assign(robot_.links.size(), none);
    parent_.assign(robot_.links.size(), none);
    for (Index k = 0; k < ssize(robot_.joints); ++k) {
      const Joint& joint = joint_at(k);
      const Index parent = find_link(joint.parent, joint, "parent"), child = find_link(joint.child, joint, "child");
      child_.push_back(child);
      if (parent == none || child == none) continue;
      if (Index& above = at(joint_above_, child); above == none) {
        above = k;
        at(parent_, child) = parent;
      } else {
        refuse({&source_, joint.child.data(), where(source_, joint).element},
               {.seen = concat("link '", joint.child, "' is already the child of joint '", joint_at(above).name, "'"),
                .expected = "one parent for each link",
                .hint = "loops are not supported; remove one of the joints"});
      }
    }
  }

  void check_cycles() {
    for (const Index link : cycles_of(parent_)) report_cycle(link);
  }

  void report_cycle(Index start) {
    constexpr int most = 5;
    int shown = 0;
    std::string links = concat("'", link_at(start).name, "'");
    Index i = at(parent_, start);
    for (; i != start && shown < most; i = at(parent_, i), ++shown)
      links += concat(" is a child of '", link_at(i).name, "', which");
    links += i == start ? concat(" is a child of '", link_at(start).name, "' again") : " is a child of more links";
    refuse(where(source_, link_at(start)), {.seen = concat("a cycle: ", links), .expected = "links that form a tree"});
  }

  Index only_root() {
    std::vector<Index> roots;
    for (Index i = 0; i < ssize(robot_.links); ++i)
      if (at(joint_above_, i) == none) roots.push_back(i);
    if (roots.size() == 1) return roots[0];
    constexpr Index most = 5;
    std::string list;
    for (Index k = 0; k < std::min(most, ssize(roots)); ++k)
      list += concat(k == 0 ? "" : ", ", "'", link_at(roots[static_cast<std::size_t>(k)]).name, "'");
    if (ssize(roots) > most) list += concat(" and ", ssize(roots) - most, " more");
    // the likely mistake is a link without any joint, so give the position of the second root
    refuse(where(source_, link_at(roots[1])), {.seen = concat("more than one link has no parent: ", list),
                                               .expected = "one root link",
                                               .hint = "connect them with joints, of type fixed if they do not move"});
    return none;
  }

  const Source& source_;
  const Robot& robot_;
  Report& report_;
  NameTable names_;
  std::vector<Index> child_;  // of each joint
  std::vector<Index> joint_above_, parent_;  // of each link
  Index last_found_ = 0;
  bool sound_ = true;  // no problem of structure so far
};

BodySpec body_of(const Link& link) {
  return {.name = std::string(link.name),
          .mass = link.inertial.mass,
          .com = link.inertial.com,
          .inertia = link.inertial.inertia};
}

JointSpec spec_of(const Joint& joint, const LoadOptions& options) {
  JointSpec spec{.kind = joint.kind, .axis = joint.axis, .name = std::string(joint.name), .armature = joint.armature};
  const auto n = static_cast<std::size_t>(velocity_count(joint.kind));
  if (joint.lower != -inf || joint.upper != inf) {
    spec.lower = {joint.lower};
    spec.upper = {joint.upper};
  }
  if (joint.velocity != inf) spec.velocity_limit = {joint.velocity};
  if (joint.effort != inf) spec.effort_limit = {joint.effort};
  if (joint.damping != 0) spec.damping.assign(n, joint.damping);
  if (joint.friction != 0) spec.friction.assign(n, joint.friction);
  if (options.mimic && !joint.leader.empty()) spec.mimic = {std::string(joint.leader), joint.ratio, joint.offset};
  return spec;
}

void attach(BodySpec& body, const Joint& joint, const LoadOptions& options) {
  body.parent = joint.parent;
  body.placement = joint.placement;
  body.joint = spec_of(joint, options);
  if (joint.kind == JointKind::planar) {
    // planar joints move in the plane z = 0 of their frame: rotate that frame, and the link back
    const Mat3<double> E = turned_to(joint.axis);
    body.placement = Transform<double>{E, {}} * body.placement;
    body.offset = {transpose(E), {}};
  }
}

/// "root_joint", the usual name, with underscores appended while a joint of the file has that name.
std::string root_joint_name(const Robot& robot) {
  std::string name = "root_joint";
  while (std::any_of(robot.joints.begin(), robot.joints.end(), [&](const Joint* j) { return j->name == name; }))
    name += '_';
  return name;
}

}  // namespace

Where where(const Source& source, const Link& link) {
  return {&source, link.name.data(), concat("link '", link.name, "'")};
}
Where where(const Source& source, const Joint& joint) {
  return {&source, joint.name.data(), concat("joint '", joint.name, "'")};
}

void assemble(const Source& source, const LoadOptions& options, const Robot& robot, Report& report, Builder& builder) {
  Assembly assembly(source, robot, report);
  const Index root_link = assembly.find_root();
  const bool root_moves = options.root == RootJoint::free;
  assembly.check_inertials(root_moves);
  if (root_link == none) return;
  assembly.check_masses(root_moves);
  BodySpec first = body_of(*at(robot.links, root_link));
  if (options.root == RootJoint::free) first.joint = JointSpec::free(root_joint_name(robot));
  builder.body(std::move(first));
  // the other links, in blocks on all cores
  constexpr std::size_t block = planner::table::links_at_once;
  std::vector<std::vector<BodySpec>> lists((robot.joints.size() + block - 1) / block);
  for_each_index(lists.size(), [&](std::size_t b) {
    const auto begin = static_cast<Index>(b * block);
    const Index end = std::min(begin + static_cast<Index>(block), ssize(robot.joints));
    lists[b].reserve(static_cast<std::size_t>(end - begin));
    for (Index k = begin; k < end; ++k) {
      lists[b].push_back(body_of(*at(robot.links, assembly.child_of(k))));
      attach(lists[b].back(), *at(robot.joints, k), options);
    }
  });
  for (std::vector<BodySpec>& list : lists) builder.bodies(std::move(list));
}

}  // namespace treefix::io::urdf
