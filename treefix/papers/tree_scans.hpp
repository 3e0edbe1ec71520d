// Rootfix and leaffix as the algorithms use them, with scratch: one interface to heavy paths and to vector trees.
#pragma once

#include <treefix/papers/scan_model.hpp>
#include <treefix/primitives/rootfix.hpp>

namespace treefix::papers {

namespace detail {

/// Memory that is reused for elements of different types.
template <class T, Executor Exec>
class ReusedMemory {
 public:
  explicit ReusedMemory(Index numbers) : numbers_(numbers) {}
  template <class X>
  View<X> as(Index count) {
    static_assert(std::is_trivially_destructible_v<X> && sizeof(X) % sizeof(T) == 0 && alignof(X) <= alignof(T));
    TREEFIX_ASSERT(count * static_cast<Index>(sizeof(X) / sizeof(T)) <= ssize(numbers_.view()));
    return {reinterpret_cast<X*>(numbers_.view().data()), count};
  }

 private:
  typename Exec::template Array<T> numbers_;
};

/// A placeholder for elements, which sums do not need.
template <class T>
struct Nothing {
  T unused;
};
struct Collect {
  static constexpr bool commutative = true;
  template <class X>
  static constexpr X identity() {
    return {};
  }
  template <class T>
  constexpr Nothing<T> operator()(const Nothing<T>& a, const Nothing<T>&) const {
    return a;
  }
  template <class T, class V>
  static constexpr V carry(const Nothing<T>&, const V& v) {
    return v;
  }
};

}  // namespace detail

/// The size in numbers of the largest element in inverse dynamics and in the mass matrix: a PairStep.
inline constexpr Index largest_element = 24;

/// By heavy paths: combines only bodies of the same path or subtree, in body coordinates. The recommended choice.
template <class T, Executor Memory = Serial>
class ByHeavyPaths {
 public:
  static constexpr bool gives_poses = false;  // whether rootfix_with_poses computes poses
  /// largest: the maximum size of an element, in leaffixes together with a value. Values have at most largest_element
  /// numbers.
  explicit ByHeavyPaths(const ScanView<T>& model, Index largest = largest_element)
      : model_(model), sums_(tasks() * largest), borders_(tasks() * largest_element) {}

  /// y(i) = apply(element(i), y(parent)), starting from `start`.
  template <class Exec, class Op, class Element, class V, class Y>
  void rootfix(const Exec& exec, const Op& op, Element element, const V& start, Y y) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    treefix::rootfix(exec, model_.tree, model_.pieces, op, element, start, y, sums_.template as<X>(tasks()),
                     borders_.template as<V>(tasks()));
  }
  /// The same; heavy paths need no poses, so it does not compute them.
  template <class Exec, class Op, class Element, class V, class Y, class Pose>
  void rootfix_with_poses(const Exec& exec, const Op& op, Element element, const V& start, Y y, Pose) {
    rootfix(exec, op, element, start, y);
  }
  /// y(i) = value(i) + Σ carry(element(c), y(c)) over the children c of i.
  template <class Exec, class Op, class Element, class Value, class Y>
  void leaffix(const Exec& exec, const Op& op, Element element, Value value, Y y) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    using V = std::remove_cvref_t<decltype(y(0))>;
    treefix::leaffix(exec, model_.tree, model_.pieces, op, element, value, y, sums_.template as<Handed<X, V>>(tasks()),
                     borders_.template as<V>(tasks()));
  }
  /// y_i ← the sum of x over the subtree of i, in coordinates of i: forces or inertias. x may be y.
  template <class Exec, class V>
  void gather(const Exec& exec, View<const Transform<T>> X, View<const Transform<T>>,
              View<const std::type_identity_t<V>> x, View<V> y) {
    leaffix(
        exec, Compose(), [=] TREEFIX_DEVICE(Index i) -> const Transform<T>& { return X[i]; },
        [=] TREEFIX_DEVICE(Index i) { return x[i]; }, [=] TREEFIX_DEVICE(Index i) -> V& { return y[i]; });
  }
  /// x_i ← the sum over the subtree of i.
  template <class Exec, class V>
  void sum_up(const Exec& exec, View<V> x) {
    leaffix(
        exec, detail::Collect(), [] TREEFIX_DEVICE(Index) { return detail::Nothing<T>{}; },
        [=] TREEFIX_DEVICE(Index i) { return x[i]; }, [=] TREEFIX_DEVICE(Index i) -> V& { return x[i]; });
  }

 private:
  Index tasks() const { return model_.pieces.tasks.size(); }
  ScanView<T> model_;
  detail::ReusedMemory<T, Memory> sums_, borders_;
};

