#include <treefix/model/model.hpp>

#include <utility>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

Index find_or_throw(const NameTable& table, std::string_view name, std::string_view kind, const std::string& model) {
  if (const auto found = table.find(name)) return *found;
  throw ValueError(concat("model '", model, "' has no ", kind, " named '", name, "'"));
}

}  // namespace

Index Model::body(std::string_view name) const {
  // the frame of a moving body has its name; other frames are not bodies
  const auto found = data_->frame_names.find(name);
  const Index body = found ? frame(*found).body : root;
  if (body != root && body_names()[static_cast<std::size_t>(body)] == name) return body;
  throw ValueError(concat("model '", this->name(), "' has no moving body named '", name, "'"));
}

JointInfo Model::joint(std::string_view name) const {
  return joint(find_or_throw(data_->joints, name, "joint", this->name()));
}

JointInfo Model::joint(Index i) const {
  const Joint<double>& j = mechanism().joint(i);
  const MimicCoupling& c = mimic();
  JointInfo info{data_->joints[i], j.kind, i, c.user_q(j.q), position_count(j.kind), c.user_v(j.v), j.dof()};
  if (!c.is_mimic(i)) return info;
  const MimicCoupling::Source& source = c.q[static_cast<std::size_t>(j.q)];
  info.nq = info.nv = 0;
  info.leader = c.leaders[static_cast<std::size_t>(i)];
  info.ratio = source.ratio;
  info.offset = source.offset;
  return info;
}

JointInfo Model::joint_of_v(Index k) const {
  TREEFIX_ASSERT(0 <= k && k < nv());
  Index i = 0;
  for (JointInfo info = joint(i);; info = joint(++i))
    if (info.v <= k && k < info.v + info.nv) return info;
}

const Frame& Model::frame(std::string_view name) const {
  return frame(find_or_throw(data_->frame_names, name, "frame", this->name()));
}

}  // namespace treefix
