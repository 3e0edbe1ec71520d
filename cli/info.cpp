// treefix info: describes a robot.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <cli/problems.hpp>
#include <cli/robot.hpp>

namespace treefix::cli {

namespace {

constexpr Index rows_shown = 40;  // about a screen; --all shows all joints

std::string parent_name(const Model& model, Index body) {
  const Index parent = model.mechanism().parent(body);
  return parent == root ? "root" : model.body_names()[static_cast<std::size_t>(parent)];
}

std::map<std::string_view, Index> count_kinds(const Model& model) {
  std::map<std::string_view, Index> kinds;
  for (const Joint<double>& joint : model.mechanism().joints) ++kinds[to_string(joint.kind)];
  return kinds;
}

Index count_mimic_joints(const Model& model) {
  Index count = 0;
  for (Index i = 0; i < model.nbody(); ++i) count += model.mimic().is_mimic(i) ? 1 : 0;
  return count;
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

bool any_nonzero(View<const double> x) {
  return std::any_of(x.begin(), x.end(), [](double value) { return value != 0; });
}

/// "0.1 0.2", one for each coordinate; "-" where all are zero.
std::string resistance_text(View<const double> x, int precision) {
  if (!any_nonzero(x)) return "-";
  std::string text;
  for (Index k = 0; k < ssize(x); ++k) text += fmt::format("{}{}", k == 0 ? "" : " ", number(x[k], precision));
  return text;
}

/// "-2 * elbow + 0.1"; "-" if it is not a mimic joint.
std::string mimic_text(const Model& model, const JointInfo& joint, int precision) {
  if (joint.leader == root) return "-";
  return fmt::format("{}{}{}", joint.ratio == 1 ? "" : number(joint.ratio, precision) + " * ",
                     model.joint_names()[static_cast<std::size_t>(joint.leader)],
                     joint.offset == 0 ? "" : " + " + number(joint.offset, precision));
}

bool has_limits(const Limits& limits) {
  return any_finite(limits.lower) || any_finite(limits.upper) || any_finite(limits.velocity) ||
         any_finite(limits.effort);
}

/// The columns that the robot needs.
struct Columns {
  bool limits, damping, friction, mimic;

  explicit Columns(const Model& model)
      : limits(has_limits(model.limits())), damping(any_nonzero(model.passive().damping)),
        friction(any_nonzero(model.passive().friction)), mimic(model.has_mimic()) {}

  std::vector<std::string> heading() const {
    std::vector<std::string> row{"joint", "kind", "body", "parent", "q", "v"};
    if (limits) row.insert(row.end(), {"position limits", "velocity", "effort"});
    if (damping) row.emplace_back("damping");
    if (friction) row.emplace_back("friction");
    if (mimic) row.emplace_back("mimic");
    return row;
  }
};

std::vector<std::string> joint_row(const Model& model, Index i, const Columns& columns, int precision) {
  const JointInfo joint = model.joint(i);
  std::vector<std::string> row{joint.name,
                               std::string(to_string(joint.kind)),
                               model.body_names()[static_cast<std::size_t>(i)],
                               parent_name(model, i),
                               range(joint.q, joint.nq),
                               range(joint.v, joint.nv)};
  const Limits& limits = model.limits();
  const auto of_v = [&](const std::vector<double>& x) { return part(x, joint.v, joint.nv); };
  if (columns.limits) {
    row.push_back(limits_text(part(limits.lower, joint.q, joint.nq), part(limits.upper, joint.q, joint.nq), precision));
    row.push_back(limits_text(of_v(limits.velocity), precision));
    row.push_back(limits_text(of_v(limits.effort), precision));
  }
  if (columns.damping) row.push_back(resistance_text(of_v(model.passive().damping), precision));
  if (columns.friction) row.push_back(resistance_text(of_v(model.passive().friction), precision));
  if (columns.mimic) row.push_back(mimic_text(model, joint, precision));
  return row;
}

std::string joint_table(const Model& model, Index shown, int precision) {
  const Columns columns(model);
  std::vector<std::vector<std::string>> rows{columns.heading()};
  for (Index i = 0; i < shown; ++i) rows.push_back(joint_row(model, i, columns, precision));
  std::string text = table(rows, std::string(rows[0].size(), '<'));
  if (const Index more = model.nbody() - shown; more > 0)
    text += fmt::format("and {} more joints; --all prints them\n", more);
  return text;
}

std::string text_of(const Model& model, const Options& options) {
  std::string kinds;
  for (const auto& [kind, count] : count_kinds(model))
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  const bool from_file = names_file(options.robot);
  std::vector<std::vector<std::string>> rows{
      {from_file ? "file" : "robot", options.robot},
      {"name", model.name()},
      {"bodies", fmt::format("{}", model.nbody())},
      {"nq", fmt::format("{}", model.nq())},
      {"nv", fmt::format("{}", model.nv())},
      {"depth", fmt::format("{}", model.mechanism().tree.depth())},
      {"mass", fmt::format("{} kg", number(model.total_mass(), options.precision))},
      {"joints", kinds}};
  if (const Index count = count_mimic_joints(model); count > 0)
    rows.push_back({"mimic joints", fmt::format("{}", count)});
  rows.push_back({"dynamics", Dynamics(model).explain()});
  if (from_file) rows.push_back({"warnings", fmt::format("{}", model.warnings().size())});
  const std::string summary = table(rows, "<<");
  const Index shown = options.all ? model.nbody() : std::min(model.nbody(), rows_shown);
  return fmt::format("{}\n{}", summary, joint_table(model, shown, options.precision));
}

Json mimic_json(const Model& model, const JointInfo& joint) {
  if (joint.leader == root) return {};
  return {{"joint", model.joint_names()[static_cast<std::size_t>(joint.leader)]},
          {"ratio", joint.ratio},
          {"offset", joint.offset}};
}

Json json_of(const Model& model, Index i) {
  const JointInfo joint = model.joint(i);
  const Limits& limits = model.limits();
  const Joint<double>& own = model.mechanism().joint(i);  // has coordinates even if it is a mimic joint
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
          {"damping", part(model.passive().damping, joint.v, joint.nv)},
          {"friction", part(model.passive().friction, joint.v, joint.nv)},
          {"armature", part(model.mechanism().armatures, own.v, own.dof())},
          {"mass", model.mechanism().inertia(i).m},
          {"mimic", mimic_json(model, joint)}};
}

/// A missing limit is null, and so are the parent of a body on the root and the file of a built-in robot.
Json json_of(const Model& model, const std::string& robot) {
  const Vec3<double>& g = model.mechanism().gravity;
  Json out{{"robot", robot},
           {"file", names_file(robot) ? Json(robot) : Json()},
           {"name", model.name()},
           {"bodies", model.nbody()},
           {"nq", model.nq()},
           {"nv", model.nv()},
           {"depth", model.mechanism().tree.depth()},
           {"total_mass", model.total_mass()},
           {"gravity", {g.x, g.y, g.z}},
           {"kinds", count_kinds(model)},
           {"dynamics", Dynamics(model).explain()}};
  Json& warnings = out["warnings"] = Json::array();
  for (const Diagnostic& warning : model.warnings()) warnings.push_back(problem_json(warning));
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

ExitCode print_info(const Options& options) {
  const Model model = make_robot(options);
  if (options.json)
    write_json(json_of(model, options.robot));
  else
    write(text_of(model, options));
  return success;
}

}  // namespace treefix::cli
