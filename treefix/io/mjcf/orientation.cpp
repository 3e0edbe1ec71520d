#include <treefix/io/mjcf/orientation.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/io/numbers.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::io::mjcf {

namespace {

constexpr double too_short = 1e-14;
constexpr const char* forms[] = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};
constexpr Vec3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

std::optional<Mat3<double>> refuse(const Element& element, const char* attribute, std::string_view what,
                                   std::string_view expected, Report& report) {
  const std::string_view text = element.attribute(attribute).value_or("");
  report.error(element.where(attribute),
               {.seen = concat(quoted(attribute, text), ": ", what), .expected = std::string(expected)});
  return {};
}

std::optional<Mat3<double>> read_quaternion(const Element& element, Report& report) {
  double q[4];
  if (!read_exactly(element, "quat", q, 4, report)) return {};
  const double largest = std::max({std::abs(q[0]), std::abs(q[1]), std::abs(q[2]), std::abs(q[3])});
  if (largest < too_short) return refuse(element, "quat", "zero", "a quaternion w x y z", report);
  return turned(Quaternion<double>{q[1] / largest, q[2] / largest, q[3] / largest, q[0] / largest});
}

std::optional<Mat3<double>> read_axisangle(const Element& element, const Compiler& compiler, Report& report) {
  double a[4];
  if (!read_exactly(element, "axisangle", a, 4, report)) return {};
  const auto axis = unit({a[0], a[1], a[2]});
  if (!axis) return refuse(element, "axisangle", "the axis is zero", "a direction and an angle", report);
  return turned(*axis, compiler.radians(a[3]));
}

std::optional<Mat3<double>> read_xyaxes(const Element& element, Report& report) {
  double a[6];
  if (!read_exactly(element, "xyaxes", a, 6, report)) return {};
  const auto x = unit({a[0], a[1], a[2]}), towards_y = unit({a[3], a[4], a[5]});
  if (!x) return refuse(element, "xyaxes", "the x axis is zero", "two directions", report);
  if (!towards_y) return refuse(element, "xyaxes", "the y axis is zero", "two directions", report);
  const auto y = unit(*towards_y - dot(*x, *towards_y) * *x);
  if (!y) return refuse(element, "xyaxes", "the two axes are parallel", "two directions that differ", report);
  return Mat3<double>{*x, *y, cross(*x, *y)};
}

std::optional<Mat3<double>> read_zaxis(const Element& element, Report& report) {
  const auto v = read_vector(element, "zaxis", report);
  if (!v) return {};
  const auto z = unit(*v);
  if (!z) return refuse(element, "zaxis", "zero", "a direction", report);
  return turned_z(*z);
}

}  // namespace

std::optional<Vec3<double>> unit(const Vec3<double>& v) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest >= too_short)) return {};
  const Vec3<double> scaled{v.x / largest, v.y / largest, v.z / largest};  // squares cannot overflow
  return (1 / std::sqrt(dot(scaled, scaled))) * scaled;
}

Mat3<double> turned_euler(const double (&angles)[3], const Compiler& compiler) {
  Mat3<double> E = Mat3<double>::identity();
  for (std::size_t k = 0; k < 3; ++k) {
    const char letter = compiler.eulerseq[k];
    const bool extrinsic = letter < 'a';
    const Mat3<double> turn = turned(axes[letter - (extrinsic ? 'X' : 'x')], compiler.radians(angles[k]));
    E = extrinsic ? E * turn : turn * E;
  }
  return E;
}

Mat3<double> turned_z(const Vec3<double>& z) {
  const Vec3<double> axis{-z.y, z.x, 0};  // z of the parent × z
  const double sine = std::sqrt(dot(axis, axis));
  if (sine < too_short) return z.z > 0 ? Mat3<double>::identity() : turned(axes[0], 0.0, -1.0);
  return turned((1 / sine) * axis, sine, z.z);
}

const char* orientation_attribute(const Element& element) {
  for (const char* form : forms)
    if (element.has(form)) return form;
  return nullptr;
}

std::optional<Mat3<double>> read_orientation(const Element& element, const Compiler& compiler, Report& report) {
  const char* given = nullptr;
  for (const char* form : forms) {
    if (!element.has(form)) continue;
    if (given != nullptr) {
      report.error(element.where(form), {.topic = Diagnostic::Topic::structure,
                                         .seen = concat("it has both ", given, " and ", form),
                                         .expected = "one orientation"});
      return {};
    }
    given = form;
  }
  const std::string_view form = given == nullptr ? "" : given;
  if (form == "quat") return read_quaternion(element, report);
  if (form == "axisangle") return read_axisangle(element, compiler, report);
  if (form == "xyaxes") return read_xyaxes(element, report);
  if (form == "zaxis") return read_zaxis(element, report);
  if (double angles[3]; form == "euler" && read_exactly(element, "euler", angles, 3, report))
    return turned_euler(angles, compiler);
  return {};
}

std::optional<Vec3<double>> read_position(const Element& element, const char* attribute, Report& report) {
  const auto position = read_vector(element, attribute, report);
  if (!position) return {};
  const auto too_far = [](double x) { return std::abs(x) > longest; };
  if (too_far(position->x) || too_far(position->y) || too_far(position->z)) {
    check_position(element.where(attribute), attribute, *position, report);
    return {};
  }
  return position;
}

Transform<double> read_pose(const Element& element, const Compiler& compiler, Report& report) {
  return placed(read_position(element, "pos", report).value_or(Vec3<double>{}),
                read_orientation(element, compiler, report).value_or(Mat3<double>::identity()));
}

}  // namespace treefix::io::mjcf
