#include <treefix/model/model.hpp>

#include <utility>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

/// Names of larger models are not searched for similar ones.
constexpr std::size_t most_names_searched = 100'000;

[[noreturn]] void refuse(const std::vector<std::string>& names, std::string_view name, std::string_view kind,
                         const std::string& model) {
  const std::string meant = names.size() <= most_names_searched ? suggestion(name, names) : "";
  throw ValueError(concat("model '", model, "' has no ", kind, " named '", name, "'", meant),
                   {.body = std::string(name)});
}

}  // namespace

Index Model::body(std::string_view name) const {
  // the frame of a moving body has its name; other frames are not bodies
  const auto found = data_->frame_names.find(name);
  const Index body = found ? frame(*found).body : root;
  if (body != root && body_names()[static_cast<std::size_t>(body)] == name) return body;
  refuse(body_names(), name, "moving body", this->name());
}

Index Model::link(std::string_view name) const {
  const auto found = data_->frame_names.find(name);
  if (found && *found < link_count()) return *found;
  refuse(frame_names(), name, "body", this->name());
}

JointInfo Model::joint(std::string_view name) const {
  const auto found = data_->joints.find(name);
  if (!found) refuse(joint_names(), name, "joint", this->name());
  return joint(*found);
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

Frame Model::frame(std::string_view name) const {
  if (const auto found = data_->frame_names.find(name)) return frame(*found);
  if (const auto found = data_->joints.find(name)) return {*found, {}};
  refuse(frame_names(), name, "frame", this->name());
}

}  // namespace treefix
