// The walk around a tree, and where the mass matrix has entries.
#include <algorithm>

#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/euler_tour.hpp>

#include "tools/pictures/layout.hpp"
#include "tools/pictures/pictures.hpp"

namespace treefix::pictures {

namespace {

constexpr const char *ink = "#222222", *grey = "#8a8f98", *blue = "#2f6fb3", *light_blue = "#cfe2f5",
                     *orange = "#d9822b", *light_orange = "#fbe3c8";

Point toward(Point a, Point b) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  return {(b.x - a.x) / length, (b.y - a.y) / length};
}
/// The direction to the right of the direction of travel; y points down.
Point right_of(Point t) { return {-t.y, t.x}; }

/// A line on the right of the path, at this distance.
std::vector<Point> beside(const std::vector<Point>& path, double distance) {
  const auto moved = [](Point p, double s, Point d) { return Point{p.x + s * d.x, p.y + s * d.y}; };
  std::vector<Point> line{moved(path.front(), distance, right_of(toward(path[0], path[1])))};
  for (std::size_t k = 1; k + 1 < path.size(); ++k) {
    const Point before = toward(path[k - 1], path[k]), after = toward(path[k], path[k + 1]);
    const Point n = right_of(before), m = right_of(after);
    const double cosine = n.x * m.x + n.y * m.y;
    if (cosine < -0.9) {  // it turns around here
      line.push_back(moved(moved(path[k], distance, n), distance, before));
      line.push_back(moved(moved(path[k], distance, m), -distance, after));
    } else {
      line.push_back(moved(path[k], distance / (1 + cosine), {n.x + m.x, n.y + m.y}));
    }
  }
  line.push_back(moved(path.back(), distance, right_of(toward(path[path.size() - 2], path.back()))));
  return line;
}

}  // namespace

std::string euler_tour() {
  const Tree tree = small_tree();
  const EulerTour tour(tree);
  const double cell = 30, left = 30, radius = 13, top = 62;
  const double width = 2 * left + cell * static_cast<double>(tour.steps()), row = 405;
  Drawing picture(width, row + 118, "The walk around a tree");
  std::vector<Point> places = positions(tree);
  for (Point& p : places) p = {130 + 132 * p.x, top + 68 * p.y};
  const auto place = [&](Index i) -> Point { return i == root ? Point{at(places, 0).x, top - 46} : at(places, i); };

  for (Index i = 0; i < tree.size(); ++i) picture.line(place(tree.parent(i)), at(places, i), grey, 2);
  struct TourStep {
    Index body;
    bool enters;
  };
  std::vector<TourStep> steps(static_cast<std::size_t>(tour.steps()));
  for (Index i = 0; i < tree.size(); ++i) {
    at(steps, tour.left(i)) = {i, true};
    at(steps, tour.right(i)) = {i, false};
  }
  std::vector<Point> path{place(root)};
  for (const auto& [body, enters] : steps) path.push_back(place(enters ? body : tree.parent(body)));
  picture.curve(beside(path, 19), orange, 1.5);
  picture.box({place(root).x - 34, top - 56}, {68, 17}, "#e6e8eb");
  picture.text({place(root).x, top - 43}, "root", 12, ink);
  for (Index i = 0; i < tree.size(); ++i) {
    const Point p = at(places, i);
    picture.circle(p, radius, light_blue, blue);
    picture.text({p.x, p.y + 4.5}, concat(i), 13);
    // beside the edge to it
    const Point a = place(tree.parent(i));
    const Point out = right_of(toward(a, p)), on{a.x + 0.72 * (p.x - a.x), a.y + 0.72 * (p.y - a.y) + 4};
    picture.text({on.x + 29 * out.x, on.y + 29 * out.y}, concat(tour.left(i)), 11, blue);
    picture.text({on.x - 29 * out.x, on.y - 29 * out.y}, concat(tour.right(i)), 11, orange);
  }

  // the same walk as a row
  picture.text({left, row - 22}, "the walk: body i is entered at left(i), and left at right(i)", 13, ink, "start");
  for (Index k = 0; k < tour.steps(); ++k) {
    const auto& [body, enters] = at(steps, k);
    const Point corner{left + cell * static_cast<double>(k), row};
    picture.text({corner.x + cell / 2, row - 6}, concat(k), 9, grey);
    picture.box(corner, {cell - 3, 26}, enters ? light_blue : light_orange, enters ? blue : orange);
    picture.text({corner.x + cell / 2 - 1.5, row + 18}, enters ? concat("+", body) : concat("−", body), 12);
  }
  const Index shown = 2;
  const double from = left + cell * static_cast<double>(tour.left(shown)),
               to = left + cell * static_cast<double>(tour.right(shown) + 1) - 3;
  picture.line({from, row + 38}, {to, row + 38}, blue, 3);
  picture.text({(from + to) / 2, row + 56}, concat("the subtree of ", shown), 12, blue);
  const double upto = left + cell * static_cast<double>(tour.left(7) + 1) - 3;
  picture.line({left, row + 76}, {upto, row + 76}, orange, 3);
  picture.text({left, row + 96},
               "the sum up to left(7): bodies entered and left again cancel; 0, 1, 6, 7 remain, the path to 7", 12,
               orange, "start");
  return picture.finished();
}

std::string sparsity() {
  const Tree tree = small_tree();
  const AncestorPaths paths(tree);
  const double cell = 26, left = 60, top = 60;
  const double side = cell * static_cast<double>(tree.size());
  Drawing picture(left + side + 250, top + side + 40, "Where the mass matrix of a tree has entries");
  for (Index i = 0; i < tree.size(); ++i) {
    const double at_i = cell * static_cast<double>(i);
    picture.text({left + at_i + cell / 2 - 1, top - 8}, concat(i), 11, grey);
    picture.text({left - 10, top + at_i + 17}, concat(i), 11, grey, "end");
    for (Index j = 0; j < tree.size(); ++j)
      picture.box({left + cell * static_cast<double>(j), top + at_i}, {cell - 2, cell - 2}, "#f2f3f5");
  }
  for (Index i = 0; i < tree.size(); ++i)
    for (const Index j : paths.row(i)) {
      const double at_i = cell * static_cast<double>(i), at_j = cell * static_cast<double>(j);
      picture.box({left + at_i, top + at_j}, {cell - 2, cell - 2}, light_blue);
      picture.box({left + at_j, top + at_i}, {cell - 2, cell - 2}, i == j ? ink : blue);
    }
  picture.text({left, 26}, "H of the same tree, one joint for each body; light: known by symmetry", 13, ink, "start");
  const double x = left + side + 24;
  picture.text({x, top + 12}, "rows of AncestorPaths (κ)", 13, ink, "start");
  for (Index i = 0; i < tree.size(); ++i) {
    std::string row;
    for (const Index j : paths.row(i)) row += concat(row.empty() ? "" : " ", j);
    picture.text({x, top + 34 + 21 * static_cast<double>(i)}, concat(i, ":"), 12, grey, "start");
    picture.text({x + 30, top + 34 + 21 * static_cast<double>(i)}, row, 12, blue, "start");
  }
  const Index full = tree.size() * (tree.size() + 1) / 2;
  picture.text({x, top + 44 + 21 * static_cast<double>(tree.size())},
               concat(paths.entries(), " entries; a dense triangle has ", full), 12, ink, "start");
  return picture.finished();
}

}  // namespace treefix::pictures
