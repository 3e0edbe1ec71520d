// Spatial motions and forces: Plücker coordinates, angular part first [Featherstone 2008, ch. 2].
#pragma once

#include <treefix/spatial/vec3.hpp>

namespace treefix {

/// Spatial velocity or acceleration (ω; v): ω of the body, v of the point of the body that is at the origin.
template <class T>
struct Motion {
  Vec3<T> w{}, v{};

  constexpr Motion& operator+=(const Motion& b) { return *this = *this + b; }
  friend constexpr Motion operator+(const Motion& a, const Motion& b) { return {a.w + b.w, a.v + b.v}; }
  friend constexpr Motion operator-(const Motion& a, const Motion& b) { return {a.w - b.w, a.v - b.v}; }
  friend constexpr Motion operator-(const Motion& a) { return {-a.w, -a.v}; }
  friend constexpr Motion operator*(const T& s, const Motion& a) { return {s * a.w, s * a.v}; }
};

/// Spatial force or momentum (n; f): f the linear part, n its moment about the origin.
template <class T>
struct Force {
  Vec3<T> n{}, f{};

  constexpr Force& operator+=(const Force& b) { return *this = *this + b; }
  constexpr Force& operator-=(const Force& b) { return *this = *this - b; }
  friend constexpr Force operator+(const Force& a, const Force& b) { return {a.n + b.n, a.f + b.f}; }
  friend constexpr Force operator-(const Force& a, const Force& b) { return {a.n - b.n, a.f - b.f}; }
  friend constexpr Force operator-(const Force& a) { return {-a.n, -a.f}; }
  friend constexpr Force operator*(const T& s, const Force& a) { return {s * a.n, s * a.f}; }
};

/// Power: the same in every frame.
template <class T>
constexpr T dot(const Force<T>& f, const Motion<T>& m) {
  return dot(f.n, m.w) + dot(f.f, m.v);
}
template <class T>
constexpr T dot(const Motion<T>& m, const Force<T>& f) {
  return dot(f, m);
}

/// Motion cross motion, crm(a) b.  [Featherstone 2008, §2.9]
///   | ω |   | ω' |   |    ω×ω'     |
///   | v | × | v' | = | ω×v' + v×ω' |
template <class T>
constexpr Motion<T> cross(const Motion<T>& a, const Motion<T>& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}

/// Motion cross force, crf(a) f = −crm(a)ᵀ f.  [Featherstone 2008, §2.9]
///   | ω |    | n |   | ω×n + v×f |
///   | v | ×* | f | = |    ω×f    |
template <class T>
constexpr Force<T> cross(const Motion<T>& a, const Force<T>& f) {
  return {cross(a.w, f.n) + cross(a.v, f.f), cross(a.w, f.f)};
}

template <class T, class U>
constexpr Motion<T> cast(const Motion<U>& a) {
  return {cast<T>(a.w), cast<T>(a.v)};
}
template <class T, class U>
constexpr Force<T> cast(const Force<U>& a) {
  return {cast<T>(a.n), cast<T>(a.f)};
}

}  // namespace treefix
