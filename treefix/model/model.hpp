// Model: an immutable robot.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/model/mimic.hpp>
#include <treefix/model/names.hpp>
#include <treefix/model/specs.hpp>

namespace treefix {

class Builder;

/// A frame that moves with a body: that of the body itself, that of a body merged into it, or one added by the caller.
struct Frame {
  Index body = root;  // the body it moves with, or root
  Transform<double> X_FB{};  // from body coordinates to frame coordinates
};

/// Dissipation of the joints, except mimic joints. Stored only: no algorithm uses it.
struct Passive {
  std::vector<double> damping, friction;  // (nv)
};

/// The coordinates and properties of a joint.
struct JointInfo {
  std::string name;
  JointKind kind{};
  Index body{};  // the body that it moves, which has the same number as the joint
  Index q{}, nq{};  // its coordinates are q .. q + nq − 1 of the configuration
  Index v{}, nv{};  // and v .. v + nv − 1 of velocity, acceleration and torque
  /// The leader of a mimic joint, q = ratio q_leader + offset; root if it is not one. A mimic joint has no coordinates:
  /// nq and nv are zero, and q and v are those of its leader.
  Index leader = root;
  double ratio = 1, offset = 0;
};

/// Limits as given in the description, infinite where none was given. Stored only: no algorithm enforces them.
/// Limits of mimic joints are dropped, because these joints have no coordinates.
struct Limits {
  std::vector<double> lower, upper;  // (nq)
  std::vector<double> velocity, effort;  // (nv)
};

/// A body of the description, in numbers: one that moves, or one that is fixed to its parent. Without padding.
struct Link {
  Transform<double> placement;  // as in BodySpec, and the axis and pitch as in JointSpec
  Vec3<double> axis;
  double pitch, mass;
  Vec3<double> com;
  Sym3<double> inertia;
  ShortIndex parent;  // among the links, or root
  JointKind kind;
  std::uint8_t unused[3];
};

/// Gives numbers that have no meaning for the kind of joint their default, so that equal descriptions have equal bits.
constexpr void canonicalize(Link& link) {
  if (!has_axis(link.kind)) link.axis = {0, 0, 1};
  if (link.kind != JointKind::helical) link.pitch = 0;
  for (std::uint8_t& byte : link.unused) byte = 0;
}

/// The position at which Model::locked fixes a joint: q has as many numbers as the joint has coordinates.
struct JointPosition {
  std::string joint;
  std::vector<double> q;
};

/// How the first bodies of a robot are attached to the root.
enum class RootJoint { fixed, free };

/// A robot: a tree of named bodies and joints. Made by Builder or by zoo.
///
/// Order: bodies are numbered depth-first, siblings in the order in which they were added; q, v, a, tau follow the same
/// order. Fixed bodies are merged into the body that carries them; their frames remain. Mimic joints
/// (JointInfo::leader) move bodies, but have no entries in q, v, a and tau.
/// Equality: two models are equal if they have the same description, bit by bit: names, numbers and order. Warnings are
/// not compared.
/// Threads: immutable, may be shared by any number of threads. Copies share the data and are cheap.
/// Memory: O(n).
class Model {
 public:
  const std::string& name() const { return data_->name; }
  Index nbody() const { return mechanism().nbody(); }
  Index nq() const { return data_->nq; }
  Index nv() const { return data_->nv; }

  const std::vector<std::string>& body_names() const { return data_->body_names; }
  const std::vector<std::string>& joint_names() const { return data_->joints.all(); }
  const std::vector<std::string>& frame_names() const { return data_->frame_names.all(); }

  // These throw ValueError if the name is unknown, with the most similar name.
  Index body(std::string_view name) const;
  JointInfo joint(std::string_view name) const;
  /// The frame of this name; if there is none, the moved frame of the joint of this name.
  Frame frame(std::string_view name) const;

  JointInfo joint(Index i) const;
  /// The joint that entry k of v, a and tau belongs to.
  JointInfo joint_of_v(Index k) const;
  const Frame& frame(Index i) const { return data_->frames[static_cast<std::size_t>(i)]; }

  /// The joints that have a quaternion; none of them is a mimic joint.
  const std::vector<Index>& quaternion_joints() const { return data_->quaternion_joints; }
  const Limits& limits() const { return data_->limits; }
  /// The mass of all moving bodies.
  double total_mass() const { return data_->total_mass; }
  const Passive& passive() const { return data_->passive; }
  /// From the moved frame of joint i to the frame of body i, for each moving body; empty if all of them coincide.
  const std::vector<Transform<double>>& body_offsets() const { return data_->offsets; }
  /// Questionable input in the file of the model, and how the reader treated it.
  const std::vector<Diagnostic>& warnings() const { return data_->warnings; }

