// Model: what the algorithms read, from the links of the description.
#include <algorithm>
#include <utility>

#include <treefix/model/model.hpp>
#include <treefix/model/validate.hpp>

namespace treefix {

void Model::Data::assemble(View<const Index> order) {
  const auto moves = [](const Link& link) { return link.kind != JointKind::fixed; };
  const auto moving = static_cast<std::size_t>(std::count_if(links.begin(), links.end(), moves));
  Mechanism<double>& m = mechanism;
  m.joints.reserve(moving);
  m.inertias.reserve(moving);
  std::vector<Index> tree_parents;
  tree_parents.reserve(moving);
  frames.resize(links.size());
  std::vector<Transform<double>> own_offsets(link_offsets.empty() ? 0 : links.size());
  for (const auto& [link, offset] : link_offsets) own_offsets[static_cast<std::size_t>(link)] = cleaned(offset);
  for (const Index k : order) {
    const Link& link = links[static_cast<std::size_t>(k)];
    const Frame parent = link.parent == root ? Frame{} : frames[static_cast<std::size_t>(link.parent)];
    const Transform<double> X = cleaned(link.placement) * parent.X_FB;
    const auto offset = own_offsets.empty() ? Transform<double>{} : own_offsets[static_cast<std::size_t>(k)];
    const bool has_offset = !is_identity(offset);
    const auto inertia = Inertia<double>::from_com(link.mass, link.com, link.inertia);
    Frame& frame = frames[static_cast<std::size_t>(k)];
    if (!moves(link)) {
      frame = {parent.body, has_offset ? offset * X : X};
      if (parent.body != root) m.inertias[static_cast<std::size_t>(parent.body)] += frame.X_FB.back(inertia);
      continue;
    }
    frame = {ssize(m.joints), offset};
    if (has_offset) {
      offsets.resize(moving);
      offsets[static_cast<std::size_t>(frame.body)] = offset;
    }
    tree_parents.push_back(parent.body);
    m.joints.push_back({link.kind, m.nq, m.nv, motion_subspace(link.kind, link.axis, link.pitch), X});
    m.inertias.push_back(has_offset ? offset.back(inertia) : inertia);
    m.nq += position_count(link.kind);
    m.nv += velocity_count(link.kind);
  }
  m.tree = Tree(std::move(tree_parents));
}

void Model::Data::complete() {
  nq = ssize(limits.lower);
  nv = ssize(limits.velocity);
  for (const auto& [link, placement] : added_frames) {
    const Frame carrier = link == root ? Frame{} : frames[static_cast<std::size_t>(link)];
    frames.push_back({carrier.body, cleaned(placement) * carrier.X_FB});
  }
  for (Index i = 0; i < mechanism.nbody(); ++i)
    if (quaternion_offset(mechanism.joint(i).kind) >= 0) quaternion_joints.push_back(i);
  for (const Inertia<double>& inertia : mechanism.inertias) total_mass += inertia.m;
}

}  // namespace treefix
