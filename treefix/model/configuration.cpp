#include <treefix/model/configuration.hpp>

#include <cmath>
#include <numbers>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

std::vector<double> zeros(Index n) { return std::vector<double>(static_cast<std::size_t>(n)); }

void require_velocity(const Model& model, View<const double> v) {
  require_size("v", v.size(), static_cast<std::size_t>(model.nv()));
  require_finite("v", v);
}

/// Size, finite numbers, and quaternions with a length that `good` accepts.
template <class Good>
void require_quaternions(const Model& model, std::string_view argument, View<const double> q, std::string_view expected,
                         Good good) {
  require_size(argument, q.size(), static_cast<std::size_t>(model.nq()));
  require_finite(argument, q);
  const auto& joints = model.mechanism().joints;
  for (Index number = 0; number < ssize(joints); ++number) {
    const Joint<double>& joint = joints[static_cast<std::size_t>(number)];
    const int offset = quaternion_offset(joint.kind);
    if (offset < 0) continue;
    const Index i = joint.q + offset;
    const double length = std::sqrt(squared_norm(quaternion_at(q, i)));
    if (!good(length))
      throw ValueError(concat(argument, "[", i, "] to ", argument, "[", i + 3, "], the quaternion of joint '",
                              model.joint(number).name, "', has length ", length, ", expected ", expected));
  }
}

/// Uniform over all rotations: four normal numbers, normalized.
Quaternion<double> random_rotation(Random& random) {
  Quaternion<double> a{random.normal(), random.normal(), random.normal(), random.normal()};
  return detail::normalized(a);
}

}  // namespace

void require_configuration(const Model& model, std::string_view argument, View<const double> q) {
  constexpr double tolerance = 1e-6;  // further from 1 is a mistake, not rounding
  require_quaternions(model, argument, q, "1; normalize(q) scales it",
                      [](double length) { return std::abs(length - 1) <= tolerance; });
}

std::vector<double> neutral(const Model& model) {
  std::vector<double> q = zeros(model.nq());
  neutral<double>(model.mechanism(), q);
  return q;
}

std::vector<double> integrate(const Model& model, View<const double> q, View<const double> v) {
  require_configuration(model, "q", q);
  require_velocity(model, v);
  std::vector<double> out = zeros(model.nq());
  integrate<double>(model.mechanism(), q, v, out);
  return out;
}

std::vector<double> difference(const Model& model, View<const double> from, View<const double> to) {
  require_configuration(model, "from", from);
  require_configuration(model, "to", to);
  std::vector<double> v = zeros(model.nv());
  difference<double>(model.mechanism(), from, to, v);
  return v;
}

std::vector<double> normalize(const Model& model, View<const double> q) {
  require_quaternions(model, "q", q, "more than zero", [](double length) { return length > 0; });
  std::vector<double> out(q.begin(), q.end());
  normalize<double>(model.mechanism(), out);
  return out;
}

std::vector<double> random_configuration(const Model& model, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> q = zeros(model.nq());
  const View<double> out(q);
  const auto coordinate = [&](Index i, double range) {
    const double low = model.limits().lower[static_cast<std::size_t>(i)];
    const double high = model.limits().upper[static_cast<std::size_t>(i)];
    const bool limited = std::isfinite(low) && std::isfinite(high);
    out[i] = limited ? random.uniform(low, high) : random.uniform(-range, range);
  };
  constexpr double length = 1, angle = std::numbers::pi;
  for (const Joint<double>& joint : model.mechanism().joints) {
    const Index i = joint.q;
    switch (joint.kind) {
      case JointKind::revolute:
      case JointKind::helical: coordinate(i, angle); break;
      case JointKind::prismatic: coordinate(i, length); break;
      case JointKind::spherical: detail::put(out, i, random_rotation(random)); break;
      case JointKind::planar:
        for (Index k = 0; k < 2; ++k) coordinate(i + k, length);
        coordinate(i + 2, angle);
        break;
      case JointKind::free:
        for (Index k = 0; k < 3; ++k) coordinate(i + k, length);
        detail::put(out, i + 3, random_rotation(random));
        break;
      case JointKind::fixed: break;
    }
  }
  return q;
}

std::vector<double> random_velocity(const Model& model, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> v = zeros(model.nv());
  for (double& x : v) x = random.uniform(-1, 1);
  return v;
}

}  // namespace treefix
