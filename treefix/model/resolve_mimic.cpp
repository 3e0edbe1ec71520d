#include <treefix/model/resolve_mimic.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

bool is_mimic(const BodySpec* body) { return !body->joint.mimic.joint.empty(); }

/// Checks one joint by itself and finds its leader; root if the description is invalid.
class Reader {
 public:
  Reader(const NameTable& joints, const Bodies& moving, Problems& problems)
      : joints_(joints), moving_(moving), problems_(problems) {}

  MimicJoint read(const BodySpec& body) {
    const Mimic& mimic = body.joint.mimic;
    name_ = body.joint.name.empty() ? &body.name : &body.joint.name;
    const auto leader = joints_.find(mimic.joint);
    if (!has_one_degree(body))
      problem("it is ", to_string(body.joint.kind), "; only joints with one degree of freedom can mimic another");
    else if (!leader)
      problem("it mimics '", mimic.joint, "', which is not a moving joint of this model");
    else if (!has_one_degree(*at(moving_, *leader)))
      problem("it mimics '", mimic.joint, "', which is ", to_string(at(moving_, *leader)->joint.kind),
              "; only joints with one degree of freedom can be mimicked");
    else if (at(moving_, *leader) == &body)
      problem("it mimics itself");
    else if (!std::isfinite(mimic.ratio) || !std::isfinite(mimic.offset))
      problem("it mimics '", mimic.joint, "' with ratio ", mimic.ratio, " and offset ", mimic.offset,
              ", expected finite numbers");
    else
      return {*leader, mimic.ratio, mimic.offset};
    return {};
  }

 private:
  static bool has_one_degree(const BodySpec& body) { return velocity_count(body.joint.kind) == 1; }
  template <class... Parts>
  void problem(const Parts&... parts) {
    problems_.push_back({*name_, concat("joint '", *name_, "': ", parts...)});
  }

  const NameTable& joints_;
  const Bodies& moving_;
  Problems& problems_;
  const std::string* name_ = nullptr;
};

/// Refers every mimic joint to the first leader of its chain.
class Chains {
 public:
  Chains(std::vector<MimicJoint>& mimic_joints, const NameTable& joints, Problems& problems)
      : mimic_joints_(mimic_joints), states_(mimic_joints.size(), State::unseen), joints_(joints), problems_(problems) {
  }

  void resolve(Index joint) {
    path_.clear();
    while (at(states_, joint) == State::unseen && at(mimic_joints_, joint).leader != root) {
      at(states_, joint) = State::on_path;
      path_.push_back(joint);
      joint = at(mimic_joints_, joint).leader;
    }
    if (at(states_, joint) == State::on_path) break_cycle(joint);
    // from the first leader on
    for (auto i = path_.rbegin(); i != path_.rend(); ++i) {
      join(*i);
      at(states_, *i) = State::resolved;
    }
  }

 private:
  enum class State { unseen, on_path, resolved };

  /// Replaces the leader of joint i by the leader of that leader: r (R q + O) + o.
  void join(Index i) {
    MimicJoint& here = at(mimic_joints_, i);
    const MimicJoint next = here.leader == root ? MimicJoint{} : at(mimic_joints_, here.leader);
    if (next.leader == root) return;
    here = {next.leader, here.ratio * next.ratio, here.ratio * next.offset + here.offset};
    if (!std::isfinite(here.ratio) || !std::isfinite(here.offset))
      problems_.push_back({joints_[i], concat("joint '", joints_[i], "': it mimics '", joints_[here.leader],
                                              "' with a combined ratio of ", here.ratio, " and offset of ", here.offset,
                                              ", expected finite numbers")});
  }
  void break_cycle(Index joint) {
    constexpr int most = 5;
    std::string text = "joints that mimic each other in a cycle:";
    const auto begin = std::find(path_.begin(), path_.end(), joint);
    const Index count = path_.end() - begin;
    for (Index k = 0; k < std::min<Index>(count, most); ++k)
      text += concat(k == 0 ? "" : ",", " joint '", joints_[begin[k]], "'");
    if (count > most) text += concat(" and ", count - most, " more");
    problems_.push_back({joints_[*begin], std::move(text)});
    at(mimic_joints_, joint) = {};
  }

  std::vector<MimicJoint>& mimic_joints_;
  std::vector<State> states_;
  const NameTable& joints_;
  Problems& problems_;
  std::vector<Index> path_;
};

}  // namespace

std::vector<MimicJoint> resolve_mimic_joints(const Bodies& bodies, const NameTable& joints, Problems& problems) {
  if (std::none_of(bodies.begin(), bodies.end(), is_mimic)) return {};
  Bodies moving;  // numbered as the joints
  for (const BodySpec* body : bodies)
    if (body->joint.kind != JointKind::fixed) moving.push_back(body);
  Reader reader(joints, moving, problems);
  std::vector<MimicJoint> mimic_joints;
  mimic_joints.reserve(moving.size());
  for (const BodySpec* body : bodies) {
    const MimicJoint mimic = is_mimic(body) ? reader.read(*body) : MimicJoint{};
    if (body->joint.kind != JointKind::fixed) mimic_joints.push_back(mimic);
  }
  Chains chains(mimic_joints, joints, problems);
  for (Index i = 0; i < ssize(mimic_joints); ++i) chains.resolve(i);
  return mimic_joints;
}

}  // namespace treefix
