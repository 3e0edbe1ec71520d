// The lines of mesh files that are text.
#pragma once

#include <string>
#include <string_view>

#include <treefix/base/text.hpp>
#include <treefix/base/view.hpp>
#include <treefix/spatial/vec3.hpp>

namespace treefix::io::mjcf {

/// Iterates over lines and their words. Lines end with \n, \r\n or \r. A byte-order mark of UTF-8 is skipped.
class MeshLines {
 public:
  explicit MeshLines(std::string_view text);
  bool next();
  /// The next word of the line; empty at its end.
  std::string_view word();
  template <class... Parts>
  std::string problem(const Parts&... parts) const {
    return concat("line ", number_, ": ", parts...);
  }

 private:
  std::string_view rest_, line_{};
  Index number_ = 0;
};

/// The largest accepted coordinate.
inline constexpr double largest_coordinate = 1e9;
inline bool is_coordinate(double x) { return -largest_coordinate <= x && x <= largest_coordinate; }

/// Reads three coordinates from the words of a line. Returns false, with the problem, if they are invalid.
bool read_point(MeshLines& lines, Vec3<double>& point, std::string& problem);

}  // namespace treefix::io::mjcf
