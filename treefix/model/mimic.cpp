#include <treefix/model/mimic.hpp>

namespace treefix {

MimicCoupling couple_mimic_joints(const Mechanism<double>& m, const std::vector<MimicJoint>& mimic_joints) {
  MimicCoupling mimic;
  mimic.q.resize(static_cast<std::size_t>(m.nq));
  mimic.v.resize(static_cast<std::size_t>(m.nv));
  mimic.leaders.reserve(mimic_joints.size());
  const auto q = [&](Index k) -> MimicCoupling::Source& { return mimic.q[static_cast<std::size_t>(k)]; };
  const auto v = [&](Index k) -> MimicCoupling::Source& { return mimic.v[static_cast<std::size_t>(k)]; };
  const auto mimic_joint = [&](Index i) { return mimic_joints[static_cast<std::size_t>(i)]; };
  Index nq = 0, nv = 0;
  for (Index i = 0; i < m.nbody(); ++i) {
    mimic.leaders.push_back(mimic_joint(i).leader);
    if (mimic_joint(i).leader != root) continue;
    const Joint<double>& joint = m.joint(i);
    for (Index k = 0; k < position_count(joint.kind); ++k) q(joint.q + k).from = nq++;
    for (Index k = 0; k < joint.dof(); ++k) v(joint.v + k).from = nv++;
  }
  // a leader may come after its mimic joints
  for (Index i = 0; i < m.nbody(); ++i) {
    const auto [leader, ratio, offset] = mimic_joint(i);
    if (leader == root) continue;
    q(m.joint(i).q) = {q(m.joint(leader).q).from, ratio, offset, true};
    v(m.joint(i).v) = {v(m.joint(leader).v).from, ratio, 0, true};
  }
  return mimic;
}

template void expand_configuration<double>(const MimicCoupling&, In<double>, Out<double>);
template void expand_velocity<double>(const MimicCoupling&, In<double>, Out<double>);
template void reduce_torques<double>(const MimicCoupling&, In<double>, Out<double>);

}  // namespace treefix
