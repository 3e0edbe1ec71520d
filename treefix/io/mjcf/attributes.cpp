#include <treefix/io/mjcf/attributes.hpp>

#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

namespace {

constexpr std::string_view joint_types[] = {"free", "ball", "slide", "hinge"};
constexpr JointKind joint_kinds[] = {JointKind::free, JointKind::spherical, JointKind::prismatic, JointKind::revolute};
/// In the order of Shape.
constexpr std::string_view geom_types[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                           "cylinder", "box",    "mesh",   "sdf"};
/// In the order of MeshInertia.
constexpr std::string_view mesh_inertias[] = {"convex", "exact", "legacy", "shell"};

template <class T>
void put(const std::optional<T>& read, T& value) {
  if (read) value = *read;
}

void read_interval(const Element& element, const char* attribute, std::optional<Vec3<double>>& value, Report& report) {
  if (double ends[2]; read_exactly(element, attribute, ends, 2, report, Infinity::allowed))
    value = Vec3<double>{ends[0], ends[1], 0};
}

/// The first coefficient of a polynomial, and whether all are zero.
struct Polynomial {
  double linear;
  bool zero;
};
std::optional<Polynomial> read_polynomial(const Element& element, const char* attribute, Report& report) {
  const auto values = read_list(element, attribute, 1, 3, report);
  if (!values) return {};
  bool zero = true;
  for (const double x : *values) zero = zero && x == 0;
  return Polynomial{values->front(), zero};
}

}  // namespace

void read_attributes(const Element& element, const Compiler&, JointAttributes& joint, Report& report) {
  if (const auto type = read_word(element, "type", joint_types, report)) joint.type = joint_kinds[*type];
  put(read_position(element, "pos", report), joint.pos);
  put(read_vector(element, "axis", report), joint.axis);
  read_interval(element, "range", joint.range, report);
  read_word_into(element, "limited", tristate, joint.limited, report);
  read_interval(element, "actuatorfrcrange", joint.effort, report);
  read_word_into(element, "actuatorfrclimited", tristate, joint.effort_limited, report);
  put(read_number(element, "ref", report), joint.ref);
  put(read_number(element, "armature", report), joint.armature);
  put(read_number(element, "frictionloss", report), joint.friction);
  if (const auto damping = read_polynomial(element, "damping", report)) joint.damping = damping->linear;
  if (const auto stiffness = read_polynomial(element, "stiffness", report)) joint.spring = !stiffness->zero;
  if (double s[2]; read_exactly(element, "springdamper", s, 2, report)) joint.spring = joint.spring || s[0] > 0;
}

void read_attributes(const Element& element, const Compiler& compiler, GeomAttributes& geom, Report& report) {
  read_word_into(element, "type", geom_types, geom.type, report);
  // one or two sizes override only the first sizes of the class
  if (const auto sizes = read_list(element, "size", 1, 3, report))
    for (std::size_t k = 0; k < sizes->size(); ++k) geom.size[k] = (*sizes)[k];
  else if (element.has("size"))
    for (double& size : geom.size) size = 1;  // already reported; a valid size avoids a second message
  if (const auto pos = read_position(element, "pos", report)) geom.pos = pos;
  put(read_orientation(element, compiler, report), geom.E);
  if (double ends[6]; read_exactly(element, "fromto", ends, 6, report)) {
    geom.has_ends = true;
    geom.from = {ends[0], ends[1], ends[2]};
    geom.to = {ends[3], ends[4], ends[5]};
  }
  if (const auto mass = read_number(element, "mass", report)) geom.mass = mass;
  put(read_number(element, "density", report), geom.density);
  put(read_integer(element, "group", report), geom.group);
  put(read_integer(element, "contype", report), geom.contype);
  put(read_integer(element, "conaffinity", report), geom.conaffinity);
  read_word_into(element, "shellinertia", boolean, geom.hollow, report);
  put(element.attribute("mesh"), geom.mesh);
  put(element.attribute("hfield"), geom.hfield);
}

void read_attributes(const Element& element, const Compiler&, MeshAttributes& mesh, Report& report) {
  put(read_vector(element, "scale", report), mesh.scale);
  read_word_into(element, "inertia", mesh_inertias, mesh.inertia, report);
}

}  // namespace treefix::io::mjcf
