// Names of one kind of thing: unique, in order, found by hash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// A hash table of open addressing over the names themselves: one array of slots, no node per name. std::unordered_map
/// took two thirds of the time to build a model of a million bodies.
class NameTable {
 public:
  explicit NameTable(std::size_t expected = 0);

  /// The number given to the name, the next free one; nothing if the name is taken.
  std::optional<Index> add(std::string name);
  /// As add. A name that is taken gets the next number too, under a name nobody can write, so that numbers stay in step
  /// with what is named; false then.
  bool add_anyway(std::string_view name);
  std::optional<Index> find(std::string_view name) const;
  /// Brings the slot of a name into cache that will soon be added or found: in a large table every slot is a miss.
  void prefetch(std::string_view name) const;
  /// What has number i gets number numbers[i], a permutation.
  void renumber(View<const Index> numbers);

  const std::vector<std::string>& all() const { return names_; }
  const std::string& operator[](Index i) const { return names_[static_cast<std::size_t>(i)]; }
  Index size() const { return ssize(names_); }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // upper half of the hash: few names are looked at that are not the one
    std::int32_t number = -1;  // −1: empty
  };
  /// The slot of the name, or the empty one where it belongs.
  std::size_t slot_of(std::string_view name, std::size_t hash) const;
  void grow(std::size_t slots);

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace treefix
