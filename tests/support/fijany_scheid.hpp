// The CCG algorithm of [Fijany 1989] as printed, for serial chains of revolute joints: to reproduce the counts of its
// Table II.
#pragma once

#include <utility>
#include <vector>

#include <treefix/model/mechanism.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

/// Link i in coordinates of its own frame, which the paper numbers i + 1: mass, centre of mass S and next joint P from
/// the joint, inertia J about the centre of mass, and the angle α from the axis of its joint to that of the next.
template <class T>
struct SerialLink {
  T mass{}, sine{}, cosine{};
  Vec3<T> S{}, P{};
  Mat3<T> J{};
};

template <class T>
struct SerialChain {
  using Vector = Vec3<T>;
  using Numbers = std::vector<T>;

  std::vector<SerialLink<T>> links;
  T G{};  // gravity, along z₁
  Vector f_E{}, n_E{};  // force and moment that the last link exerts, at its end and in its frame
  std::vector<Vector> z{}, S{}, P{};  // written by project, in the frame of the last link
  std::vector<Mat3<T>> J{};

  std::size_t size() const { return links.size(); }

  /// Step 1: vectors and tensors in the frame of the last link.                              [eqs. 33–37]
  void project(const Numbers& q) {
    using math::sine_cosine;
    const std::size_t n = size();
    z.resize(n);
    S.resize(n);
    P.resize(n);
    J.resize(n);
    Mat3<T> R{};  // from frame i + 1
    for (std::size_t i = n; i-- > 0;) {
      const SerialLink<T>& link = links[i];
      S[i] = link.S;
      P[i] = link.P;
      J[i] = link.J;
      if (i + 1 < n) {
        S[i] = R * S[i];
        P[i] = R * P[i];
        J[i] = R * J[i] * transpose(R);
      }
      const auto [s, c] = sine_cosine(q[i]);
      const Vector x{c, -(s * link.cosine), s * link.sine}, y{s, c * link.cosine, -(c * link.sine)};
      const Vector axis{T(0), link.sine, link.cosine};  // columns of the rotation from frame i to i + 1
      R = i + 1 < n ? transpose(Mat3<T>{R * x, R * y, times_axis(R, axis)}) : transpose(Mat3<T>{x, y, axis});
      z[i] = {R.x.z, R.y.z, R.z.z};
    }
  }

  /// Step 2: r₀ = τ − g₁(q, q̇, 0, F_E).                                                     [eqs. 38–47]
  Numbers remaining(const Numbers& rates, const Numbers& tau) const {
    const std::size_t n = size();
    std::vector<Vector> F(n), N(n);
    Vector w, wd, V;
    for (std::size_t i = 0; i < n; ++i) {
      const Vector own = rates[i] * z[i];
      if (i == 0) {
        w = own;
        wd = {};
        V = G * z[0];
      } else {
        V = V + cross(wd, P[i - 1]) + cross(w, cross(w, P[i - 1]));
        wd = wd + cross(w, own);
        w = w + own;
      }
      const Vector Vc = V + cross(wd, S[i]) + cross(w, cross(w, S[i]));
      F[i] = links[i].mass * Vc;
      N[i] = J[i] * wd + cross(w, J[i] * w);
    }
    Vector f = f_E, m = n_E;
    Numbers rest(n);
    for (std::size_t i = n; i-- > 0;) {
      m = N[i] + cross(S[i], F[i]) + m + cross(P[i], f);
      f = F[i] + f;
      rest[i] = tau[i] - dot(m, z[i]);
    }
    return rest;
  }

  /// g₂: the torques for given accelerations.                                                [eqs. 18–25]
  Numbers inertia_times(const Numbers& a) const {
    const std::size_t n = size();
    std::vector<Vector> F(n), N(n);
    Vector wd, V;
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) V = V + cross(wd, P[i - 1]);
      wd = i > 0 ? wd + a[i] * z[i] : a[i] * z[i];
      F[i] = links[i].mass * (V + cross(wd, S[i]));
      N[i] = J[i] * wd;
    }
    Vector f, m;
    Numbers torques(n);
    for (std::size_t i = n; i-- > 0;) {
      const Vector own = N[i] + cross(S[i], F[i]);
      m = i + 1 < n ? own + m + cross(P[i], f) : own;
      f = i + 1 < n ? F[i] + f : F[i];
      torques[i] = dot(z[i], m);
    }
    return torques;
  }

  /// The whole algorithm, one step per joint.                                                [eqs. 5–9, r₀ = b]
  Numbers forward(const Numbers& q, const Numbers& rates, const Numbers& tau) {
    project(q);
    const std::size_t n = size();
    Numbers r = remaining(rates, tau), x(n), p(n);
    T before{};
    for (std::size_t j = 0; j < n; ++j) {
      const T rr = product(r, r), beta = j == 0 ? T(0) : rr / before;
      for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + beta * p[i];
      const Numbers Ap = inertia_times(p);
      const T alpha = rr / product(p, Ap);
      for (std::size_t i = 0; i < n; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * Ap[i];
      }
      before = rr;
    }
    return x;
  }

 private:
  static T product(const Numbers& x, const Numbers& y) {
    T sum = x[0] * y[0];
    for (std::size_t i = 1; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
  }
  /// R (0, s, c): the zero saves three multiplications, which the paper takes into account.
  static Vector times_axis(const Mat3<T>& R, const Vector& axis) {
    const auto row = [&](const Vector& x) { return x.y * axis.y + x.z * axis.z; };
    return {row(R.x), row(R.y), row(R.z)};
  }
};

/// The same chain as a mechanism: body i has its frame at joint i, z along the axis.
template <class T>
Mechanism<T> mechanism_of(const SerialChain<T>& chain) {
  Mechanism<T> m;
  std::vector<Index> parents;
  Transform<T> X_tree{};
  for (const SerialLink<T>& link : chain.links) {
    const auto i = static_cast<Index>(parents.size());
    parents.push_back(i - 1);
    m.joints.push_back({JointKind::revolute, i, i, {{T(0), T(0), T(1)}, {}}, X_tree});
    const Mat3<T> turn{
        {T(1), T(0), T(0)}, {T(0), link.cosine, link.sine}, {T(0), -link.sine, link.cosine}};  // to i + 1
    m.inertias.push_back(
        Inertia<T>::from_com(link.mass, transpose_times(turn, link.S), rotate(transpose(turn), symmetric(link.J))));
    X_tree = {turn, transpose_times(turn, link.P)};
  }
  m.tree = Tree(std::move(parents));
  m.nq = m.nv = ssize(chain.links);
  m.armatures.assign(chain.links.size(), T(0));
  m.gravity = {T(0), T(0), -chain.G};
  return m;
}

/// The same chain in another scalar.
template <class T, class U>
SerialChain<T> cast(const SerialChain<U>& chain) {
  SerialChain<T> out;
  for (const SerialLink<U>& link : chain.links)
    out.links.push_back({static_cast<T>(link.mass), static_cast<T>(link.sine), static_cast<T>(link.cosine),
                         treefix::cast<T>(link.S), treefix::cast<T>(link.P), treefix::cast<T>(link.J)});
  out.G = static_cast<T>(chain.G);
  out.f_E = treefix::cast<T>(chain.f_E);
  out.n_E = treefix::cast<T>(chain.n_E);
  return out;
}

}  // namespace treefix::testing
