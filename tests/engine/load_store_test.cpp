// Laws of treefix/engine/load_store.hpp.
#include <treefix/engine/load_store.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

constexpr double untouched = -99;

/// n numbers of each of B states in one layout, in memory of their own; all of it is untouched at first.
template <class A>
struct Placement {
  std::string name;
  Index B, n, state_stride, number_stride, first, size;
  int lanes = 0;  // of an interleaved layout
  ZeroMemory memory{static_cast<std::size_t>(size) * sizeof(A)};

  A* data() const { return memory.as<A>(); }
  void clear() { std::fill_n(data(), size, A(untouched)); }
  A& number(Index b, Index k) const {
    if (lanes > 0) return data()[(b / lanes * n + k) * lanes + b % lanes];
    return data()[first + b * state_stride + k * number_stride];
  }
  Array array() const {
    return array_of("x", lanes > 0 ? Batch<A>::interleaved(data(), B, n)
                                   : Batch<A>::strided(data() + first, B, n, state_stride, number_stride));
  }
  Index touched() const { return size - std::count(data(), data() + size, A(untouched)); }
};

/// All layouts in which each number has a place of its own; interleaved ones for this many lanes, 0 for none.
template <class A>
std::vector<Placement<A>> placements(Index B, Index n, int lanes) {
  std::vector<Placement<A>> all;
  const auto add = [&](const char* name, Index state, Index number, Index first, Index size, int of = 0) {
    all.push_back({concat(name, ", ", B, " x ", n), B, n, state, number, first, size, of});
    all.back().clear();
  };
  add("rows", n, 1, 0, B * n + 1);
  add("rows with a gap", n + 3, 1, 2, B * (n + 3) + 2);
  add("rows backwards", -n, 1, (B - 1) * n, B * n + 1);
  add("columns", 1, B + 1, 1, (B + 1) * n + 1);
  add("every other number", 2 * n, 2, 0, 2 * B * n + 1);
  if (lanes > 0) add("interleaved", 0, 0, 0, (B + lanes - 1) / lanes * lanes * n + 1, lanes);
  return all;
}

template <class T>
class LoadStore : public ::testing::Test {
 public:
  using E = typename T::Element;
  static constexpr Index L = T::size;

  /// Calls the law with every layout of either type, for whole groups and remainders, short and long rows.
  template <class Law>
  static void for_each_placement(Law law) {
    for (const Index n : {Index(0), Index(1), Index(2), L - 1, L, L + 1, 2 * L + 3, Index(41)})
      for (const Index B : {Index(1), L, L + 1, 3 * L - 1}) {
        for_each_of<float>(B, n, law);
        for_each_of<double>(B, n, law);
      }
  }
  template <class A, class Law>
  static void for_each_of(Index B, Index n, Law law) {
    for (Placement<A>& place : placements<A>(B, n, std::is_same_v<A, E> ? T::size : 0)) {
      SCOPED_TRACE(place.name);
      law(place);
    }
  }
  template <class Law>
  static void for_each_group(Index B, Law law) {
    for (Index first = 0; first < B; first += L) law(Span{first, static_cast<int>(std::min(L, B - first))});
  }
  template <class A>
  static void fill(Placement<A>& place) {
    Random random(static_cast<std::uint64_t>(place.B * 100 + place.n));
    for (Index b = 0; b < place.B; ++b)
      for (Index k = 0; k < place.n; ++k) place.number(b, k) = static_cast<A>(random.uniform(-1, 1));
  }
  static std::vector<T> random_lanes(Index n, const Span& span) {
    std::vector<T> lanes(static_cast<std::size_t>(n));
    Random random(static_cast<std::uint64_t>(span.first + 7 * n));
    for (T& x : lanes)
      for (int lane = 0; lane < T::size; ++lane) x.set(lane, static_cast<E>(random.uniform(-1, 1)));
    return lanes;
  }
  /// The array has the numbers of these lanes, and nothing else in it has changed.
  template <class A>
  static void expect_stored(const std::vector<T>& lanes, const Span& span, const Placement<A>& place) {
    for (int lane = 0; lane < span.count; ++lane)
      for (Index k = 0; k < place.n; ++k)
        ASSERT_EQ(place.number(span.first + lane, k), static_cast<A>(at(lanes, k)[lane])) << lane << ", " << k;
    EXPECT_EQ(place.touched(), place.n * (place.lanes > 0 ? T::size : span.count));
  }
};
using Groups = ::testing::Types<Lanes<double, 1>, Lanes<double, 4>, Lanes<float, 8>>;
TYPED_TEST_SUITE(LoadStore, Groups);