/// By vector tree, as in [Lynghus 2026, §4.6]: scans over the Euler tour. Sums over subtrees are differences of prefix
/// sums over the tour, in root coordinates, so they lose digits as the tree grows.
template <class T, Executor Memory = Serial>
class ByVectorTree {
 public:
  static constexpr bool gives_poses = true;
  explicit ByVectorTree(const ScanView<T>& model, const ScanMethod& method = {})
      : model_(model), method_(method), tour_(model.tour.steps() * largest_element),
        scratch_(scan_scratch<T>(method, model.tour.steps()) * largest_element) {}

  template <class Exec, class Op, class Element, class V, class Y>
  void rootfix(const Exec& exec, const Op& op, Element element, const V& start, Y y) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    each_rootfix(exec, op, element, [=] TREEFIX_DEVICE(Index i, const X& all) { y(i) = Op::apply(all, start); });
  }
  /// The same; pose(i) is a reference to the pose of i.
  template <class Exec, class Op, class Element, class V, class Y, class Pose>
  void rootfix_with_poses(const Exec& exec, const Op& op, Element element, const V& start, Y y, Pose pose) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    each_rootfix(exec, op, element, [=] TREEFIX_DEVICE(Index i, const X& all) {
      y(i) = Op::apply(all, start);
      pose(i) = all.X;
    });
  }
  /// Needs the poses X0.
  template <class Exec, class V>
  void gather(const Exec& exec, View<const Transform<T>>, View<const Transform<T>> X0,
              View<const std::type_identity_t<V>> x, View<V> y) {
    map(exec, model_.nbody(), [=] TREEFIX_DEVICE(Index i) { y[i] = X0[i].back(x[i]); });
    sum_up(exec, y);
    map(exec, model_.nbody(), [=] TREEFIX_DEVICE(Index i) { y[i] = X0[i] * y[i]; });
  }
  template <class Exec, class V>
  void sum_up(const Exec& exec, View<V> x) {
    leaffix(exec, model_.tour, method_, Add(), x, tour<V>(), scratch<V>());
  }

 private:
  template <class Exec, class Op, class Element, class Put>
  void each_rootfix(const Exec& exec, const Op& op, Element element, Put put) {
    using X = std::remove_cvref_t<decltype(element(0))>;
    treefix::rootfix(exec, model_.tour, method_, op, element, tour<X>(), scratch<X>(), put);
  }
  template <class X>
  View<X> tour() {
    return tour_.template as<X>(model_.tour.steps());
  }
  template <class X>
  View<X> scratch() {
    return scratch_.template as<X>(scan_scratch<X>(method_, model_.tour.steps()));
  }

  ScanView<T> model_;
  ScanMethod method_;
  detail::ReusedMemory<T, Memory> tour_, scratch_;
};

/// "Simulated" [Lynghus 2026, §5.2.4]: y(i) = apply(Propagate: X_i, own(i)), starting from `start`, in root
/// coordinates, by sums alone. Needs the poses X0, which take a separate scan. Of the five scans that the paper
/// compares, only this one is not a ScanKind.
template <class T, Executor Exec, class Fix, class Own, class Y>
void simulated_rootfix(const Exec& exec, Fix& fix, View<const Transform<T>> X0, Own own, const Motion<T>& start, Y y) {
  fix.rootfix(exec, Add(), [=] TREEFIX_DEVICE(Index i) { return X0[i].back(own(i)); }, start, y);
}

}  // namespace treefix::papers
