// Scans against the definition, exactly.
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/scan.hpp>

#include "support/exact.hpp"
#include "support/executors.hpp"

namespace treefix::testing {
namespace {

constexpr Index scan_sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 1000, 5000};

std::vector<ScanMethod> scan_methods() {
  std::vector<ScanMethod> all{{ScanKind::sequential}, {ScanKind::work_efficient}, {ScanKind::native}};
  for (const Index block : {1, 2, 3, 64, 1024, 100000})
    for (const ScanKind kind : {ScanKind::blocked, ScanKind::per_component}) all.push_back({kind, block});
  return all;
}

template <class X, class Op>
std::vector<X> expected_scan(const Op& op, const std::vector<X>& x) {
  std::vector<X> out;
  X sum = Op::template identity<X>();
  for (const X& own : x) {
    out.push_back(sum);
    sum = op(sum, own);
  }
  return out;
}

template <class X, class Draw>
std::vector<X> draw_all(Index n, Draw draw) {
  Random random(static_cast<std::uint64_t>(n) + 1);
  std::vector<X> x(static_cast<std::size_t>(n));
  for (X& own : x) own = draw(random);
  return x;
}

template <class Op, class X>
void expect_scans(const Op& op, const std::vector<X>& x) {
  for_each_executor([&](const auto& exec) {
    for (const ScanMethod& method : scan_methods()) {
      std::vector<X> got = x, scratch(static_cast<std::size_t>(scan_scratch<X>(method, ssize(x))));
      exclusive_scan(exec, method, op, View<X>(got), View<X>(scratch));
      ASSERT_EQ(got, expected_scan(op, x))
          << x.size() << ", kind " << static_cast<int>(method.kind) << ", block " << method.block;
    }
  });
}

TEST(Scan, GivesEveryPrefixOfAProductThatDoesNotCommute) {
  for (const Index n : scan_sizes) expect_scans(Multiply(), draw_all<Matrix>(n, random_matrix));
}

TEST(Scan, GivesEveryPrefixOfASum) {
  for (const Index n : scan_sizes) expect_scans(Add(), draw_all<Number>(n, [](Random& r) { return r.bits(); }));
}

TEST(Scan, OfVectorsByComponentIsThatOfVectors) {
  for (const Index n : scan_sizes)
    expect_scans(Add(), draw_all<Column>(n, [](Random& r) { return Column{r.bits(), r.bits()}; }));
}

// A scan takes a monoid: an operator without an identity is rejected.
template <class Op, class X>
concept HasScan =
    requires(const Serial& exec, const Op& op, View<X> x) { exclusive_scan(exec, ScanMethod{}, op, x, x); };
static_assert(HasScan<Add, Force<double>> && HasScan<Segmented<Compose>, Marked<Transform<double>>>);
static_assert(!HasScan<std::plus<>, double> && !HasScan<Compose, Motion<double>>);

TEST(ScanBySegment, BeginsAnewWhereMarked) {
  for (const Index n : scan_sizes) {
    Random random(7);
    const auto x = draw_all<Matrix>(n, random_matrix);
    std::vector<char> begins(x.size());
    for (char& mark : begins) mark = random.below(4) == 0;
    std::vector<Matrix> expected;
    for (std::size_t k = 0; k < x.size(); ++k) expected.push_back(k == 0 || begins[k] ? x[k] : expected.back() * x[k]);
    for_each_executor([&](const auto& exec) {
      for (const ScanMethod& method : scan_methods()) {
        std::vector<Marked<Matrix>> work(x.size()),
            scratch(static_cast<std::size_t>(scan_scratch<Marked<Matrix>>(method, n)));
        std::vector<Matrix> got(x.size());
        scan_by_segment(exec, method, Multiply(), View<const Matrix>(x), View<const char>(begins),
                        View<Marked<Matrix>>(work), View<Marked<Matrix>>(scratch), View<Matrix>(got));
        ASSERT_EQ(got, expected) << n << ", kind " << static_cast<int>(method.kind) << ", block " << method.block;
      }
    });
  }
}

}  // namespace
}  // namespace treefix::testing
