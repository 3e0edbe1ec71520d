#include <treefix/model/tree_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

/// Four digits, without trailing zeros.
std::string rounded(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

std::string direction(const Vec3<double>& axis) {
  const double length = std::sqrt(dot(axis, axis));
  const double x = axis.x / length, y = axis.y / length, z = axis.z / length;
  for (const auto& [name, along] : {std::pair{"x", x}, {"y", y}, {"z", z}})
    if (std::abs(along) == 1) return concat(along < 0 ? "-" : "", name);
  return concat("(", rounded(x), ", ", rounded(y), ", ", rounded(z), ")");
}

/// "q[3]" or "q[0:7]".
std::string range(const char* name, Index first, Index count) {
  return count == 1 ? concat(name, "[", first, "]") : concat(name, "[", first, ":", first + count, "]");
}

std::string joint_text(const Model& model, const BodySpec& body, Index k) {
  if (body.joint.kind == JointKind::fixed) return "fixed";
  const JointInfo joint = model.joint(model.frame(k).body);
  std::string text(to_string(joint.kind));
  if (has_axis(joint.kind)) text += " " + direction(body.joint.axis);
  if (joint.leader != root) return concat(text, ", mimics ", model.joint(joint.leader).name);
  const std::string q = range("q", joint.q, joint.nq), v = range("v", joint.v, joint.nv);
  return concat(text, ", ", q, q.substr(1) == v.substr(1) ? "" : concat(" ", v));
}

}  // namespace

std::string summary(const Model& model) {
  const Index n = model.nbody();
  return concat(printable(model.name()), ": ", n, n == 1 ? " body" : " bodies", ", nq = ", model.nq(),
                ", nv = ", model.nv(), ", ", rounded(model.total_mass()), " kg");
}

std::string tree_text(const Model& model, Index most_bodies) {
  std::string text = summary(model);
  std::vector<Index> parents;
  for (Index k = 0; k < model.link_count(); ++k) parents.push_back(model.link_parent(k));
  std::vector<Index> depths(parents.size());
  Index shown = 0;
  for (const Index k : depth_first_order(parents)) {
    if (shown++ == most_bodies) break;
    const auto here = static_cast<std::size_t>(k);
    depths[here] = parents[here] == root ? 0 : depths[static_cast<std::size_t>(parents[here])] + 1;
    constexpr Index deepest = 20;  // no deeper indentation
    const BodySpec body = model.body_spec(k);
    text += concat("\n", std::string(static_cast<std::size_t>(2 * std::min(depths[here], deepest) + 2), ' '),
                   printable(body.name), "  ", printable(joint_text(model, body, k)), ", ", rounded(body.mass), " kg");
  }
  if (const Index more = model.link_count() - most_bodies; more > 0)
    text += concat("\n  and ", more, more == 1 ? " more body" : " more bodies");
  return text;
}

}  // namespace treefix
