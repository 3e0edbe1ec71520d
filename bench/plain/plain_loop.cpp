#include "bench/plain/plain_loop.hpp"

#include <utility>

namespace tfbench {

using namespace treefix;

PlainLoop::PlainLoop(std::vector<Body> bodies, const Vec3<double>& gravity)
    : bodies_(std::move(bodies)), states_(bodies_.size()), rest_{{}, -gravity} {}

void PlainLoop::inverse(const double* q, const double* v, const double* a, double* tau) {
  const std::size_t n = bodies_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = bodies_[i];
    State& s = states_[i];
    const Vec3<double>& u = body.axis;
    s.X = body.transform(q[i]);
    const bool on_root = body.parent < 0;
    const Motion<double> V = on_root ? Motion<double>{} : states_[static_cast<std::size_t>(body.parent)].V;
    const Motion<double> A = on_root ? rest_ : states_[static_cast<std::size_t>(body.parent)].A;
    const Motion<double> vJ{v[i] * u, {}}, aJ{a[i] * u, {}};
    s.V = s.X * V + vJ;
    s.A = s.X * A + aJ + cross(s.V, vJ);
    s.F = body.inertia * s.A + cross(s.V, body.inertia * s.V);
  }
  for (std::size_t i = n; i-- > 0;) {
    tau[i] = dot(bodies_[i].axis, states_[i].F.n);
    if (bodies_[i].parent >= 0)
      states_[static_cast<std::size_t>(bodies_[i].parent)].F += states_[i].X.back(states_[i].F);
  }
}

}  // namespace tfbench
