// treefix info: what a robot is made of.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <cli/robot.hpp>

namespace treefix::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Index rows_shown = 40;  // about a screen; --all shows every joint

std::string parent_name(const Model& model, Index body) {
  const Index parent = model.mechanism().parent(body);
  return parent == root ? "root" : model.body_names()[static_cast<std::size_t>(parent)];
}

std::map<std::string_view, Index> count_kinds(const Model& model) {
  std::map<std::string_view, Index> kinds;
  for (const Joint<double>& joint : model.mechanism().joints) ++kinds[to_string(joint.kind)];
  return kinds;
}

View<const double> part(const std::vector<double>& x, Index first, Index count) { return {x.data() + first, count}; }

bool any_finite(View<const double> x) {
  return std::any_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

/// "-2.9..2.9", one for each coordinate; "-" where there is no limit.
std::string limits_text(View<const double> lower, View<const double> upper, int precision) {
  if (!any_finite(lower) && !any_finite(upper)) return "-";
  std::string text;
  for (Index k = 0; k < ssize(lower); ++k)
    text += fmt::format("{}{}..{}", k == 0 ? "" : " ", number(lower[k], precision), number(upper[k], precision));
  return text;
}

std::string limits_text(View<const double> largest, int precision) {
  if (!any_finite(largest)) return "-";
  std::string text;
  for (Index k = 0; k < ssize(largest); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : " ", number(largest[k], precision));
  return text;
}

bool has_limits(const Limits& limits) {
  return any_finite(limits.lower) || any_finite(limits.upper) || any_finite(limits.velocity) ||
         any_finite(limits.effort);
}

std::vector<std::string> joint_row(const Model& model, Index i, bool with_limits, int precision) {
  const JointInfo joint = model.joint(i);
  std::vector<std::string> row{joint.name,
                               std::string(to_string(joint.kind)),
                               model.body_names()[static_cast<std::size_t>(i)],
                               parent_name(model, i),
                               range(joint.q, joint.nq),
                               range(joint.v, joint.nv)};
  if (!with_limits) return row;
  const Limits& limits = model.limits();
  row.push_back(limits_text(part(limits.lower, joint.q, joint.nq), part(limits.upper, joint.q, joint.nq), precision));
  row.push_back(limits_text(part(limits.velocity, joint.v, joint.nv), precision));
  row.push_back(limits_text(part(limits.effort, joint.v, joint.nv), precision));
  return row;
}

std::string joint_table(const Model& model, Index shown, int precision) {
  const bool with_limits = has_limits(model.limits());
  std::vector<std::vector<std::string>> rows{{"joint", "kind", "body", "parent", "q", "v"}};
  if (with_limits) rows[0].insert(rows[0].end(), {"position limits", "velocity", "effort"});
  for (Index i = 0; i < shown; ++i) rows.push_back(joint_row(model, i, with_limits, precision));
  std::string text = table(rows, "<<<<<<<<<");
  if (const Index more = model.nbody() - shown; more > 0)
    text += fmt::format("and {} more joints; --all prints them\n", more);
  return text;
}

std::string text_of(const Model& model, const Options& options) {
  std::string kinds;
  for (const auto& [kind, count] : count_kinds(model))
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  const std::string summary = table({{"robot", options.robot},
                                     {"name", model.name()},
                                     {"bodies", fmt::format("{}", model.nbody())},
                                     {"nq", fmt::format("{}", model.nq())},
                                     {"nv", fmt::format("{}", model.nv())},
                                     {"depth", fmt::format("{}", model.mechanism().tree.depth())},
                                     {"mass", fmt::format("{} kg", number(model.total_mass(), options.precision))},
                                     {"joints", kinds}},
                                    "<<");
  const Index shown = options.all ? model.nbody() : std::min(model.nbody(), rows_shown);
  return fmt::format("{}\n{}", summary, joint_table(model, shown, options.precision));
}

Json json_of(const Model& model, Index i) {
  const JointInfo joint = model.joint(i);
  const Limits& limits = model.limits();
  const bool on_root = model.mechanism().parent(i) == root;
  return {{"name", joint.name},
          {"kind", to_string(joint.kind)},
          {"body", model.body_names()[static_cast<std::size_t>(i)]},
          {"parent", on_root ? Json() : Json(parent_name(model, i))},
          {"q", joint.q},
          {"nq", joint.nq},
          {"v", joint.v},
          {"nv", joint.nv},
          {"lower", part(limits.lower, joint.q, joint.nq)},
          {"upper", part(limits.upper, joint.q, joint.nq)},
          {"velocity_limit", part(limits.velocity, joint.v, joint.nv)},
          {"effort_limit", part(limits.effort, joint.v, joint.nv)},
          {"armature", part(model.mechanism().armatures, joint.v, joint.nv)},
          {"mass", model.mechanism().inertia(i).m}};
}

/// No limit is null, as is the parent of a body that hangs from the root: JSON has no infinity.
Json json_of(const Model& model, const std::string& robot) {
  const Vec3<double>& g = model.mechanism().gravity;
  Json out{{"robot", robot},
           {"name", model.name()},
           {"bodies", model.nbody()},
           {"nq", model.nq()},
           {"nv", model.nv()},
           {"depth", model.mechanism().tree.depth()},
           {"total_mass", model.total_mass()},
           {"gravity", {g.x, g.y, g.z}},
           {"kinds", count_kinds(model)}};
  Json &joints = out["joints"] = Json::array(), &frames = out["frames"] = Json::array();
  for (Index i = 0; i < model.nbody(); ++i) joints.push_back(json_of(model, i));
  for (const std::string& name : model.frame_names()) {
    const Index body = model.frame(name).body;
    frames.push_back(
        {{"name", name}, {"body", body == root ? Json() : Json(model.body_names()[static_cast<std::size_t>(body)])}});
  }
  return out;
}

}  // namespace

void print_info(const Options& options) {
  const Model model = make_robot(options.robot);
  write(options.json ? json_of(model, options.robot).dump() + "\n" : text_of(model, options));
}

}  // namespace treefix::cli
