#include <treefix/model/configuration.hpp>

#include <cmath>
#include <numbers>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/manifold.hpp>

namespace treefix {

namespace {

std::vector<double> zeros(Index n) { return std::vector<double>(static_cast<std::size_t>(n)); }

void require_velocity(const Model& model, View<const double> v) {
  require_size("v", v.size(), static_cast<std::size_t>(model.nv()));
  require_finite("v", v);
}

/// Checks the size, that all numbers are finite, and that `good` accepts the lengths of quaternions.
template <class Good>
void require_quaternions(const Model& model, std::string_view argument, View<const double> q, std::string_view expected,
                         Good good) {
  require_size(argument, q.size(), static_cast<std::size_t>(model.nq()));
  require_finite(argument, q);
  for (const Index number : model.quaternion_joints()) {
    const Joint<double>& joint = model.mechanism().joint(number);
    const Index i = model.mimic().user_q(joint.q) + quaternion_offset(joint.kind);
    const double length = std::sqrt(squared_norm(quaternion_at(q, i)));
    if (!good(length))
      throw ValueError(
          concat(argument, "[", i, "] to ", argument, "[", i + 3, "], the quaternion of joint '",
                 model.joint(number).name, "', has length ", length, ", expected ", expected),
          {.argument = std::string(argument), .body = model.joint(number).name, .expected = "a unit quaternion"});
  }
}

/// Uniform over all rotations: four normal numbers, normalized.
Quaternion<double> random_rotation(Random& random) {
  Quaternion<double> a{random.normal(), random.normal(), random.normal(), random.normal()};
  return detail::normalized(a);
}

/// Converts between the coordinates of a model and those of its mechanism, which differ if the model has mimic joints.
class Expanded {
 public:
  explicit Expanded(const Model& model) : coupling_(model.mimic()), m_(model.mechanism()), model_(model) {}

  std::vector<double> configuration(View<const double> q) const {
    if (coupling_.empty()) return {q.begin(), q.end()};
    std::vector<double> full = zeros(m_.nq);
    expand_configuration<double>(coupling_, q, full);
    return full;
  }
  std::vector<double> velocity(View<const double> v) const {
    if (coupling_.empty()) return {v.begin(), v.end()};
    std::vector<double> full = zeros(m_.nv);
    expand_velocity<double>(coupling_, v, full);
    return full;
  }
  std::vector<double> back_to_configuration(std::vector<double> full) const {
    if (coupling_.empty()) return full;
    std::vector<double> q = zeros(model_.nq());
    select_configuration<double>(coupling_, full, q);
    return q;
  }
  std::vector<double> back_to_velocity(std::vector<double> full) const {
    if (coupling_.empty()) return full;
    std::vector<double> v = zeros(model_.nv());
    select_velocity<double>(coupling_, full, v);
    return v;
  }

 private:
  const MimicCoupling& coupling_;
  const Mechanism<double>& m_;
  const Model& model_;
};

}  // namespace

void require_configuration(const Model& model, std::string_view argument, View<const double> q) {
  require_quaternions(model, argument, q, "1; normalize(q) scales it",
                      [](double length) { return std::abs(length - 1) <= quaternion_tolerance; });
}

std::vector<double> neutral(const Model& model) {
  std::vector<double> q = zeros(model.mechanism().nq);
  neutral<double>(model.mechanism(), q);
  return Expanded(model).back_to_configuration(std::move(q));
}

std::vector<double> integrate(const Model& model, View<const double> q, View<const double> v) {
  require_configuration(model, "q", q);
  require_velocity(model, v);
  const Expanded expanded(model);
  std::vector<double> out = expanded.configuration(q);
  integrate<double>(model.mechanism(), out, expanded.velocity(v), out);
  return expanded.back_to_configuration(std::move(out));
}

std::vector<double> difference(const Model& model, View<const double> from, View<const double> to) {
  require_configuration(model, "from", from);
  require_configuration(model, "to", to);
  const Expanded expanded(model);
  std::vector<double> v = zeros(model.mechanism().nv);
  difference<double>(model.mechanism(), expanded.configuration(from), expanded.configuration(to), v);
  return expanded.back_to_velocity(std::move(v));
}

std::vector<double> normalize(const Model& model, View<const double> q) {
  require_quaternions(model, "q", q, "more than zero", [](double length) { return length > 0; });
  const Expanded expanded(model);
  std::vector<double> out = expanded.configuration(q);
  normalize<double>(model.mechanism(), out);
  return expanded.back_to_configuration(std::move(out));
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
  for (Index number = 0; number < model.nbody(); ++number) {
    if (model.mimic().is_mimic(number)) continue;
    const Joint<double>& joint = model.mechanism().joint(number);
    const Index i = model.mimic().user_q(joint.q);
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
