#include <treefix/model/builder.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include <treefix/base/parallel.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/leaves.hpp>
#include <treefix/model/resolve_mimic.hpp>
#include <treefix/planner/table.hpp>

namespace treefix {

namespace {

const std::string& joint_name(const BodySpec& body) { return body.joint.name.empty() ? body.name : body.joint.name; }

/// The parent of each body as an index; root if it has none. Reports unknown parents as problems.
std::vector<Index> resolve_parents(const Bodies& bodies, const NameTable& names, Problems& problems) {
  std::vector<Index> parents;
  parents.reserve(bodies.size());
  for (const BodySpec* body : bodies) {
    const Index before = ssize(parents) - 1;  // most bodies hang from the previous one, which needs no search
    const auto parent = body->parent.empty()                                      ? std::optional(root)
                        : before >= 0 && at(bodies, before)->name == body->parent ? std::optional(before)
                                                                                  : names.find(body->parent);
    if (!parent)
      problems.push_back(
          {body->name, concat("body '", body->name, "': parent '", body->parent, "' is not a body of this model")});
    parents.push_back(parent.value_or(root));
  }
  return parents;
}

ModelProblem describe_cycle(const Bodies& bodies, const std::vector<Index>& order) {
  std::vector<bool> reached(bodies.size(), false);
  for (const Index i : order) at(reached, i) = true;
  std::string first, text = "not connected to the root, because their parents form a cycle:";
  constexpr int most = 5;
  int count = 0;
  for (Index i = 0; i < ssize(bodies); ++i) {
    if (at(reached, i)) continue;
    if (count == 0) first = at(bodies, i)->name;
    if (count++ < most) text += concat(count == 1 ? "" : ",", " body '", at(bodies, i)->name, "'");
  }
  if (count > most) text += concat(" and ", count - most, " more");
  return {first, text};
}

void append(std::vector<double>& to, const std::vector<double>& values, int count, double otherwise) {
  if (values.empty())
    to.insert(to.end(), static_cast<std::size_t>(count), otherwise);
  else
    to.insert(to.end(), values.begin(), values.end());
}

void append_limits(Limits& limits, const JointSpec& joint) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const int nq = position_count(joint.kind), nv = velocity_count(joint.kind);
  append(limits.lower, joint.lower, nq, -inf);
  append(limits.upper, joint.upper, nq, inf);
  append(limits.velocity, joint.velocity_limit, nv, inf);
  append(limits.effort, joint.effort_limit, nv, inf);
}

void append_passive(Passive& passive, const JointSpec& joint) {
  append(passive.damping, joint.damping, velocity_count(joint.kind), 0);
  append(passive.friction, joint.friction, velocity_count(joint.kind), 0);
}

/// Renumbers mimic joints and their leaders: joint k becomes joint numbers[k].
std::vector<MimicJoint> renumbered(const std::vector<MimicJoint>& mimic_joints, const std::vector<Index>& numbers) {
  std::vector<MimicJoint> out(mimic_joints.size());
  for (Index k = 0; k < ssize(mimic_joints); ++k) {
    const auto [leader, ratio, offset] = at(mimic_joints, k);
    at(out, at(numbers, k)) = {leader == root ? root : at(numbers, leader), ratio, offset};
  }
  return out;
}

/// Gives a name the next number. Reports a missing or duplicate name as a problem.
void add_name(NameTable& table, const std::string& name, std::string_view kind, Problems& problems) {
  if (name.empty()) problems.push_back({{}, concat("a ", kind, " has no name")});
  if (!table.add_anyway(name)) problems.push_back({name, concat(kind, " '", name, "': the name is used twice")});
}

/// Models with more bodies than this are built with a second thread.
constexpr std::size_t large = planner::table::bodies_worth_threads;
constexpr std::size_t ahead = planner::table::bodies_ahead;

void add_body_names(const Bodies& bodies, NameTable& names, Problems& problems) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (k + ahead < bodies.size()) names.prefetch(bodies[k + ahead]->name);
    add_name(names, bodies[k]->name, "body", problems);
  }
}

