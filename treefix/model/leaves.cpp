#include <treefix/model/leaves.hpp>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

/// Properties of a body together with everything that it carries.
struct Carried {
  bool light = true;  // neither it nor anything it carries has mass or inertia
  bool sound = false;  // it, or something fixed to it, resists every motion
  bool leaf = true;  // nothing below it moves
  bool negative = false;  // it, or something fixed to it, has a negative moment of inertia
};

class LeafCheck {
 public:
  LeafCheck(const Bodies& bodies, bool tolerant) : carried_(bodies.size()), inertias_(tolerant ? bodies.size() : 0) {}

  /// Call it from the leaves inward, so that everything that body i carries has already been handed over to it.
  void add(Index i, const BodySpec& body) {
    Carried& here = carried(i);
    if (body.mass == 0 && trace(body.inertia) == 0) return;
    here.light = false;
    const Doubt found = strict() || body.mass < 0 ? Doubt::none : doubt(body.mass, body.inertia);  // already reported
    const bool fixed = body.joint.kind == JointKind::fixed;
    if (found == Doubt::negative && fixed) here.negative = true;
    // a negative inertia of a moving body is already reported
    if (found == Doubt::none || found == Doubt::triangle || (found == Doubt::negative && !fixed)) here.sound = true;
    if (!strict()) inertia(i) += Inertia<double>::from_com(body.mass, body.com, body.inertia);
  }

  bool may_accelerate(Index i, const BodySpec& body) {
    const Carried& here = carried(i);
    if (body.joint.kind == JointKind::fixed || here.sound || (!here.leaf && !here.light)) return true;
    const Inertia<double> with_fixed = strict() ? Inertia<double>{} : body.offset.back(inertia(i));
    return resists(with_fixed, body.joint);
  }

  /// Whether a moving body has positive moments of inertia, including everything fixed to it.
  bool is_positive(Index i, const BodySpec& body) {
    if (body.joint.kind == JointKind::fixed || !carried(i).negative) return true;
    const Inertia<double>& whole = inertia(i);
    return whole.m > 0 && doubt(whole.m, whole.about((1 / whole.m) * whole.h)) != Doubt::negative;
  }

  void hand_over(Index i, const BodySpec& body, Index parent) {
    const Carried here = carried(i);
    Carried& to = carried(parent);
    const bool moves = body.joint.kind != JointKind::fixed;
    to.light = to.light && here.light;
    to.leaf = to.leaf && here.leaf && !moves;
    if (moves) return;
    to.sound = to.sound || here.sound;
    to.negative = to.negative || here.negative;
    if (!strict()) inertia(parent) += (body.offset * body.placement).back(inertia(i));
  }

  bool is_light(Index i) { return carried(i).light; }

 private:
  /// If strict, check_body has already reported every body that is neither sound nor massless.
  bool strict() const { return inertias_.empty(); }
  Carried& carried(Index i) { return carried_[static_cast<std::size_t>(i)]; }
  Inertia<double>& inertia(Index i) { return inertias_[static_cast<std::size_t>(i)]; }

  std::vector<Carried> carried_;
  std::vector<Inertia<double>> inertias_;  // of the body and everything fixed to it, in its frame; empty if strict
};

}  // namespace

void check_leaves(const Bodies& bodies, View<const Index> parents, View<const Index> order, bool tolerant,
                  Problems& problems) {
  LeafCheck check(bodies, tolerant);
  for (Index k = ssize(order) - 1; k >= 0; --k) {
    const Index i = order[k];
    const BodySpec& body = *bodies[static_cast<std::size_t>(i)];
    check.add(i, body);
    if (!check.may_accelerate(i, body))
      problems.push_back(
          {body.name,
           concat("body '", body.name, "': it moves, but ",
                  check.is_light(i) ? "neither it nor what it carries has mass"
                                    : "its inertia does not resist the motion of its joint; give it mass and "
                                      "inertia, or give its joint an armature")});
    if (!check.is_positive(i, body))
      problems.push_back(
          {body.name, concat("body '", body.name,
                             "': its inertia, including that of bodies fixed to it, is not positive definite")});
    if (parents[i] != root) check.hand_over(i, body, parents[i]);
  }
}

}  // namespace treefix
