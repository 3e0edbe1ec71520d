// JointInfo and BodyInfo: the parts of a model.
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <treefix/base/text.hpp>
#include <treefix/model/validate.hpp>

#include "module.hpp"
#include "spatial.hpp"

namespace treefix::python {

namespace {

struct JointView {
  JointInfo info;
  std::string body, parent, leader;
  Model model;

  BodySpec spec() const { return model.body_spec(body); }
};

struct BodyView {
  Index number;  // among the links of the model
  Model model;

  BodySpec spec() const { return model.body_spec(number); }
};

nb::slice slice(Index first, Index count) { return nb::slice(first, first + count); }

JointView joint(const Robot& robot, const std::variant<Index, std::string>& which) {
  const Model& model = robot.model();
  JointInfo info;
  if (const auto* name = std::get_if<std::string>(&which)) {
    info = model.joint(*name);
  } else {
    const Index given = std::get<Index>(which), i = given < 0 ? given + model.nbody() : given;
    if (i < 0 || i >= model.nbody())
      throw nb::index_error(
          concat("joint ", given, ": model '", model.name(), "' has ", model.nbody(), " joints").c_str());
    info = model.joint(i);
  }
  const auto body_name = [&](Index i) {
    return i == root ? std::string() : model.body_names()[static_cast<std::size_t>(i)];
  };
  const Index body = info.body, leader = info.leader;
  return {std::move(info), body_name(body), body_name(model.mechanism().parent(body)),
          leader == root ? std::string() : model.joint_names()[static_cast<std::size_t>(leader)], model};
}

std::vector<std::string> children_of(const BodyView& body) {
  std::vector<std::string> children;
  for (Index k = 0; k < body.model.link_count(); ++k)
    if (body.model.link_parent(k) == body.number)
      children.push_back(body.model.frame_names()[static_cast<std::size_t>(k)]);
  return children;
}

/// The pose of a joint frame in the parent body.
Array placement_matrix(const BodySpec& body) {
  NewArray matrix({4, 4});
  std::ranges::copy(pose_matrix(cleaned(body.placement)), matrix.view().begin());
  return std::move(matrix).array();
}

/// The numbers of a joint in a list of the model with a number for each coordinate.
Array numbers_of(const std::vector<double>& list, Index first, Index count) {
  return to_array(View<const double>(list.data() + first, count));
}

std::string describe_joint(const JointView& joint) {
  const JointInfo& j = joint.info;
  const std::string coordinates = j.leader == root
                                      ? concat("q[", j.q, ":", j.q + j.nq, "], v[", j.v, ":", j.v + j.nv, "]")
                                      : concat("mimics '", joint.leader, "'");
  return concat("<treefix.JointInfo '", j.name, "': ", to_string(j.kind), ", ", coordinates, ", moves '", joint.body,
                "'>");
}

void bind_joint_view(nb::module_& m) {
  nb::class_<JointView> joints(m, "JointInfo", "A joint of a model: its coordinates and the body that it moves.");
  joints.def_prop_ro(
            "name", [](const JointView& j) { return j.info.name; }, "The name of the joint.")
      .def_prop_ro(
          "kind", [](const JointView& j) { return std::string(to_string(j.info.kind)); },
          "'revolute', 'prismatic', 'helical', 'spherical', 'planar' or 'free'.")
      .def_prop_ro(
          "q", [](const JointView& j) { return slice(j.info.q, j.info.nq); },
          "The slice of its coordinates in a configuration: q[model.joint('elbow').q].")
      .def_prop_ro(
          "v", [](const JointView& j) { return slice(j.info.v, j.info.nv); },
          "The slice of its coordinates in a velocity, acceleration or torque.")
      .def_prop_ro(
          "body", [](const JointView& j) { return j.body; }, "The name of the body that it moves.")
      .def_prop_ro(
          "parent", [](const JointView& j) { return j.parent; },
          "The name of the parent body of that body; empty for the fixed root.")
      .def_prop_ro(
          "mimic",
          [](const JointView& j) -> std::optional<std::tuple<std::string, double, double>> {
            if (j.info.leader == root) return std::nullopt;
            return std::tuple(j.leader, j.info.ratio, j.info.offset);
          },
          "(leader, ratio, offset) of a mimic joint with q = ratio * q_leader + offset, else None.\n\n"
          "A mimic joint has no coordinates of its own, so its slices are empty.")
      .def_prop_ro(
          "axis",
          [](const JointView& j) -> std::optional<Array> {
            if (!has_axis(j.info.kind)) return std::nullopt;
            const BodySpec body = j.spec();
            const Motion<double> S = motion_subspace(body.joint);
            const Vec3<double> u = j.info.kind == JointKind::prismatic ? S.v : S.w;
            return to_array(std::array{u.x, u.y, u.z});
          },
          "The unit vector of its axis in the joint frame; None if it does not have one.")
      .def_prop_ro(
          "pitch", [](const JointView& j) { return j.info.kind == JointKind::helical ? j.spec().joint.pitch : 0.0; },
          "The pitch of a helical joint in metres per radian; 0 for others.")
      .def_prop_ro(
          "placement", [](const JointView& j) { return placement_matrix(j.spec()); },
          "The pose of the joint frame in the parent body, 4 x 4.")
      .def_prop_ro(
          "armature",
          [](const JointView& j) {
            const Mechanism<double>& all = j.model.mechanism();
            return numbers_of(all.armatures, all.joint(j.info.body).v, velocity_count(j.info.kind));
          },
          "Rotor inertia of each degree of freedom, kg m² or kg.")
      .def("__repr__", describe_joint);
  const auto numbers = [&](const char* name, auto group, auto list, const char* doc) {
    joints.def_prop_ro(
        name, [group, list](const JointView& j) { return numbers_of((j.model.*group)().*list, j.info.v, j.info.nv); },
        doc);
  };
  const auto positions = [&](const char* name, std::vector<double> Limits::* list, const char* doc) {
    joints.def_prop_ro(
        name, [list](const JointView& j) { return numbers_of(j.model.limits().*list, j.info.q, j.info.nq); }, doc);
  };
  positions("lower", &Limits::lower, "Lower limits of q; -inf for no limit.");
  positions("upper", &Limits::upper, "Upper limits of q; inf for no limit.");
  numbers("velocity_limit", &Model::limits, &Limits::velocity, "Limits of |v|.");
  numbers("effort_limit", &Model::limits, &Limits::effort, "Limits of |tau|.");
  numbers("damping", &Model::passive, &Passive::damping, "Damping of each coordinate of v.");
  numbers("friction", &Model::passive, &Passive::friction, "Friction of each coordinate of v.");
}

void bind_body_view(nb::module_& m) {
  nb::class_<BodyView>(m, "BodyInfo", "A body of a model, alone: bodies that are fixed to it are not included.")
      .def_prop_ro(
          "name", [](const BodyView& b) { return b.spec().name; }, "The name of the body.")
      .def_prop_ro(
          "parent", [](const BodyView& b) { return b.spec().parent; }, "The name of its parent; empty for the root.")
      .def_prop_ro("children", children_of, "The names of the bodies whose parent it is.")
      .def_prop_ro(
          "joint",
          [](const BodyView& b) -> std::optional<std::string> {
            const JointSpec joint = b.spec().joint;
            if (joint.kind == JointKind::fixed) return std::nullopt;
            return joint.name;
          },
          "The name of the joint that moves it in its parent; None if it is fixed there.")
      .def_prop_ro(
          "placement", [](const BodyView& b) { return placement_matrix(b.spec()); },
          "The pose of its joint frame in the parent body, 4 x 4.")
      .def_prop_ro(
          "mass", [](const BodyView& b) { return b.spec().mass; }, "Its mass, kg.")
      .def_prop_ro(
          "com",
          [](const BodyView& b) {
            const Vec3<double> c = b.spec().com;
            return to_array(std::array{c.x, c.y, c.z});
          },
          "Its centre of mass in body coordinates, m.")
      .def_prop_ro(
          "inertia", [](const BodyView& b) { return to_matrix(b.spec().inertia); },
          "Its inertia about the centre of mass in the axes of the body, 3 x 3, kg m².")
      .def("__repr__", [](const BodyView& b) {
        const BodySpec body = b.spec();
        return concat("<treefix.BodyInfo '", body.name, "': ", to_string(body.joint.kind), " in '", body.parent, "', ",
                      body.mass, " kg>");
      });
}

}  // namespace

void bind_parts(nb::module_& m, nb::class_<Robot>& model) {
  bind_joint_view(m);
  bind_body_view(m);
  model.def("joint", joint, nb::arg("which"), "Return the joint of that name, or of that index in joint_names.");
  model.def(
      "body",
      [](const Robot& robot, const std::string& name) { return BodyView{robot.model().link(name), robot.model()}; },
      nb::arg("name"), "Return the body of that name, which may be on a fixed joint.");
}

}  // namespace treefix::python
