#include "bench/plain/plain_aba.hpp"

#include <utility>

namespace tfbench {

using namespace treefix;

PlainAba::PlainAba(std::vector<Body> bodies, const Vec3<double>& gravity)
    : bodies_(std::move(bodies)), states_(bodies_.size()), rest_{{}, -gravity} {}

/// As in [Featherstone 2008, table 7.1].
void PlainAba::forward(const double* q, const double* v, const double* tau, double* a) {
  const std::size_t n = bodies_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = bodies_[i];
    State& s = states_[i];
    const Vec3<double>& u = body.axis;
    s.X = body.transform(q[i]);
    const Motion<double> V = body.parent < 0 ? Motion<double>{} : states_[static_cast<std::size_t>(body.parent)].V;
    const Motion<double> vJ{v[i] * u, {}};
    s.V = s.X * V + vJ;
    s.c = cross(s.V, vJ);
    s.I = body.inertia;
    s.p = cross(s.V, body.inertia * s.V);
  }
  for (std::size_t i = n; i-- > 0;) {
    const Body& body = bodies_[i];
    State& s = states_[i];
    const Motion<double> S{body.axis, {}};
    s.U = s.I * S;
    s.D = dot(S, s.U);
    s.u = tau[i] - dot(S, s.p);
    if (body.parent < 0) continue;
    const Force<double> G = (1 / s.D) * s.U;
    const ArticulatedInertia<double> Ia = s.I - symmetric_outer(G, s.U);
    const Force<double> pa = s.p + Ia * s.c + s.u * G;
    State& parent = states_[static_cast<std::size_t>(body.parent)];
    parent.I += s.X.back(Ia);
    parent.p += s.X.back(pa);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = bodies_[i];
    State& s = states_[i];
    const Motion<double> A = body.parent < 0 ? rest_ : states_[static_cast<std::size_t>(body.parent)].A;
    const Motion<double> moved = s.X * A + s.c;
    a[i] = (s.u - dot(s.U, moved)) / s.D;
    s.A = moved + Motion<double>{a[i] * body.axis, {}};
  }
}

}  // namespace tfbench
