// Laws of treefix/kernels/group_memory.hpp.
#include <treefix/kernels/group_memory.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

#include <treefix/simd/lanes.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// Bytes of one array of a group.
struct Bytes {
  std::byte* first;
  std::size_t size;

  template <class X>
  Bytes(X* data, Index count)
      : first(reinterpret_cast<std::byte*>(data)), size(static_cast<std::size_t>(count) * sizeof(X)) {}
};

/// The arrays with the sizes that LaneGroup and CrbaGroup name.
template <class T>
std::vector<Bytes> arrays_of(const Prepared<double>& m, const LaneGroup<T>& g, const CrbaGroup<T>& c) {
  const Index n = m.nbody(), general = ssize(m.general_bodies);
  return {{g.turns, n},
          {g.places, general},
          {g.F, n},
          {g.d, m.nv},
          {g.G, general > 0 ? m.nv : 0},
          {g.motions, m.slots},
          {g.forces, m.slots},
          {g.articulated, m.slots + 1},
          {c.poses, n},
          {c.jumps, n},
          {c.S, m.nv},
          {c.F, m.nv},
          {c.composites, m.slots}};
}

/// Robots of no body, one body, and every shape.
std::vector<Prepared<double>> prepared_robots() {
  std::vector<Prepared<double>> all;
  all.push_back(prepare(Builder("empty").build().mechanism()));
  for (const Model& model : many_models(60)) all.push_back(prepare(model.mechanism()));
  return all;
}

template <class T>
void expect_own_memory() {
  for (const Prepared<double>& m : prepared_robots()) {
    LaneGroup<T> g;
    CrbaGroup<T> c;
    const auto divide = [&](Arena& arena) {
      g = make_group<T>(m, arena);
      c = make_crba_group<T>(m, arena);
    };
    const ZeroMemory memory = divided_memory(divide);
    const std::vector<Bytes> arrays = arrays_of(m, g, c);
    const std::byte* const end = memory.data() + divided_bytes(divide);
    // each array is filled with its own number; an array that overlaps another one changes it
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const auto address = reinterpret_cast<std::uintptr_t>(arrays[k].first);
      EXPECT_EQ(address % Arena::alignment, 0U);
      ASSERT_LE(arrays[k].first + arrays[k].size, end) << "array " << k << " is within the memory";
      std::memset(static_cast<void*>(arrays[k].first), static_cast<int>(k + 1), arrays[k].size);
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const auto differs = [k](std::byte b) { return b != static_cast<std::byte>(k + 1); };
      EXPECT_EQ(std::count_if(arrays[k].first, arrays[k].first + arrays[k].size, differs), 0) << "array " << k;
    }
  }
}

TEST(GroupMemory, GivesEveryArrayItsOwnPlace) {
  expect_own_memory<double>();
  expect_own_memory<Lanes<double, 4>>();
}

TEST(GroupMemory, LeavesArgumentsAndResultsToTheCaller) {
  for (const Prepared<double>& m : prepared_robots()) {
    LaneGroup<double> g;
    CrbaGroup<double> c;
    const ZeroMemory memory = divided_memory([&](Arena& arena) {
      g = make_group<double>(m, arena);
      c = make_crba_group<double>(m, arena);
    });
    for (const void* pointer :
         {static_cast<const void*>(g.q), static_cast<const void*>(g.v), static_cast<const void*>(g.a),
          static_cast<const void*>(g.tau), static_cast<const void*>(g.external), static_cast<const void*>(c.H)})
      EXPECT_EQ(pointer, nullptr);
  }
}

}  // namespace
}  // namespace treefix::testing
