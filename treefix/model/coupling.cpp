#include <treefix/model/coupling.hpp>

namespace treefix {

Coupling couple(const Mechanism<double>& m, const std::vector<Follower>& followers) {
  Coupling coupling;
  coupling.q.resize(static_cast<std::size_t>(m.nq));
  coupling.v.resize(static_cast<std::size_t>(m.nv));
  coupling.masters.reserve(followers.size());
  const auto q = [&](Index k) -> Coupling::Source& { return coupling.q[static_cast<std::size_t>(k)]; };
  const auto v = [&](Index k) -> Coupling::Source& { return coupling.v[static_cast<std::size_t>(k)]; };
  const auto follower = [&](Index i) { return followers[static_cast<std::size_t>(i)]; };
  Index nq = 0, nv = 0;
  for (Index i = 0; i < m.nbody(); ++i) {
    coupling.masters.push_back(follower(i).master);
    if (follower(i).master != root) continue;
    const Joint<double>& joint = m.joint(i);
    for (Index k = 0; k < position_count(joint.kind); ++k) q(joint.q + k).from = nq++;
    for (Index k = 0; k < joint.dof(); ++k) v(joint.v + k).from = nv++;
  }
  // a master may come after its followers
  for (Index i = 0; i < m.nbody(); ++i) {
    const auto [master, ratio, offset] = follower(i);
    if (master == root) continue;
    q(m.joint(i).q) = {q(m.joint(master).q).from, ratio, offset, true};
    v(m.joint(i).v) = {v(m.joint(master).v).from, ratio, 0, true};
  }
  return coupling;
}

template void expand_configuration<double>(const Coupling&, In<double>, Out<double>);
template void expand_velocity<double>(const Coupling&, In<double>, Out<double>);
template void reduce_torques<double>(const Coupling&, In<double>, Out<double>);

}  // namespace treefix
