// Rootfix and leaffix against recursion, exactly, over trees of every shape.
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/rootfix.hpp>

#include "support/exact.hpp"
#include "support/executors.hpp"
#include "support/forests.hpp"

namespace treefix::testing {
namespace {

template <class X>
struct Values {
  Tree tree;
  std::vector<Matrix> elements;
  std::vector<X> values;
};

template <class X, class Draw>
Values<X> draw(const Tree& tree, Draw draw_one) {
  Random random(5);
  Values<X> all{tree, {}, {}};
  for (Index i = 0; i < tree.size(); ++i) {
    all.elements.push_back(random_matrix(random));
    all.values.push_back(draw_one(random));
  }
  return all;
}

Column random_column(Random& random) { return {random.bits(), random.bits()}; }

constexpr ScanMethod forward_methods[] = {
    {ScanKind::sequential},  {ScanKind::work_efficient},   {ScanKind::blocked, 1},    {ScanKind::blocked, 5},
    {ScanKind::blocked, 64}, {ScanKind::per_component, 7}, {ScanKind::blocked, 4096}, {ScanKind::native}};

template <class X>
std::vector<X> scan_memory(const ScanMethod& method, Index n) {
  return std::vector<X>(static_cast<std::size_t>(scan_scratch<X>(method, n)));
}

TEST(RootfixByVectorTree, IsTheProductAlongThePathFromTheRoot) {
  for (const auto& [name, tree] : all_trees()) {
    const auto [_, x, unused] = draw<Column>(tree, random_column);
    std::vector<Matrix> expected;
    for (Index i = 0; i < tree.size(); ++i)
      expected.push_back(tree.parent(i) == root ? at(x, i) : at(expected, tree.parent(i)) * at(x, i));
    const EulerTour tour(tree);
    for_each_executor([&](const auto& exec) {
      for (const ScanMethod& method : forward_methods) {
        std::vector<Matrix> walk(2 * x.size()), got(x.size());
        auto scratch = scan_memory<Matrix>(method, tour.steps());
        rootfix(
            exec, tour, method, Multiply(), [&](Index i) { return at(x, i); }, View<Matrix>(walk),
            View<Matrix>(scratch), [&](Index i, const Matrix& y) { at(got, i) = y; });
        ASSERT_EQ(got, expected) << name;
      }
    });
  }
}

TEST(LeaffixByVectorTree, IsTheSumOverTheSubtree) {
  for (const auto& [name, tree] : all_trees()) {
    const auto [_, unused, x] = draw<Column>(tree, random_column);
    std::vector<Column> expected = x;
    for (Index i = tree.size() - 1; i >= 0; --i)
      if (const Index p = tree.parent(i); p != root) at(expected, p) = at(expected, p) + at(expected, i);
    const EulerTour tour(tree);
    for_each_executor([&](const auto& exec) {
      for (const ScanMethod& method : forward_methods) {
        std::vector<Column> walk(2 * x.size()), got = x;
        auto scratch = scan_memory<Column>(method, tour.steps());
        leaffix(exec, tour, method, Add(), View<Column>(got), View<Column>(walk), View<Column>(scratch));
        ASSERT_EQ(got, expected) << name;
      }
    });
  }
}

// A difference of sums over the tour is the sum over a subtree only in a commutative group, and bodies that were left
// must cancel.
template <class Op, class X>
concept SumsBySubtree = requires(const Serial& exec, const TourView& tour, const Op& op, View<X> x) {
  leaffix(exec, tour, ScanMethod{}, op, x, x, x);
};
static_assert(SumsBySubtree<Add, Force<double>> && !SumsBySubtree<Compose, Transform<double>>);
template <class Op, class X>
concept CombinesByPath = requires(const Serial& exec, const TourView& tour, const Op& op, View<X> x) {
  rootfix(exec, tour, ScanMethod{}, op, [](Index) { return X{}; }, x, x, [](Index, const X&) {});
};
static_assert(CombinesByPath<Compose, Transform<double>> && !CombinesByPath<Segmented<Add>, Marked<Motion<double>>>);
// Along heavy paths no inverses are needed, but elements must act on values, or carry them back.
template <class Op, class X, class V>
concept ActsAlongPaths = requires(const Serial& exec, const TreeView& tree, const PiecesView& pieces, const Op& op,
                                  X (*element)(Index), V& (*place)(Index), View<X> sums, View<V> entries) {
  rootfix(exec, tree, pieces, op, element, V{}, place, sums, entries);
};
static_assert(ActsAlongPaths<PropagatePair, PairStep<double>, MotionPair<double>> &&
              !ActsAlongPaths<Propagate, MotionStep<double>, Force<double>> &&
              !ActsAlongPaths<Segmented<Add>, Marked<Motion<double>>, Motion<double>>);
template <class Op, class X, class V>
concept CarriesAlongPaths =
    requires(const Serial& exec, const TreeView& tree, const PiecesView& pieces, const Op& op, X (*element)(Index),
             V (*value)(Index), V& (*place)(Index), View<Handed<X, V>> sums,
             View<V> exits) { leaffix(exec, tree, pieces, op, element, value, place, sums, exits); };
static_assert(CarriesAlongPaths<Compose, Transform<double>, Inertia<double>> &&
              !CarriesAlongPaths<Propagate, MotionStep<double>, Force<double>>);

/// Calls law(exec, name, tree, pieces) for all of them; trees have heavy children first.
template <class Law>
void for_all_pieces(Law law) {
  for (const auto& [name, given] : all_trees()) {
    const Tree tree = heavy_first(given);
    const HeavyPaths paths(tree);
    for (const Index length : {1, 2, 5, 30, 1000})
      for_each_executor(
          [&](const auto& exec) { law(exec, concat(name, ", pieces of ", length), tree, Pieces(paths, length)); });
  }
}

TEST(RootfixByHeavyPaths, ActsOnValuesAlongThePathFromTheRoot) {
  for_all_pieces([](const auto& exec, const std::string& name, const Tree& tree, const Pieces& pieces) {
    const auto [_, x, unused] = draw<Column>(tree, random_column);
    const Pair start{3, 5};
    std::vector<Pair> expected;
    for (Index i = 0; i < tree.size(); ++i)
      expected.push_back(Multiply::apply(at(x, i), tree.parent(i) == root ? start : at(expected, tree.parent(i))));
    std::vector<Pair> got(x.size()), entries(static_cast<std::size_t>(pieces.tasks()));
    std::vector<Matrix> sums(entries.size());
    rootfix(
        exec, tree, pieces, Multiply(), [&](Index i) { return at(x, i); }, start,
        [&](Index i) -> Pair& { return at(got, i); }, View<Matrix>(sums), View<Pair>(entries));
    ASSERT_EQ(got, expected) << name;
  });
}

TEST(RootfixByHeavyPaths, JoinsPiecesByScansToo) {
  for_all_pieces([](const auto& exec, const std::string& name, const Tree& tree, const Pieces& pieces) {
    const auto [_, x, unused] = draw<Column>(tree, random_column);
    const Pair start{3, 5};
    std::vector<Pair> expected;
    for (Index i = 0; i < tree.size(); ++i)
      expected.push_back(Multiply::apply(at(x, i), tree.parent(i) == root ? start : at(expected, tree.parent(i))));
    for (const ScanMethod& method : {ScanMethod{ScanKind::work_efficient}, ScanMethod{ScanKind::blocked, 3}}) {
      std::vector<Pair> got(x.size()), entries(static_cast<std::size_t>(pieces.tasks()));
      std::vector<Matrix> sums(entries.size());
      std::vector<Marked<Matrix>> work(entries.size());
      auto scratch = scan_memory<Marked<Matrix>>(method, pieces.tasks());
      rootfix(
          exec, tree, pieces, method, Multiply(), [&](Index i) { return at(x, i); }, start,
          [&](Index i) -> Pair& { return at(got, i); }, View<Matrix>(sums), View<Pair>(entries),
          View<Marked<Matrix>>(work), View<Marked<Matrix>>(scratch));
      ASSERT_EQ(got, expected) << name;
    }
  });
}

TEST(LeaffixByHeavyPaths, SumsWhatTheSubtreeCarriesToItsRoot) {
  for_all_pieces([](const auto& exec, const std::string& name, const Tree& tree, const Pieces& pieces) {
    const auto [_, x, values] = draw<Column>(tree, random_column);
    std::vector<Column> expected = values;
    for (Index i = tree.size() - 1; i >= 0; --i)
      if (const Index p = tree.parent(i); p != root)
        at(expected, p) = at(expected, p) + Multiply::carry(at(x, i), at(expected, i));
    std::vector<Column> got(x.size()), exits(static_cast<std::size_t>(pieces.tasks()));
    std::vector<Handed<Matrix, Column>> sums(exits.size());
    leaffix(
        exec, tree, pieces, Multiply(), [&](Index i) { return at(x, i); }, [&](Index i) { return at(values, i); },
        [&](Index i) -> Column& { return at(got, i); }, View<Handed<Matrix, Column>>(sums), View<Column>(exits));
    ASSERT_EQ(got, expected) << name;
  });
}

}  // namespace
}  // namespace treefix::testing
