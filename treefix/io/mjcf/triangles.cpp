#include <treefix/io/mjcf/triangles.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <treefix/spatial/inertia.hpp>

namespace treefix::io::mjcf {

namespace {

constexpr double too_small = 1e-14;

struct Face {
  Vec3<double> a, b, c;

  Vec3<double> sum() const { return a + b + c; }
  double area() const {
    const Vec3<double> n = cross(b - a, c - a);
    return 0.5 * std::sqrt(dot(n, n));
  }
  /// Volume of the pyramid over the face with its tip at the origin; negative if the face is inside out.
  double volume() const { return dot(cross(a, b), c) / 6; }
};

Face face_at(const Triangles& mesh, const std::array<Index, 3>& f, const Vec3<double>& origin) {
  const auto point = [&](Index i) { return mesh.points[static_cast<std::size_t>(i)] - origin; };
  return {point(f[0]), point(f[1]), point(f[2])};
}

Sym3<double> squared(const Vec3<double>& v) {
  return {v.x * v.x, v.x * v.y, v.y * v.y, v.x * v.z, v.y * v.z, v.z * v.z};
}

/// Moments of inertia from second moments ∫ x xᵀ.
Sym3<double> inertia_from(const Sym3<double>& second) { return trace(second) * Sym3<double>::identity() - second; }

/// Whether two faces traverse an edge in the same direction, so that one of them is inside out.
bool has_flipped_faces(const Triangles& mesh) {
  std::vector<std::pair<Index, Index>> edges;
  edges.reserve(3 * mesh.faces.size());
  for (const auto& f : mesh.faces) {
    if (f[0] == f[1] || f[1] == f[2] || f[2] == f[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) edges.emplace_back(f[k], f[(k + 1) % 3]);
  }
  std::sort(edges.begin(), edges.end());
  return std::adjacent_find(edges.begin(), edges.end()) != edges.end();
}

/// A third of the sum over all corners of all n faces: n times a point near the middle, used as a reference point.
Vec3<double> sum_of_corners(const Triangles& mesh) {
  Vec3<double> total{};
  for (const auto& f : mesh.faces) total += (1.0 / 3) * face_at(mesh, f, {}).sum();
  return total;
}

/// ∫ 1, ∫ x and ∫ x xᵀ, with x relative to a point.
struct Sums {
  double measure = 0;
  Vec3<double> first{};
  Sym3<double> second{};

  Vec3<double> centre() const { return (1 / measure) * first; }
};

/// Integrates over the pyramids with their tips at the origin, or, for a shell, over the triangles.
Sums add_up(const Triangles& mesh, const Vec3<double>& origin, MeshInertia mode) {
  const bool shell = mode == MeshInertia::shell;
  Sums sums;
  for (const auto& f : mesh.faces) {
    const Face face = face_at(mesh, f, origin);
    const Vec3<double> sum = face.sum();
    double part = shell ? face.area() : face.volume();
    if (mode == MeshInertia::legacy) part = std::abs(part);
    sums.measure += part;
    sums.first += (part / (shell ? 3 : 4)) * sum;
    sums.second += (part / (shell ? 12 : 20)) * (squared(face.a) + squared(face.b) + squared(face.c) + squared(sum));
  }
  return sums;
}

}  // namespace

Moments moments_of(const Triangles& mesh, MeshInertia mode) {
  if (mesh.faces.empty() || mode == MeshInertia::convex)
    return {.problem = "its inertia is that of its convex hull, which treefix does not compute",
            .hint = "give the body an <inertial>, or the mesh faces and inertia=\"exact\""};
  if (mode == MeshInertia::exact && has_flipped_faces(mesh))
    return {.problem = "faces that share an edge have opposite orientations", .hint = "flip some of the faces"};
  const Vec3<double> middle = (1.0 / static_cast<double>(mesh.faces.size())) * sum_of_corners(mesh);
  const Vec3<double> centroid = middle + add_up(mesh, middle, MeshInertia::shell).centre();
  const Vec3<double> centre = centroid + add_up(mesh, centroid, mode).centre();
  const Sums sums = add_up(mesh, centre, mode);
  if (mode == MeshInertia::exact && sums.measure < 0)
    return {.problem = "its volume is negative", .hint = "its faces are inside out"};
  if (!(sums.measure > too_small) || !std::isfinite(sums.measure) || !std::isfinite(trace(sums.second)))
    return mode == MeshInertia::shell
               ? Moments{.problem = "its surface is too small or too large"}
               : Moments{.problem = "its volume is too small or too large", .hint = "did you mean inertia=\"shell\"?"};
  return {.measure = sums.measure, .centre = centre, .inertia = inertia_from(sums.second)};
}

}  // namespace treefix::io::mjcf
