// Random descriptions of robots that use everything a Builder takes.
#pragma once

#include <model/robots.hpp>

#include <treefix/base/text.hpp>

namespace treefix::test {

/// Bodies on every kind of joint, fixed ones among them, with offsets, mimic joints, limits and added frames.
class RandomDescription {
 public:
  explicit RandomDescription(std::uint64_t seed, Index count = 14) : draw_(seed), random_(seed + 1000) {
    for (Index k = 0; k < count; ++k) add(k);
    for (Index k = 0; k < 3; ++k)
      frames.push_back({concat("frame ", k), k == 0 ? "" : some_body(count), draw_.transform()});
  }

  Builder builder() const {
    Builder out("random");
    out.gravity({0.5, -1, -9}).bodies(bodies);
    for (const FrameSpec& frame : frames) out.frame(frame.name, frame.body, frame.placement);
    out.warnings({{.severity = Diagnostic::Severity::warning, .file = "robot.urdf", .line = 3, .seen = "something"}});
    return out;
  }
  Model model() const { return builder().build(); }

  std::vector<BodySpec> bodies;
  std::vector<FrameSpec> frames;

 private:
  std::string some_body(Index count) { return concat("body ", random_.below(count)); }
  std::vector<double> numbers(int count, double low, double high) {
    std::vector<double> values;
    for (int k = 0; k < count; ++k) values.push_back(random_.uniform(low, high));
    return values;
  }

  void add(Index k) {
    const JointKind kind = static_cast<JointKind>(random_.below(7));
    BodySpec body = box({.name = concat("body ", k), .parent = k == 0 ? "" : some_body(k)}, random_.uniform(0.5, 2),
                        draw_.vec3(), {0.3, 0.2, 0.1});
    body.placement = draw_.transform();
    if (random_.below(4) == 0) body.offset = draw_.transform();
    JointSpec& joint = body.joint;
    joint.kind = kind;
    joint.axis = draw_.vec3();
    joint.pitch = draw_.scalar();
    if (random_.below(2) == 0) joint.name = concat("joint ", k);
    const int nq = position_count(kind), nv = velocity_count(kind);
    if (random_.below(2) == 0) joint.armature = numbers(nv, 0, 1);
    const bool can_mimic = nv == 1 && !leader_.empty();
    if (can_mimic && random_.below(3) == 0) {
      joint.mimic = {leader_, random_.uniform(-2, 2), random_.uniform(-1, 1)};
    } else {
      if (random_.below(2) == 0) joint.lower = numbers(nq, -2, -1);
      if (random_.below(2) == 0) joint.upper = numbers(nq, 1, 2);
      if (random_.below(2) == 0) joint.velocity_limit = numbers(nv, 1, 2);
      if (random_.below(2) == 0) joint.effort_limit = numbers(nv, 1, 2);
      if (random_.below(2) == 0) joint.damping = numbers(nv, 0, 1);
      if (random_.below(2) == 0) joint.friction = numbers(nv, 0, 1);
      if (nv == 1) leader_ = joint.name.empty() ? body.name : joint.name;
    }
    bodies.push_back(std::move(body));
  }

  Draw<double> draw_;
  Random random_;
  std::string leader_;
};

}  // namespace treefix::test
