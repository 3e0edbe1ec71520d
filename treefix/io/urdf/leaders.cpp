#include <algorithm>

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/urdf/records.hpp>

namespace treefix::io::urdf {

namespace {

constexpr Index no_leader = root;

class Leaders {
 public:
  Leaders(const Source& source, const Robot& robot, const NameTable& names, Report& report)
      : source_(source), joints_(robot.joints), complete_(robot.complete), names_(names), report_(report) {}

  void check() {
    leaders_.assign(joints_.size(), no_leader);
    for (Index k = 0; k < ssize(joints_); ++k)
      if (!joint(k).leader.empty()) at(leaders_, k) = find_leader(k);
    for (const Index k : cycles_of(leaders_)) refuse_cycle(k);
  }

 private:
  const Joint& joint(Index k) const { return *at(joints_, k); }

  void refuse(const Joint& joint, std::string seen, std::string expected, std::string hint = {}) {
    report_.error({&source_, joint.leader.data(), concat("<mimic> of joint '", joint.name, "'")},
                  {.topic = Diagnostic::Topic::structure,
                   .seen = std::move(seen),
                   .expected = std::move(expected),
                   .hint = std::move(hint)});
  }

  /// The number of the leader; no_leader if it is refused.
  Index find_leader(Index k) {
    const Joint& own = joint(k);
    if (own.leader == own.name) {
      refuse(own, "the joint mimics itself", "another joint");
      return no_leader;
    }
    const auto found = names_.find(own.leader);
    if (!found) {
      // it may be among the joints that could not be read
      if (complete_)
        refuse(own, concat("the joint mimics '", own.leader, "', which is not in the file"), "the name of a joint",
               suggestions_-- > 0 ? did_you_mean(own.leader, names_.all()) : "");
      return no_leader;
    }
    const JointKind kind = joint(*found).kind;
    if (velocity_count(kind) == 1) return *found;
    refuse(own, concat("the joint mimics '", own.leader, "', which is ", to_string(kind)),
           "a joint with one degree of freedom");
    return no_leader;
  }

  void refuse_cycle(Index start) {
    constexpr int most = 5;
    int shown = 0;
    std::string chain = concat("'", joint(start).leader, "'");
    Index k = at(leaders_, start);
    for (; k != start && shown < most; k = at(leaders_, k), ++shown)
      chain += concat(", which mimics '", joint(k).leader, "'");
    refuse(joint(start), concat("the joint mimics ", chain, k == start ? "" : " and more joints", ", a cycle"),
           "a leader that does not mimic this joint");
  }

  const Source& source_;
  const std::vector<const Joint*>& joints_;
  bool complete_;
  const NameTable& names_;
  Report& report_;
  std::vector<Index> leaders_;
  int suggestions_ = 10;  // number of further unknown names that get a suggestion; each search takes time
};

}  // namespace

void check_leaders(const Source& source, const Robot& robot, const NameTable& names, Report& report) {
  const auto& joints = robot.joints;
  if (std::any_of(joints.begin(), joints.end(), [](const Joint* joint) { return !joint->leader.empty(); }))
    Leaders(source, robot, names, report).check();
}

}  // namespace treefix::io::urdf