void add_joint_names(const Bodies& bodies, NameTable& joints, Problems& problems) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (k + ahead < bodies.size()) joints.prefetch(joint_name(*bodies[k + ahead]));
    if (bodies[k]->joint.kind != JointKind::fixed) add_name(joints, joint_name(*bodies[k]), "joint", problems);
  }
}

/// The depth-first number of each moving joint, in the order of the description.
std::vector<Index> depth_first_numbers(const Bodies& bodies, const std::vector<Index>& order) {
  const auto moves = [&](Index i) { return at(bodies, i)->joint.kind != JointKind::fixed; };
  std::vector<Index> of_body(bodies.size(), root), numbers;
  Index next = 0;
  for (const Index i : order)
    if (moves(i)) at(of_body, i) = next++;
  numbers.reserve(static_cast<std::size_t>(next));
  for (Index i = 0; i < ssize(bodies); ++i)
    if (moves(i)) numbers.push_back(at(of_body, i));
  return numbers;
}

void move_to_end(Problems& from, Problems& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

Builder& Builder::gravity(Vec3<double> g) {
  gravity_ = g;
  return *this;
}

Builder& Builder::reserve(Index n) {
  lists_.back().reserve(static_cast<std::size_t>(n));
  return *this;
}

Builder& Builder::body(BodySpec spec) {
  lists_.back().push_back(std::move(spec));
  return *this;
}

Builder& Builder::bodies(std::vector<BodySpec> list) {
  lists_.push_back(std::move(list));
  return *this;
}

Builder& Builder::body(BodySpec spec, std::vector<JointSpec> joints) {
  std::string parent = spec.parent;
  for (std::size_t k = 0; k + 1 < joints.size(); ++k) {
    BodySpec link{.name = concat(spec.name, "/", k + 1), .parent = parent, .joint = std::move(joints[k])};
    if (k == 0) link.placement = std::exchange(spec.placement, {});
    parent = link.name;
    body(std::move(link));
  }
  spec.parent = std::move(parent);
  spec.joint = joints.empty() ? JointSpec::fixed() : std::move(joints.back());
  return body(std::move(spec));
}

Builder& Builder::tolerant(bool on) {
  tolerant_ = on;
  return *this;
}

Builder& Builder::warnings(std::vector<Diagnostic> list) {
  warnings_ = std::move(list);
  return *this;
}

Builder& Builder::frame(std::string name, std::string body, Transform<double> placement) {
  frames_.push_back({std::move(name), std::move(body), placement});
  return *this;
}

std::vector<std::string> Builder::body_names() const {
  std::vector<std::string> names;
  for (const std::vector<BodySpec>& list : lists_)
    for (const BodySpec& body : list) names.push_back(body.name);
  return names;
}

Builder::Place Builder::place_of(std::string_view name) {
  for (std::vector<BodySpec>& list : lists_)
    for (auto body = list.begin(); body != list.end(); ++body)
      if (body->name == name) return {&list, body};
  throw ValueError(concat("model '", name_, "' has no body named '", name, "'", suggestion(name, body_names())),
                   {.body = std::string(name)});
}

BodySpec& Builder::spec(std::string_view name) { return *place_of(name).body; }

Builder& Builder::remove(std::string_view name) {
  const Place place = place_of(name);
  place.list->erase(place.body);
  return *this;
}

/// A description with names replaced by numbers.
struct Builder::Resolved {
  Bodies bodies;
  NameTable names, joints;  // of bodies and frames; of moving joints
  std::vector<Index> parents;  // (bodies) root if none
  std::vector<Index> order;  // of bodies, depth-first
  std::vector<Index> frame_bodies;  // (frames)
  std::vector<MimicJoint> mimic_joints;  // (joints) or empty
};

Builder::Resolved Builder::resolve(Problems& problems) const {
  Resolved all;
  for (const std::vector<BodySpec>& list : lists_)
    for (const BodySpec& body : list) all.bodies.push_back(&body);
  const Bodies& bodies = all.bodies;
  if (!is_finite(gravity_)) problems.push_back({{}, "gravity is not finite"});

  // names: one table for bodies and frames, in the order of the description; one for moving joints
  all.names = NameTable(bodies.size() + frames_.size());
  all.joints = NameTable(bodies.size());
  Problems of_joints;
  both(
      bodies.size() > large,
      [&] {
        add_joint_names(bodies, all.joints, of_joints);
        for (const BodySpec* body : bodies) check_body(*body, tolerant_, of_joints);
      },
      [&] {
        add_body_names(bodies, all.names, problems);
        all.parents = resolve_parents(bodies, all.names, problems);
        all.order = depth_first_order(all.parents);
      });
  move_to_end(of_joints, problems);
  for (const FrameSpec& frame : frames_) {
    add_name(all.names, frame.name, "frame", problems);
    check_placement("frame", frame.name, frame.placement, problems);
    const auto body = frame.body.empty() ? std::optional(root) : all.names.find(frame.body);
    if (!body || *body >= ssize(bodies))
      problems.push_back(
          {frame.name, concat("frame '", frame.name, "': '", frame.body, "' is not a body of this model")});
    all.frame_bodies.push_back(body.value_or(root));
  }
  if (all.order.size() < bodies.size()) problems.push_back(describe_cycle(bodies, all.order));
  check_leaves(bodies, all.parents, all.order, tolerant_, problems);
  all.mimic_joints = resolve_mimic_joints(bodies, all.joints, problems);
  return all;
}

void Builder::describe(const Resolved& all, Model::Data& data) const {
  data.tolerant = tolerant_;
  data.links.reserve(all.bodies.size());
  for (Index i = 0; i < ssize(all.bodies); ++i) {
    const BodySpec& body = *at(all.bodies, i);
    const JointSpec& joint = body.joint;
    data.links.push_back({body.placement,
                          joint.axis,
                          joint.pitch,
                          body.mass,
                          body.com,
                          body.inertia,
                          shortened(at(all.parents, i)),
                          joint.kind,
                          {}});
    canonicalize(data.links.back());
    if (!is_identity(body.offset)) data.link_offsets.emplace_back(i, body.offset);
  }
  for (std::size_t k = 0; k < frames_.size(); ++k)
    data.added_frames.emplace_back(all.frame_bodies[k], frames_[k].placement);
}

void Builder::number(const Resolved& all, Model::Data& data) {
  data.assemble(all.order);
  for (const Index i : all.order) {
    const JointSpec& joint = at(all.bodies, i)->joint;
    if (joint.kind == JointKind::fixed) continue;
    append(data.mechanism.armatures, joint.armature, velocity_count(joint.kind), 0);
    if (!joint.mimic.joint.empty()) continue;
    append_limits(data.limits, joint);
    append_passive(data.passive, joint);
  }
}

void Builder::number_names(Resolved& all, const std::vector<Index>& joint_numbers, Model::Data& data) {
  data.body_names.reserve(joint_numbers.size());
  for (const Index i : all.order)
    if (const BodySpec& body = *at(all.bodies, i); body.joint.kind != JointKind::fixed)
      data.body_names.push_back(body.name);
  all.joints.renumber(joint_numbers);
  data.joints = std::move(all.joints);
  data.frame_names = std::move(all.names);
}

Model Builder::build() const {
  Problems problems;
  Resolved all = resolve(problems);
  if (!problems.empty()) throw ModelError(name_, std::move(problems));

  auto data = std::make_shared<Model::Data>();
  data->name = name_;
  data->warnings = warnings_;
  data->mechanism.gravity = gravity_;
  const std::vector<Index> joint_numbers = depth_first_numbers(all.bodies, all.order);
  both(
      all.bodies.size() > large,
      [&] {
        describe(all, *data);
        number(all, *data);
      },
      [&] { number_names(all, joint_numbers, *data); });
  if (!all.mimic_joints.empty())
    data->mimic = couple_mimic_joints(data->mechanism, renumbered(all.mimic_joints, joint_numbers));
  data->complete();
  return Model(std::move(data));
}

}  // namespace treefix