TYPED_TEST(LoadStore, LanesHoldTheirStatesAndSpareLanesTheLastState) {
  using T = TypeParam;
  this->for_each_placement([&](auto& place) {
    this->fill(place);
    this->for_each_group(place.B, [&](const Span& span) {
      std::vector<T> memory(static_cast<std::size_t>(place.n + 1), T(untouched));
      const T* loaded = load(place.array(), span, memory.data());
      const bool in_place = place.lanes > 0;
      EXPECT_EQ(loaded == memory.data(), !in_place);
      EXPECT_EQ(memory[in_place ? 0 : static_cast<std::size_t>(place.n)][0], untouched);
      for (Index k = 0; k < place.n; ++k)
        for (int lane = 0; lane < (in_place ? span.count : T::size); ++lane)
          ASSERT_EQ(loaded[k][lane],
                    static_cast<typename T::Element>(place.number(span.first + std::min(lane, span.count - 1), k)))
              << "lane " << lane << ", number " << k;
    });
  });
}

TYPED_TEST(LoadStore, NumbersThatAllStatesShareAreInEveryLane) {
  using T = TypeParam;
  std::vector<double> shared(30);
  for (Index k = 0; k < 30; ++k) at(shared, k) = static_cast<double>(k) / 7;
  for (const Index n : {1, 3, 8, 30}) {
    const Array array = array_of("x", Batch<const double>::same({shared.data(), n}, 20));
    for (const Span& span : {Span{0, T::size}, Span{8, T::size}, Span{16, 1}}) {
      std::vector<T> memory(static_cast<std::size_t>(n));
      const T* loaded = load(array, span, memory.data());
      for (Index k = 0; k < n; ++k)
        for (int lane = 0; lane < T::size; ++lane)
          EXPECT_EQ(loaded[k][lane], static_cast<typename T::Element>(at(shared, k)));
    }
  }
}

TYPED_TEST(LoadStore, WhatIsStoredIsInTheArrayAndNothingElseChanges) {
  using T = TypeParam;
  this->for_each_placement([&](auto& place) {
    this->for_each_group(place.B, [&](const Span& span) {
      place.clear();
      const std::vector<T> lanes = this->random_lanes(place.n, span);
      std::vector<T> memory(lanes.size());
      T* result = place_for(place.array(), span, memory.data());
      std::copy(lanes.begin(), lanes.end(), result);
      store(result, span, place.array());
      this->expect_stored(lanes, span, place);
    });
  });
}

TYPED_TEST(LoadStore, PartsThatAreStoredMakeTheWhole) {
  using T = TypeParam;
  this->for_each_placement([&](auto& place) {
    this->for_each_group(place.B, [&](const Span& span) {
      place.clear();
      const std::vector<T> lanes = this->random_lanes(place.n, span);
      Index done = 0;
      for (Index count = 1; done < place.n; done += count, ++count) {
        count = std::min(count, place.n - done);
        store_part(lanes.data() + done, count, span, place.array(), done);
        EXPECT_EQ(place.touched(), (done + count) * (place.lanes > 0 ? T::size : span.count));
      }
      this->expect_stored(lanes, span, place);
    });
  });
}

TYPED_TEST(LoadStore, StoresTheSameNumbersPastTheCaches) {
  using T = TypeParam;
  this->for_each_placement([&](auto& place) {
    this->for_each_group(place.B, [&](const Span& span) {
      place.clear();
      const std::vector<T> lanes = this->random_lanes(place.n, span);
      store_past_caches(lanes.data(), span, place.array());
      T::finish_stores();
      this->expect_stored(lanes, span, place);
    });
  });
}

}  // namespace
}  // namespace treefix::testing
