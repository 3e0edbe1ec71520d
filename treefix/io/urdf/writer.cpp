#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_set>

#include <treefix/base/text.hpp>
#include <treefix/io/save.hpp>
#include <treefix/io/urdf/obstacles.hpp>
#include <treefix/model/validate.hpp>

namespace treefix {

namespace {

/// Roll, pitch and yaw such that turned_rpy({roll, pitch, yaw}) = E. With E = X(r) Y(p) Z(y),
///   first row of E     = (cos p cos y, cos p sin y, −sin p)
///   E (−sin y, cos y, 0) = (0, cos r, −sin r)
/// At p = ±90° the first row does not determine y. The second line gives the r that fits any y, so rounding errors of y
/// do no harm.
Vec3<double> rpy_of(const Mat3<double>& E) {
  const double pitch = std::atan2(-E.x.z, std::hypot(E.x.x, E.x.y));
  const double yaw = std::atan2(E.x.y, E.x.x);
  const Vec3<double> side = E * Vec3<double>{-std::sin(yaw), std::cos(yaw), 0};
  return {std::atan2(-side.z, side.y), pitch, yaw};
}

bool is_zero(const Vec3<double>& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/// The inertia about the centre of mass c of a body with inertia I about its origin. Its rounding error is a few ε of
/// I, which can be larger than the result. Then a few ε of I are added to each moment, to make it a valid inertia
/// again.
Sym3<double> inertia_about_com(const Inertia<double>& body, const Vec3<double>& c) {
  const Sym3<double> exact = body.about(c);
  const Doubt before = doubt(body.m, exact);
  if (before == Doubt::none) return exact;
  const Sym3<double> more = exact + 8 * epsilon<double>() * trace(body.I) * Sym3<double>::identity();
  return doubt(body.m, more) < before ? more : exact;
}

/// Makes unique names.
class NewNames {
 public:
  explicit NewNames(const std::vector<std::string>& others) : others_(others) {}

  const std::string& make(const std::string& wanted) {
    if (taken_.empty()) taken_.insert(others_.begin(), others_.end());
    std::string name = wanted;
    for (int k = 2; taken_.contains(name); ++k) name = concat(wanted, "_", k);
    taken_.insert(made_.emplace_back(std::move(name)));
    return made_.back();
  }

 private:
  const std::vector<std::string>& others_;
  std::unordered_set<std::string_view> taken_;
  std::deque<std::string> made_;  // does not move its elements
};

/// XML text. All output is appended to one string, so a large robot takes no more memory than its text.
class Text {
 public:
  void reserve(std::size_t size) { text_.reserve(size); }
  std::string take() { return std::move(text_); }

  Text& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  Text& operator<<(double value) {
    char buffer[32];
    const double number = value + 0.0;  // avoids −0
    text_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
    return *this;
  }
  Text& operator<<(const Vec3<double>& v) { return *this << v.x << " " << v.y << " " << v.z; }
  /// A name in quotes.
  Text& name(std::string_view text) {
    text_ += '"';
    for (const char c : text) switch (c) {
        case '&': text_ += "&amp;"; break;
        case '<': text_ += "&lt;"; break;
        case '>': text_ += "&gt;"; break;
        case '"': text_ += "&quot;"; break;
        case '\t': text_ += "&#9;"; break;  // unescaped, XML turns these into spaces
        case '\n': text_ += "&#10;"; break;
        case '\r': text_ += "&#13;"; break;
        default: text_ += c;
      }
    text_ += '"';
    return *this;
  }

 private:
  std::string text_;
};

class Writer {
 public:
  explicit Writer(const Model& model)
      : model_(model), m_(model.mechanism()), new_links_(model.frame_names()), new_joints_(model.joint_names()) {}

  std::string write() {
    constexpr std::size_t bytes_per_link = 800;
    text_.reserve(bytes_per_link * (model_.frame_names().size() + 1));
    name_links();
    (text_ << "<?xml version=\"1.0\"?>\n<robot name=").name(model_.name().empty() ? "robot" : model_.name()) << ">\n";
    (text_ << "  <link name=").name(root_name_) << "/>\n";
    for (Index i = 0; i < model_.nbody(); ++i) {
      write_link(i);
      write_joint(i);
    }
    for (Index k = 0; k < ssize(model_.frame_names()); ++k)
      if (!is_link(k)) write_frame(k);
    text_ << "</robot>\n";
    return text_.take();
  }

 private:
  const std::string& frame_name(Index k) const { return model_.frame_names()[static_cast<std::size_t>(k)]; }
  const std::string& body_name(Index i) const { return model_.body_names()[static_cast<std::size_t>(i)]; }
  const std::string& link_name(Index body) const {
    if (body == root) return root_name_;
    return link_names_.empty() ? body_name(body) : link_names_[static_cast<std::size_t>(body)];
  }
  /// Whether frame k is the frame of the root or of a moving link.
  bool is_link(Index k) const { return frame_name(k) == link_name(model_.frame(k).body); }

  void name_links() {
    for (Index k = 0; k < ssize(model_.frame_names()) && root_name_.empty(); ++k)
      if (model_.frame(k).body == root && is_identity(model_.frame(k).X_FB)) root_name_ = frame_name(k);
    if (root_name_.empty()) root_name_ = new_links_.make("root");
    const auto& offsets = model_.body_offsets();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const std::string& name = model_.body_names()[i];
      link_names_.push_back(is_identity(offsets[i]) ? name : new_links_.make(concat(name, "/joint")));
    }
  }

  void write_origin(std::string_view indent, const Transform<double>& X) {
    const Vec3<double> rpy = rpy_of(X.E);
    if (is_zero(X.r) && is_zero(rpy)) return;
    text_ << indent << "<origin xyz=\"" << X.r;
    if (!is_zero(rpy)) text_ << "\" rpy=\"" << rpy;
    text_ << "\"/>\n";
  }

  void write_link(Index i) {
    const Inertia<double>& body = m_.inertia(i);
    (text_ << "  <link name=").name(link_name(i));
    if (body.m == 0 && is_zero(body.I)) {
      text_ << "/>\n";
      return;
    }
    const Vec3<double> com = body.m == 0 ? Vec3<double>{} : (1 / body.m) * body.h;
    const Sym3<double> I = inertia_about_com(body, com);
    text_ << ">\n    <inertial>\n";
    write_origin("      ", placed(com));
    text_ << "      <mass value=\"" << body.m << "\"/>\n      <inertia ixx=\"" << I.xx << "\" ixy=\"" << I.xy
          << "\" ixz=\"" << I.xz << "\" iyy=\"" << I.yy << "\" iyz=\"" << I.yz << "\" izz=\"" << I.zz
          << "\"/>\n    </inertial>\n  </link>\n";
  }

  void open_joint(std::string_view name, std::string_view type, Index parent, std::string_view child,
                  const Transform<double>& placement) {
    (text_ << "  <joint name=").name(name) << " type=\"" << type << "\">\n";
    (text_ << "    <parent link=").name(link_name(parent)) << "/>\n";
    (text_ << "    <child link=").name(child) << "/>\n";
    write_origin("    ", placement);
  }

  void write_joint(Index i) {
    const JointInfo joint = model_.joint(i);
    const Joint<double>& own = m_.joint(i);  // has coordinates even if it is a mimic joint
    open_joint(joint.name, type_of(joint), m_.parent(i), link_name(i), own.X_tree);
    if (joint.kind == JointKind::planar) text_ << "    <axis xyz=\"0 0 1\"/>\n";
    if (own.dof() == 1) {
      text_ << "    <axis xyz=\"" << (joint.kind == JointKind::revolute ? own.S.w : own.S.v) << "\"/>\n";
      write_limit(joint);
    }
    write_dynamics(joint, own);
    if (joint.leader != root)
      (text_ << "    <mimic joint=").name(model_.joint_names()[static_cast<std::size_t>(joint.leader)])
          << " multiplier=\"" << joint.ratio << "\" offset=\"" << joint.offset << "\"/>\n";
    text_ << "  </joint>\n";
  }

  struct Range {
    double lower, upper;
  };
  Range range_of(const JointInfo& joint) const {
    const auto q = static_cast<std::size_t>(joint.q);
    if (joint.nq != 1) return {-inf, inf};
    return {model_.limits().lower[q], model_.limits().upper[q]};
  }

  std::string_view type_of(const JointInfo& joint) const {
    const auto [lower, upper] = range_of(joint);
    switch (joint.kind) {
      case JointKind::revolute: return lower == -inf && upper == inf ? "continuous" : "revolute";
      case JointKind::prismatic: return "prismatic";
      case JointKind::planar: return "planar";
      default: return "floating";
    }
  }

  void write_limit(const JointInfo& joint) {
    const auto [lower, upper] = range_of(joint);
    const auto v = static_cast<std::size_t>(joint.v);
    const double velocity = joint.nv == 1 ? model_.limits().velocity[v] : inf;
    const double effort = joint.nv == 1 ? model_.limits().effort[v] : inf;
    const bool bounded = joint.kind == JointKind::prismatic || lower != -inf || upper != inf;
    if (!bounded && velocity == inf && effort == inf) return;
    const auto written = [](double limit) { return std::clamp(limit, -largest, largest); };
    text_ << "    <limit ";
    if (bounded) text_ << "lower=\"" << written(lower) << "\" upper=\"" << written(upper) << "\" ";
    text_ << "effort=\"" << written(effort) << "\" velocity=\"" << written(velocity) << "\"/>\n";
  }

  void write_dynamics(const JointInfo& joint, const Joint<double>& own) {
    const auto v = static_cast<std::size_t>(joint.v);
    const double damping = joint.nv == 0 ? 0 : model_.passive().damping[v];
    const double friction = joint.nv == 0 ? 0 : model_.passive().friction[v];
    const View<const double> armature(m_.armatures.data() + own.v, own.dof());
    const bool has_armature = std::any_of(armature.begin(), armature.end(), [](double a) { return a != 0; });
    if (damping == 0 && friction == 0 && !has_armature) return;
    text_ << "    <dynamics";
    if (damping != 0) text_ << " damping=\"" << damping << "\"";
    if (friction != 0) text_ << " friction=\"" << friction << "\"";
    if (has_armature) {
      text_ << " armature=\"";
      for (Index k = 0; k < own.dof(); ++k) text_ << (k == 0 ? "" : " ") << armature[k];
      text_ << "\"";
    }
    text_ << "/>\n";
  }

  void write_frame(Index k) {
    const Frame& frame = model_.frame(k);
    const std::string& name = frame_name(k);
    (text_ << "  <link name=").name(name) << "/>\n";
    open_joint(new_joints_.make(concat(name, "_fixed")), "fixed", frame.body, name, frame.X_FB);
    text_ << "  </joint>\n";
  }

  static constexpr double inf = std::numeric_limits<double>::infinity(), largest = std::numeric_limits<double>::max();

  const Model& model_;
  const Mechanism<double>& m_;
  NewNames new_links_, new_joints_;
  std::string root_name_;
  std::vector<std::string> link_names_;  // (nbody), or empty if they are the names of the bodies
  Text text_;
};

}  // namespace

std::string to_urdf(const Model& model) {
  if (const auto obstacles = io::urdf::find_obstacles(model); !obstacles.empty()) {
    constexpr std::size_t most = 1000;
    std::string text = concat("model '", model.name(), "' cannot be written as URDF");
    if (obstacles.size() == 1) throw ValueError(concat(text, ": ", obstacles[0]));
    text += concat(" for ", obstacles.size(), " reasons:");
    for (std::size_t i = 0; i < std::min(most, obstacles.size()); ++i) text += concat("\n  ", obstacles[i]);
    if (obstacles.size() > most) text += concat("\n  and ", obstacles.size() - most, " more");
    throw ValueError(text);
  }
  return Writer(model).write();
}

}  // namespace treefix
