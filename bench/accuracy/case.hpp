// One state of one robot, for judging methods of forward dynamics.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <treefix/reference/residual.hpp>
#include <treefix/treefix.hpp>

#include "bench/accuracy/norms.hpp"
#include "bench/rooms.hpp"

namespace tfbench {

constexpr double eps = std::numeric_limits<double>::epsilon(), eps32 = std::numeric_limits<float>::epsilon();

inline std::string shown(double x) { return std::isfinite(x) ? cell(x) : "none"; }

/// A result, as judged by the method itself and by the recursion in __float128.
struct Judged {
  double residual = 0, error = 0;
  treefix::ForwardInfo info{};
};

class ForwardCase {
 public:
  explicit ForwardCase(const std::string& robot)
      : name(robot), model(treefix::zoo::make(robot)), dynamics_(model), q_(treefix::random_configuration(model, 1)),
        v_(treefix::random_velocity(model, 2)), a_(v_.size()), tau_(v_.size()), exact_(v_.size()) {
    dynamics_.inverse(q_, v_, treefix::random_velocity(model, 3), tau_);
    set_exact();
    set_bounds();
  }

  Judged judge(treefix::ForwardOptions options) {
    options.residual = true;
    Judged out{.info = dynamics_.forward(q_, v_, tau_, a_, options)};
    out.residual = out.info.residual;
    double off = 0;
    for (std::size_t k = 0; k < a_.size(); ++k) off += (a_[k] - exact_[k]) * (a_[k] - exact_[k]);
    out.error = std::sqrt(off) / norm(exact_);
    return out;
  }

  std::string name;
  treefix::Model model;
  double condition = 0;  // κ(H), a lower bound
  double bound = 0;  // relative change of a that residuals of ε at all joints can cause, for ε = 1

 private:
  /// q, v, tau -> a by articulated bodies in quad precision
  void set_exact() {
    using treefix::Quad;
    const treefix::Mechanism<Quad> m = treefix::convert<Quad>(model.mechanism());
    Workspace<Quad> w(m);
    const auto wide = [](const std::vector<double>& x) { return std::vector<Quad>(x.begin(), x.end()); };
    std::vector<Quad> reference(v_.size());
    aba<Quad>(m, wide(q_), wide(v_), wide(tau_), {}, w, reference);
    for (std::size_t k = 0; k < exact_.size(); ++k) exact_[k] = static_cast<double>(reference[k]);
  }
  void set_bounds() {
    const treefix::Mechanism<double>& m = model.mechanism();
    Workspace<double> w(m);
    std::vector<double> scale(v_.size()), residual(v_.size());
    scaled_residual<double>(m, q_, v_, exact_, tau_, {}, w, residual, scale);
    const Norms norm_of = norms(model, q_);
    bound = norm_of.inverse * norm(scale) / norm(exact_);
    condition = norm_of.H * norm_of.inverse;
  }

  treefix::Dynamics dynamics_;
  std::vector<double> q_, v_, a_, tau_, exact_;
};

}  // namespace tfbench
