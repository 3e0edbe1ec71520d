// Meshes and height fields of <asset>, read when an inertia asks for them.
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

  /// Takes in an <asset>; no file is opened.
  void read(const Element& section, Report& report);

  /// Whether there is such a mesh; reported at the geom if not.
  bool has_mesh(const Element& geom, std::string_view name, Report& report);
  /// Of the mesh that a geom has; null if there are none, which is reported: at the mesh what is wrong with it, and at
  /// the geom that it needs it.
  const Moments* moments(const Element& geom, std::string_view name, Report& report);
  /// Sizes of a height field; nothing if there is none of that name, which is reported.
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
  int suggestions_ = 10;  // searching all names takes time
};

}  // namespace treefix::io::mjcf
