// The pictures of docs/theory, drawn from the library's own structures.
#pragma once

#include <string>

namespace treefix::pictures {

std::string euler_tour();  // EulerTour
std::string heavy_paths();  // HeavyPaths and Pieces
std::string sparsity();  // AncestorPaths: where H has entries
std::string plan();  // Division: trunk, bundles, forests

struct Picture {
  const char* file;
  std::string (*draw)();
};
inline constexpr Picture all[] = {
    {"euler-tour.svg", euler_tour}, {"heavy-paths.svg", heavy_paths}, {"sparsity.svg", sparsity}, {"plan.svg", plan}};

}  // namespace treefix::pictures
