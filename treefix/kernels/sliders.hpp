// Sliders: each is a point mass m at r = p + q z in the frame of its host. They are computed before or after sweeps, in
// the slots of their hosts, as if they were the last children.
#pragma once

#include <treefix/kernels/articulated.hpp>
#include <treefix/kernels/joints.hpp>

namespace treefix::kernels {

/// Calls f(slider, r, z) for each slider of one host.
template <class C, class T, class F>
TREEFIX_INLINE void for_each_slider(const Prepared<C>& m, const SliderHost& host, const LaneGroup<T>& g, F f) {
  for (Index k = host.first; k < host.end; ++k) {
    const Slider<C>& slider = m.sliders.data()[k];
    const Vec3<T> z = cast<T>(slider.E.z);
    f(slider, plus_scaled(cast<T>(slider.p), g.q[slider.q], z), z);
  }
}

/// After an outward sweep: motions of hosts -> forces on them; z · f of each slider in d, for the inward sweeps
template <bool accelerated, class C, class T>
[[gnu::noinline]] void sliders_outward(const Prepared<C>& m, const LaneGroup<T>& g) {
  for (const SliderHost& host : m.hosts) {
    const ClassicalMotion<T> b = g.motions[host.slot];
    const Mat3<T> U = spin(b.w, b.dw);
    Force<T> F{};
    for_each_slider(m, host, g, [&](const Slider<C>& slider, const Vec3<T>& r, const Vec3<T>& z) {
      const T rate = g.v[slider.v];
      Vec3<T> a = plus_scaled(b.a + U * r, rate + rate, cross(b.w, z));
      if constexpr (accelerated) a = plus_scaled(a, g.a[slider.v], z);
      Vec3<T> f = T(slider.m) * a;
      if (g.external) {
        const Force<T>& external = g.external[slider.body];
        f -= transpose_times(cast<T>(slider.E), external.f);
        F.n -= transpose_times(cast<T>(slider.E), external.n);
      }
      g.d[slider.v] = dot(z, f);
      F += Force<T>{cross(r, f), f};
    });
    g.forces[host.slot] = F;
  }
}

/// After an inward sweep: d -> tau
template <bool accelerated, class C, class T>
[[gnu::noinline]] void sliders_inward(const Prepared<C>& m, const LaneGroup<T>& g) {
  for (const Slider<C>& slider : m.sliders) {
    g.tau[slider.v] = g.d[slider.v];
    if constexpr (accelerated) g.tau[slider.v] = g.tau[slider.v] + slider.armature * g.a[slider.v];
  }
}

/// Before an inward sweep: d, tau -> d = D⁻¹ u, articulated inertias and forces of hosts
template <class C, class T>
[[gnu::noinline]] void sliders_articulated(const Prepared<C>& m, const LaneGroup<T>& g) {
  for (const SliderHost& host : m.hosts) {
    ArticulatedInertia<T> A{};
    Force<T> p = g.forces[host.slot];
    for_each_slider(m, host, g, [&](const Slider<C>& slider, const Vec3<T>& r, const Vec3<T>& z) {
      const T d = (g.tau[slider.v] - g.d[slider.v]) * slider.inverse;
      const Vec3<T> f = (d * slider.m) * z;
      g.d[slider.v] = d;
      A += mass_at(r, cast<T>(slider.M));
      p += Force<T>{cross(r, f), f};
    });
    g.articulated[host.slot] = {A, p};
  }
}

/// After an outward sweep: d, accelerations of hosts -> q̈ = d − m z · (a + ω̇ × r) / D
template <class C, class T>
[[gnu::noinline]] void sliders_accelerate(const Prepared<C>& m, const LaneGroup<T>& g) {
  for (const SliderHost& host : m.hosts) {
    const ClassicalMotion<T>& b = g.motions[host.slot];
    for_each_slider(m, host, g, [&](const Slider<C>& slider, const Vec3<T>& r, const Vec3<T>& z) {
      g.a[slider.v] = g.d[slider.v] - (slider.m * slider.inverse) * dot(z, b.a + cross(b.dw, r));
    });
  }
}

}  // namespace treefix::kernels