  // The description: all bodies, also those that are fixed to others, and added frames, in the order in which they were
  // added. They are the frames of the model in this order: link_count() bodies first.

  Index link_count() const { return ssize(data_->links); }
  /// The number of a body among them. Throws ValueError if the name is unknown.
  Index link(std::string_view name) const;
  /// The parent of body k among them, or root.
  Index link_parent(Index k) const { return data_->links[static_cast<std::size_t>(k)].parent; }
  /// Whether the description may have questionable bodies: see Builder::tolerant.
  bool is_tolerant() const { return data_->tolerant; }
  /// The description of body k, and the one of this name. build() of an equal description gives an equal model.
  BodySpec body_spec(Index k) const;
  BodySpec body_spec(std::string_view name) const;
  /// The description of frame k, link_count() <= k.
  FrameSpec frame_spec(Index k) const;
  /// The whole description, to change it. O(n).
  Builder to_builder() const;

  // Changed robots. Each of these returns a new model in O(n) and throws ModelError or ValueError, which name what is
  // wrong. Bodies, joints and frames keep their order and names.

  /// The same robot with another acceleration of free fall.
  Model with_gravity(Vec3<double> gravity) const;
  /// A load fixed to a body: com and inertia (about com) in coordinates of that body.
  Model with_payload(std::string_view body, double mass, Vec3<double> com = {}, Sym3<double> inertia = {}) const;
  /// Some joints fixed at a position. Their bodies become part of their parents, their frames stay. Mimic joints are
  /// fixed with their leader; a mimic joint itself cannot be named.
  Model locked(const std::vector<JointPosition>& positions) const;
  /// Another robot attached to a frame of this one; to the root if `frame` is empty. The names of its bodies, joints
  /// and frames begin with `prefix`; its gravity is not used.
  Model attached(const Model& other, std::string_view frame, std::string_view prefix) const;
  /// Without a body, everything that hangs from it, and their frames.
  Model without_subtree(std::string_view body) const;
  /// With the only body of the root attached by another joint: a fixed body gets a free joint and the reverse.
  Model with_root(RootJoint joint) const;

  friend bool operator==(const Model& a, const Model& b);
  /// The same for equal models. O(n) for the first call of a model.
  std::size_t hash() const;

  /// The data that the algorithms read. Here the coordinates of body i are those of the moved frame of joint i, and
  /// mimic joints have coordinates, too: nq and nv equal those of the model only if mimic() is empty.
  const Mechanism<double>& mechanism() const { return data_->mechanism; }
  /// Conversion between coordinates of the model and of its mechanism; empty if there are no mimic joints.
  const MimicCoupling& mimic() const { return data_->mimic; }
  bool has_mimic() const { return !mimic().empty(); }

 private:
  friend class Builder;
  friend class ModelBytes;
  struct Data {
    std::string name;
    Mechanism<double> mechanism;
    MimicCoupling mimic;
    Index nq = 0, nv = 0;
    std::vector<std::string> body_names;
    NameTable joints;  // numbered as the bodies
    std::vector<Index> quaternion_joints;
    NameTable frame_names;  // bodies first, in the order of the description, then frames
    std::vector<Frame> frames;
    std::vector<Transform<double>> offsets;  // (nbody) or empty
    Limits limits;
    Passive passive;
    std::vector<Diagnostic> warnings;
    double total_mass = 0;
    // what else the description had
    std::vector<Link> links;
    std::vector<std::pair<Index, Transform<double>>> link_offsets;  // of links that have one
    std::vector<std::pair<Index, Transform<double>>> added_frames;  // the link that carries it, and its placement there
    bool tolerant = false;
    mutable std::atomic<std::size_t> hash = 0;  // 0: not computed yet

    /// links, in depth-first order -> mechanism except armatures, frames of links, offsets. The bodies on fixed joints
    /// are merged into those that carry them.
    void assemble(View<const Index> order);
    /// added_frames, mechanism, limits -> frames, quaternion_joints, total_mass, nq, nv
    void complete();
  };
  explicit Model(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace treefix

template <>
struct std::hash<treefix::Model> {
  std::size_t operator()(const treefix::Model& model) const { return model.hash(); }
};
