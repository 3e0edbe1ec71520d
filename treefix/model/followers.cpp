#include <treefix/model/followers.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

bool follows(const BodySpec* body) { return !body->joint.mimic.joint.empty(); }

/// What is said of one joint by itself, and its master, or root if that cannot be.
class Reader {
 public:
  Reader(const NameTable& joints, const Bodies& moving, Problems& problems)
      : joints_(joints), moving_(moving), problems_(problems) {}

  Follower read(const BodySpec& body) {
    const Mimic& mimic = body.joint.mimic;
    name_ = body.joint.name.empty() ? &body.name : &body.joint.name;
    const auto master = joints_.find(mimic.joint);
    if (!has_one_degree(body))
      problem("it is ", to_string(body.joint.kind), ", only joints with one degree of freedom can follow another");
    else if (!master)
      problem("it follows '", mimic.joint, "', which is not a moving joint of this model");
    else if (!has_one_degree(*at(moving_, *master)))
      problem("it follows '", mimic.joint, "', which is ", to_string(at(moving_, *master)->joint.kind),
              "; only joints with one degree of freedom can be followed");
    else if (at(moving_, *master) == &body)
      problem("it follows itself");
    else if (!std::isfinite(mimic.ratio) || !std::isfinite(mimic.offset))
      problem("it follows '", mimic.joint, "' with ratio ", mimic.ratio, " and offset ", mimic.offset,
              ", expected finite numbers");
    else
      return {*master, mimic.ratio, mimic.offset};
    return {};
  }

 private:
  static bool has_one_degree(const BodySpec& body) { return velocity_count(body.joint.kind) == 1; }
  template <class... Parts>
  void problem(const Parts&... parts) {
    problems_.push_back(concat("joint '", *name_, "': ", parts...));
  }

  const NameTable& joints_;
  const Bodies& moving_;
  Problems& problems_;
  const std::string* name_ = nullptr;
};

/// Gives every follower to the joint that leads its chain.
class Chains {
 public:
  Chains(std::vector<Follower>& followers, const NameTable& joints, Problems& problems)
      : followers_(followers), states_(followers.size(), State::unseen), joints_(joints), problems_(problems) {}

  void resolve(Index joint) {
    path_.clear();
    while (at(states_, joint) == State::unseen && at(followers_, joint).master != root) {
      at(states_, joint) = State::on_path;
      path_.push_back(joint);
      joint = at(followers_, joint).master;
    }
    if (at(states_, joint) == State::on_path) break_circle(joint);
    // from the leader outwards
    for (auto i = path_.rbegin(); i != path_.rend(); ++i) {
      join(*i);
      at(states_, *i) = State::resolved;
    }
  }

 private:
  enum class State { unseen, on_path, resolved };

  /// Follower of a follower: r (R q + O) + o.
  void join(Index i) {
    Follower& here = at(followers_, i);
    const Follower next = here.master == root ? Follower{} : at(followers_, here.master);
    if (next.master == root) return;
    here = {next.master, here.ratio * next.ratio, here.ratio * next.offset + here.offset};
    if (!std::isfinite(here.ratio) || !std::isfinite(here.offset))
      problems_.push_back(concat("joint '", joints_[i], "': it follows '", joints_[here.master], "' with ratio ",
                                 here.ratio, " and offset ", here.offset, " in the end, expected finite numbers"));
  }
  void break_circle(Index joint) {
    constexpr int most = 5;
    std::string text = "joints that follow each other in a circle:";
    const auto begin = std::find(path_.begin(), path_.end(), joint);
    const Index count = path_.end() - begin;
    for (Index k = 0; k < std::min<Index>(count, most); ++k)
      text += concat(k == 0 ? "" : ",", " joint '", joints_[begin[k]], "'");
    if (count > most) text += concat(" and ", count - most, " more");
    problems_.push_back(std::move(text));
    at(followers_, joint) = {};
  }

  std::vector<Follower>& followers_;
  std::vector<State> states_;
  const NameTable& joints_;
  Problems& problems_;
  std::vector<Index> path_;
};

}  // namespace

std::vector<Follower> resolve_followers(const Bodies& bodies, const NameTable& joints, Problems& problems) {
  if (std::none_of(bodies.begin(), bodies.end(), follows)) return {};
  Bodies moving;  // numbered as the joints
  for (const BodySpec* body : bodies)
    if (body->joint.kind != JointKind::fixed) moving.push_back(body);
  Reader reader(joints, moving, problems);
  std::vector<Follower> followers;
  followers.reserve(moving.size());
  for (const BodySpec* body : bodies) {
    const Follower follower = follows(body) ? reader.read(*body) : Follower{};
    if (body->joint.kind != JointKind::fixed) followers.push_back(follower);
  }
  Chains chains(followers, joints, problems);
  for (Index i = 0; i < ssize(followers); ++i) chains.resolve(i);
  return followers;
}

}  // namespace treefix
