// A table of unique names, numbered in order and found by hash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// A hash table with open addressing over the names themselves: one array of slots, no node per name. With
/// std::unordered_map in its place, the table took two thirds of the time to build a model of a million bodies.
class NameTable {
 public:
  explicit NameTable(std::size_t expected = 0);

  /// Adds a name and returns its number, the next free one; nothing if the name exists.
  std::optional<Index> add(std::string name);
  /// As add, but a name that exists also gets the next number, so that numbers stay aligned with the named objects. The
  /// table then stores the name with a null character and this number appended. Returns false in that case.
  bool add_anyway(std::string_view name);
  std::optional<Index> find(std::string_view name) const;
  /// Prefetches the slot of a name that will soon be added or found: in a large table every access misses the cache.
  void prefetch(std::string_view name) const;
  /// Changes number i to numbers[i], a permutation.
  void renumber(View<const Index> numbers);

  const std::vector<std::string>& all() const { return names_; }
  const std::string& operator[](Index i) const { return names_[static_cast<std::size_t>(i)]; }
  Index size() const { return ssize(names_); }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // upper half of the hash; names are compared only if it agrees
    std::int32_t number = -1;  // −1: empty
  };
  /// The slot of the name, or the empty slot where it belongs.
  std::size_t slot_of(std::string_view name, std::size_t hash) const;
  void grow(std::size_t slots);

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // the size is a power of two, at most half full
};

}  // namespace treefix
