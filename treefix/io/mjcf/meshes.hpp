// Meshes and height fields of <asset>. Mesh files are read when an inertia needs them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include <treefix/io/mjcf/defaults.hpp>
#include <treefix/io/mjcf/triangles.hpp>

namespace treefix::io::mjcf {

class Assets {
 public:
  Assets(Files& files, const Compiler& compiler, const Defaults& defaults)
      : files_(files), compiler_(compiler), defaults_(defaults) {}

  /// Reads an <asset>. Opens no files.
  void read(const Element& section, Report& report);

  /// Returns whether there is such a mesh. Reports a missing one at the geom.
  bool has_mesh(const Element& geom, std::string_view name, Report& report);
  /// The moments of the mesh of a geom. If they cannot be computed, returns null and reports the problem at the mesh
  /// and its consequence at the geom.
  const Moments* moments(const Element& geom, std::string_view name, Report& report);
  /// The sizes of a height field. Reports a missing or invalid one and returns nullopt.
  std::optional<std::array<double, 4>> hfield_size(const Element& geom, std::string_view name, Report& report);

 private:
  struct Mesh {
    Element element{};
    MeshAttributes attributes{};
    bool loaded = false;
    Moments moments{};
  };

  void read_mesh(const Element& element, Report& report);
  Moments load(const Mesh& mesh, std::string_view name, Report& report);
  bool read_inline(const Element& element, Triangles& triangles, Report& report);
  bool read_file(const Element& element, std::string_view name, Triangles& triangles, Report& report);
  void place(const Mesh& mesh, Triangles& triangles, Report& report);

  Files& files_;
  const Compiler& compiler_;
  const Defaults& defaults_;
  std::unordered_map<std::string, Mesh> meshes_;
  std::unordered_map<std::string_view, Element> hfields_;
  int suggestions_ = 10;  // number of further unknown names that get a suggestion; each search takes time
};

}  // namespace treefix::io::mjcf
