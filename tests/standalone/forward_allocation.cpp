// After construction no method of forward dynamics allocates. A separate process, because it replaces operator new.
#include <gtest/gtest.h>

#include <treefix/papers/forward/hybrid_aba.hpp>
#include <treefix/papers/forward/jsiia.hpp>
#include <treefix/treefix.hpp>

#include "support/counted_new.hpp"

namespace treefix {

using namespace papers;
using namespace reference;
namespace {

using testing::news;

template <class Method>
void expect_no_allocation(const Model& model) {
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), tau = random_velocity(model, 3);
  const std::vector<Force<double>> forces(static_cast<std::size_t>(model.nbody()), Force<double>{{1, 2, 3}, {4, 5, 6}});
  const ScanModel<double> scan(model.mechanism(), 20);
  Method method(scan);
  std::vector<double> a(v.size());
  const ForwardState<double> s{q, v, tau, {forces, ExternalFrame::of_root}};
  const long before = news;
  method.run(Serial(), s, a);
  EXPECT_EQ(news, before) << model.name();
}

TEST(ForwardAllocation, DoesNotHappen) {
  for (const Model& model : {zoo::humanoid(), zoo::chain(100), zoo::auto_tree(100, 2, 0.1)}) {
    expect_no_allocation<JsiiaColumns<double>>(model);
    expect_no_allocation<JsiiaCrba<double>>(model);
    expect_no_allocation<JsiiaSparse<double>>(model);
    expect_no_allocation<HybridAba<double>>(model);
  }
}

}  // namespace
}  // namespace treefix
