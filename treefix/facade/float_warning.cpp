#include <treefix/facade/float_warning.hpp>

#include <algorithm>
#include <limits>

#include <treefix/base/text.hpp>

namespace treefix::facade {

std::string float_warning(const Model& model) {
  constexpr double acceptable = 1e-3;
  const Index tree_depth = model.mechanism().tree.depth();
  const auto depth = static_cast<double>(tree_depth);
  const double error = std::min(1.0, 10 * std::numeric_limits<float>::epsilon() * depth * depth);  // docs/accuracy.md
  if (error < acceptable) return "";
  return concat("model '", model.name(), "' is ", tree_depth, " bodies deep: accelerations in float may have a ",
                "relative error of ", error, "; use double precision");
}

}  // namespace treefix::facade
