// Compiled if nvcc is available, never run: every spatial operation can be called in device code, for float and
// double. The functions are constexpr, and --expt-relaxed-constexpr lets device code call those.
#include <treefix/spatial/exponential.hpp>

namespace treefix {

template <class T>
struct Values {
  T s;
  Vec3<T> a, b;
  Mat3<T> E, F;
  Sym3<T> S, R;
  Motion<T> m, l;
  Force<T> f, g;
  Inertia<T> I, J;
  ArticulatedInertia<T> A, B;
  Transform<T> X, Y;
  Quaternion<T> p, q;
};

template <class T>
__device__ void use_vectors(const Values<T>& k, Values<T>& out) {
  out.a = k.s * (k.a + k.b) - k.a * k.s;
  out.a += -cross(k.a, k.b);
  out.a -= transpose_times(k.E, k.b);
  out.b = k.E * k.a + k.S * k.b;
  out.s = dot(k.a, k.b) + trace(k.S) + squared_norm(k.a);
  out.E = transpose(k.E * k.F) + k.s * Mat3<T>::identity() - hat(k.a);
  out.E += outer(k.a, k.b);
  out.F = cross(k.a, k.E) + full(k.S);
  out.S = k.S + k.s * Sym3<T>::identity() - Sym3<T>::diagonal(k.s, k.s, k.s);
  out.S += symmetric(k.E);
  out.R = rotate(k.E, k.S) + anticommutator(k.a, k.b);
}

template <class T>
__device__ void use_motions(const Values<T>& k, Values<T>& out) {
  out.m = k.s * (k.m + k.l) - cross(k.m, k.l);
  out.m += -k.l;
  out.f = k.s * (k.f + k.g) - cross(k.m, k.f);
  out.f += -k.g;
  out.f -= k.f;
  out.s += dot(k.f, k.m) + dot(k.l, k.g);
}

template <class T>
__device__ void use_inertias(const Values<T>& k, Values<T>& out) {
  out.I = k.I + k.J;
  out.I += Inertia<T>::from_com(k.s, k.a, k.S);
  out.A = k.A + ArticulatedInertia<T>(k.I) - symmetric_outer(k.f, k.g);
  out.A += ArticulatedInertia<T>(k.S, k.E, k.R);
  out.g = k.I * k.m + k.A * k.l;
}

template <class T>
__device__ void use_transforms(const Values<T>& k, Values<T>& out) {
  out.X = k.X * k.Y;
  out.Y = inverse(k.X);
  out.l = k.X * k.m + k.Y.back(k.l);
  out.f += k.X * k.f + k.Y.back(k.g);
  out.J = k.X * k.I + k.Y.back(k.J);
  out.B = k.X * k.A + k.Y.back(k.B) + move_origin(k.A, k.a);
  out.b += k.X.point_back(k.a);
}

template <class T>
__device__ void use_rotations(const Values<T>& k, Values<T>& out) {
  out.p = conjugate(k.p) * k.q;
  out.s += squared_norm(k.p);
  out.E += turned(k.a, k.s, k.s) + turned(k.q) + orthonormalized(k.E);
  out.Y = placed(k.a, k.E) * placed(k.b);
}

template <class T>
__device__ void use_exponentials(const Values<T>& k, Values<T>& out) {
  out.E = turned(k.a, k.s) + exponential_translation(k.b);
  out.p = exponential(k.a);
  out.a = logarithm(k.q), out.b = solve(k.E, k.a);
}

/// The same numbers in the other scalar type.
template <class T, class U>
__device__ void use_casts(const Values<U>& k, Values<T>& out) {
  out.a = cast<T>(k.a), out.E = cast<T>(k.E), out.S = cast<T>(k.S);
  out.m = cast<T>(k.m), out.f = cast<T>(k.f), out.I = cast<T>(k.I), out.X = cast<T>(k.X);
}

// Each operation has its own result, because compilers drop results that are overwritten.
template <class T>
__global__ void use_everything(const Values<T>* k, Values<T>* out) {
  use_vectors(*k, out[0]);
  use_motions(*k, out[1]);
  use_inertias(*k, out[2]);
  use_transforms(*k, out[3]);
  use_rotations(*k, out[4]);
  use_exponentials(*k, out[5]);
}
template __global__ void use_everything(const Values<float>*, Values<float>*);
template __global__ void use_everything(const Values<double>*, Values<double>*);

__global__ void use_all_casts(const Values<float>* f, const Values<double>* d, Values<float>* to_f,
                              Values<double>* to_d) {
  use_casts(*f, *to_d);
  use_casts(*d, *to_f);
}

}  // namespace treefix
