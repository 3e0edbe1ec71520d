#include <treefix/model/builder.hpp>

#include <limits>
#include <memory>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/model/followers.hpp>
#include <treefix/model/leaves.hpp>

namespace treefix {

namespace {

template <class V>
decltype(auto) at(V& v, Index i) {
  return v[static_cast<std::size_t>(i)];
}

const std::string& joint_name(const BodySpec& body) { return body.joint.name.empty() ? body.name : body.joint.name; }

/// Parents as indices; root where there is none. Adds unknown parents to the problems.
std::vector<Index> resolve_parents(const std::vector<BodySpec>& bodies, const NameTable& names, Problems& problems) {
  std::vector<Index> parents;
  parents.reserve(bodies.size());
  for (const BodySpec& body : bodies) {
    const Index before = ssize(parents) - 1;  // most bodies hang from the one before: no need to search
    const auto parent = body.parent.empty()                                     ? std::optional(root)
                        : before >= 0 && at(bodies, before).name == body.parent ? std::optional(before)
                                                                                : names.find(body.parent);
    if (!parent)
      problems.push_back(concat("body '", body.name, "': parent '", body.parent, "' is not a body of this model"));
    parents.push_back(parent.value_or(root));
  }
  return parents;
}

std::string describe_cycle(const std::vector<BodySpec>& bodies, const std::vector<Index>& order) {
  std::vector<bool> reached(bodies.size(), false);
  for (const Index i : order) at(reached, i) = true;
  std::string text = "not connected to the root, because their parents form a circle:";
  constexpr int most = 5;
  int count = 0;
  for (Index i = 0; i < ssize(bodies); ++i) {
    if (at(reached, i)) continue;
    if (count++ < most) text += concat(count == 1 ? "" : ",", " body '", at(bodies, i).name, "'");
  }
  if (count > most) text += concat(" and ", count - most, " more");
  return text;
}

/// A rotation that passed the check, with its last digits put right.
Transform<double> cleaned(const Transform<double>& X) { return {orthonormalized(orthonormalized(X.E)), X.r}; }

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

/// Followers of joint k become those of joint numbers[k].
std::vector<Follower> renumbered(const std::vector<Follower>& followers, const std::vector<Index>& numbers) {
  std::vector<Follower> out(followers.size());
  for (Index k = 0; k < ssize(followers); ++k) {
    const auto [master, ratio, offset] = at(followers, k);
    at(out, at(numbers, k)) = {master == root ? root : at(numbers, master), ratio, offset};
  }
  return out;
}

}  // namespace

Builder& Builder::gravity(Vec3<double> g) {
  gravity_ = g;
  return *this;
}

Builder& Builder::reserve(Index n) {
  bodies_.reserve(static_cast<std::size_t>(n));
  return *this;
}

Builder& Builder::body(BodySpec spec) {
  bodies_.push_back(std::move(spec));
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

Model Builder::build() const {
  Problems problems;
  if (!is_finite(gravity_)) problems.push_back("gravity is not finite");

  // names: one table for bodies and frames, in the order of the description; one for joints that move
  NameTable names(bodies_.size() + frames_.size()), joints(bodies_.size());
  const auto add_name = [&](NameTable& table, const std::string& name, std::string_view kind) {
    if (name.empty()) problems.push_back(concat("a ", kind, " has no name"));
    if (table.add(name)) return;
    problems.push_back(concat(kind, " '", name, "': the name is used twice"));
    // go on under a name nobody can write, so that numbers stay in step
    table.add(concat(name, std::string_view("\0", 1), table.size()));
  };
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const BodySpec& body = bodies_[k];
    constexpr std::size_t ahead = 8;  // far enough to hide a miss
    if (k + ahead < bodies_.size()) {
      names.prefetch(bodies_[k + ahead].name);
      joints.prefetch(joint_name(bodies_[k + ahead]));
    }
    add_name(names, body.name, "body");
    if (body.joint.kind != JointKind::fixed) add_name(joints, joint_name(body), "joint");
    check_body(body, tolerant_, problems);
  }
  const std::vector<Index> parents = resolve_parents(bodies_, names, problems);
  std::vector<Index> frame_bodies;
  for (const FrameSpec& frame : frames_) {
    add_name(names, frame.name, "frame");
    check_placement("frame", frame.name, frame.placement, problems);
    const auto body = frame.body.empty() ? std::optional(root) : names.find(frame.body);
    if (!body || *body >= ssize(bodies_))
      problems.push_back(concat("frame '", frame.name, "': '", frame.body, "' is not a body of this model"));
    frame_bodies.push_back(body.value_or(root));
  }
  const std::vector<Index> order = depth_first_order(parents);
  if (order.size() < bodies_.size()) problems.push_back(describe_cycle(bodies_, order));
  check_leaves(bodies_, parents, order, tolerant_, problems);
  const std::vector<Follower> followers = resolve_followers(bodies_, joints, problems);
  if (!problems.empty()) throw ModelError(name_, std::move(problems));

  // depth-first: number the bodies that move, give each fixed one to the body that carries it
  const auto moving = static_cast<std::size_t>(joints.size());
  auto data = std::make_shared<Model::Data>();
  data->name = name_;
  data->warnings = warnings_;
  Mechanism<double>& m = data->mechanism;
  m.gravity = gravity_;
  m.joints.reserve(moving);
  m.inertias.reserve(moving);
  std::vector<Index> tree_parents;
  tree_parents.reserve(moving);
  data->frames.resize(bodies_.size());
  data->frames.reserve(bodies_.size() + frames_.size());
  data->body_names.reserve(moving);
  for (const Index i : order) {
    const BodySpec& body = at(bodies_, i);
    const JointSpec& joint = body.joint;
    const Frame parent = at(parents, i) == root ? Frame{} : at(data->frames, at(parents, i));
    const Transform<double> X = cleaned(body.placement) * parent.X_FB;
    const bool has_offset = !is_identity(body.offset);
    const Transform<double> offset = has_offset ? cleaned(body.offset) : Transform<double>{};
    const auto inertia = Inertia<double>::from_com(body.mass, body.com, body.inertia);
    Frame& frame = at(data->frames, i);
    if (joint.kind == JointKind::fixed) {
      frame = {parent.body, has_offset ? offset * X : X};
      if (parent.body != root) at(m.inertias, parent.body) += frame.X_FB.back(inertia);
      continue;
    }
    frame = {ssize(m.joints), offset};
    if (has_offset) data->offsets.resize(moving), at(data->offsets, frame.body) = offset;
    tree_parents.push_back(parent.body);
    m.joints.push_back({joint.kind, m.nq, m.nv, motion_subspace(joint), X});
    m.inertias.push_back(has_offset ? offset.back(inertia) : inertia);
    append(m.armatures, joint.armature, velocity_count(joint.kind), 0);
    if (joint.mimic.joint.empty()) {
      append_limits(data->limits, joint);
      append_passive(data->passive, joint);
    }
    data->body_names.push_back(body.name);
    m.nq += position_count(joint.kind), m.nv += velocity_count(joint.kind);
  }
  m.tree = Tree(std::move(tree_parents));
  std::vector<Index> joint_numbers;
  joint_numbers.reserve(moving);
  for (Index i = 0; i < ssize(bodies_); ++i)
    if (at(bodies_, i).joint.kind != JointKind::fixed) joint_numbers.push_back(at(data->frames, i).body);
  if (!followers.empty()) data->coupling = couple(m, renumbered(followers, joint_numbers));
  data->nq = ssize(data->limits.lower), data->nv = ssize(data->limits.velocity);
  joints.renumber(joint_numbers);
  data->joints = std::move(joints);
  data->frame_names = std::move(names);
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    const Frame carrier = frame_bodies[k] == root ? Frame{} : at(data->frames, frame_bodies[k]);
    data->frames.push_back({carrier.body, cleaned(frames_[k].placement) * carrier.X_FB});
  }

  for (const Inertia<double>& inertia : m.inertias) data->total_mass += inertia.m;
  return Model(std::move(data));
}

}  // namespace treefix
