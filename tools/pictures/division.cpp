// How a tree is divided: into heavy paths and pieces, and by large_tree/division.
#include <treefix/large_tree/division/division.hpp>
#include <treefix/model/builder.hpp>
#include <treefix/tree/pieces.hpp>

#include "tools/pictures/layout.hpp"
#include "tools/pictures/pictures.hpp"

namespace treefix::pictures {

using large_tree::Division;
using prepared::prepare;

namespace {

constexpr const char *ink = "#222222", *grey = "#8a8f98";
constexpr const char* strong[] = {"#2f6fb3", "#d9822b", "#3a9a5b", "#a04fb0"};
constexpr const char* light[] = {"#cfe2f5", "#fbe3c8", "#d0ecd9", "#ecd5f1"};

/// A robot with revolute joints that has the shape and the numbering of the tree.
Mechanism<double> mechanism_of(const Tree& tree) {
  Builder builder("picture");
  const auto name = [](Index i) { return concat("link", i); };
  for (Index i = 0; i < tree.size(); ++i) {
    BodySpec body{.name = name(i), .parent = tree.parent(i) == root ? "" : name(tree.parent(i))};
    body.placement = placed(Vec3<double>{0.2, 0, 0});
    body.joint = JointSpec::revolute(i % 2 == 0 ? Vec3<double>{0, 0, 1} : Vec3<double>{0, 1, 0}, concat("joint", i));
    body.mass = 1;
    body.inertia = Sym3<double>::diagonal(1, 1, 1);
    builder.body(std::move(body));
  }
  return builder.build().mechanism();
}

/// A root with a long chain, a fork into two more, and small subtrees in several places; heavy children first.
Tree large_tree() {
  std::vector<Index> parents;
  const auto row = [&](Index from, Index length) {
    Index last = from;
    for (Index k = 0; k < length; ++k) {
      parents.push_back(last);
      last = ssize(parents) - 1;
    }
    return last;
  };
  const auto bush = [&](Index from, Index size) {
    const Index first = ssize(parents);
    for (Index k = 0; k < size; ++k) parents.push_back(k == 0 ? from : first + (k + 1) / 2 - 1);
  };
  const Index fork = row(root, 14);
  row(fork, 25);
  const Index longer = ssize(parents);
  row(fork, 13);
  bush(longer - 12, 7);
  bush(longer - 5, 3);
  bush(longer + 7, 5);
  bush(3, 7);
  bush(8, 6);
  bush(root, 7);
  const std::vector<Index> order = depth_first_order(parents);
  std::vector<Index> place(parents.size()), renamed;
  for (Index k = 0; k < ssize(order); ++k) at(place, at(order, k)) = k;
  for (const Index i : order) renamed.push_back(at(parents, i) == root ? root : at(place, at(parents, i)));
  const Tree tree(std::move(renamed));
  return renumbered(tree, heavy_first_order(tree));
}

}  // namespace

std::string heavy_paths() {
  const Tree tree = small_tree();
  const HeavyPaths paths(tree);
  const Pieces pieces(paths, 3);
  const double cell = 44, left = 96, radius = 14, top = 40, row = 380;
  Drawing picture(left + cell * static_cast<double>(tree.size()) + 40, row + 116, "The heavy paths of a tree");
  std::vector<Point> places = positions(tree);
  for (Point& p : places) p = {88 + 112 * p.x, top + 68 * p.y};
  std::vector<Index> level_of(static_cast<std::size_t>(tree.size()));
  for (Index k = 0; k < paths.levels(); ++k)
    for (const HeavyPath& path : paths.level(k))
      for (Index i = path.first; i < path.end; ++i) at(level_of, i) = k;
  for (Index i = 0; i < tree.size(); ++i) {
    if (tree.parent(i) == root) continue;
    const bool heavy = tree.parent(i) == i - 1;
    picture.line(at(places, tree.parent(i)), at(places, i), heavy ? strong[at(level_of, i)] : grey, heavy ? 6 : 1.5,
                 heavy ? "" : " stroke-dasharray=\"4 5\"");
  }
  for (Index i = 0; i < tree.size(); ++i) {
    const Point p = at(places, i);
    picture.circle(p, radius, light[at(level_of, i)], strong[at(level_of, i)]);
    picture.text({p.x, p.y + 4.5}, concat(i), 13);
    picture.text({p.x + 19, p.y + 4}, concat(tree.subtree_size(i)), 10, grey, "start");
  }
  picture.text({24, 28}, "small numbers: bodies of the subtree", 11, grey, "start");
  picture.text({left, row - 14}, "every path is a range of numbers", 13, ink, "start");
  for (Index i = 0; i < tree.size(); ++i) {
    const Point corner{left + cell * static_cast<double>(i), row};
    const char* color = strong[at(level_of, i)];
    picture.box(corner, {cell - 1, 28}, light[at(level_of, i)], color, 0);
    picture.text({corner.x + cell / 2, row + 19}, concat(i), 13);
  }
  picture.text({left - 12, row + 19}, "paths", 12, grey, "end");
  picture.text({left - 12, row + 57}, "pieces of 3", 12, grey, "end");
  for (const Piece& piece : pieces.all()) {
    const double x = left + cell * static_cast<double>(piece.first);
    const char* color = strong[at(level_of, piece.first)];
    picture.box({x + 2, row + 42}, {cell * static_cast<double>(piece.size()) - 5, 22}, color, "none", 5);
    if (!piece.begins) picture.line({x - 4, row + 53}, {x + 3, row + 53}, color, 3);
  }
  for (Index k = 0; k < paths.levels(); ++k) {
    const double x = left + 96 * static_cast<double>(k);
    picture.circle({x + 6, row + 92}, 6, light[k], strong[k]);
    picture.text({x + 18, row + 96}, concat("level ", k), 12, ink, "start");
  }
  return picture.finished();
}

std::string plan() {
  const Tree tree = large_tree();
  const Mechanism<double> m = mechanism_of(tree);
  const Division plan(tree, prepare(m), 4, {.forest = 16, .piece = 3, .shortest_piece = 2, .least_bundles = 1});
  const double part = 21, left = 34, top = 72;
  std::vector<Point> places = positions(tree);
  double right = 0, bottom = 0;
  for (Point& p : places) {
    p = {left + part * (p.y + 1), top + 26 * p.x};  // the root is on the left
    right = std::max(right, p.x);
    bottom = std::max(bottom, p.y);
  }
  Drawing picture(right + 40, bottom + 110, "How a tree is divided among lanes");
  std::vector<std::string> fill(places.size(), "#ffffff"), stroke(places.size(), ink), label(places.size());
  for (const Division::Bundle& bundle : plan.bundles)
    for (int lane = 0; lane < plan.lanes; ++lane)
      for (Index k = 0; k < bundle.steps; ++k) {
        const Index i = bundle.piece(lane) + k;
        at(fill, i) = light[lane];
        at(stroke, i) = strong[lane];
        at(label, i) = concat(lane);
      }
  for (const Division::Forest& forest : plan.forests)
    for (Index group = forest.first_group; group < forest.end_group; ++group)
      for (Index lane = 0; lane < at(plan.counts, group); ++lane) {
        const Index i = at(plan.places, group * plan.lanes + lane);
        at(fill, i) = "#e6e8eb";
        at(stroke, i) = grey;
        at(label, i) = concat(lane);
      }
  picture.line({left - 8, top - 10}, {left - 8, bottom + 10}, "#c3c7cd", 5);
  for (Index i = 0; i < tree.size(); ++i) {
    const Index parent = tree.parent(i);
    const Point a = parent == root ? Point{left - 8, at(places, i).y} : at(places, parent);
    picture.line(a, at(places, i), grey, 1.5);
  }
  for (Index i = 0; i < tree.size(); ++i) {
    picture.circle(at(places, i), 8.5, at(fill, i), at(stroke, i));
    picture.text({at(places, i).x, at(places, i).y + 3.5}, at(label, i), 9.5);
  }
  picture.text({left, 28}, concat("A plan for ", tree.size(), " bodies and ", plan.lanes, " lanes"), 14, ink, "start");
  picture.text({left, 48}, "the number in a body is its lane; the root is on the left", 11, grey, "start");
  const double y = bottom + 46;
  const auto legend = [&](double x, double dy, const std::string& f, const std::string& s, const std::string& words) {
    picture.circle({x + 6, y + dy}, 7, f, s);
    picture.text({x + 20, y + dy + 4}, words, 12, ink, "start");
  };
  for (int lane = 0; lane < plan.lanes; ++lane)
    picture.circle({left + 6 + 15.0 * lane, y}, 7, light[lane], strong[lane]);
  picture.text({left + 68, y + 4},
               concat("bundles: ", plan.bundles.size(), ", pieces of ", plan.longest_bundle,
                      " bodies at most, a piece in each lane"),
               12, ink, "start");
  legend(left, 22, "#e6e8eb", grey, concat("forests: ", plan.forests.size(), ", level by level, a body in each lane"));
  legend(left, 44, "#ffffff", ink, concat("trunk, one by one: ", plan.bodies_alone));
  return picture.finished();
}

}  // namespace treefix::pictures
