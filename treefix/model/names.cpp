#include <treefix/model/names.hpp>

#include <bit>
#include <functional>
#include <utility>

namespace treefix {

NameTable::NameTable(std::size_t expected) {
  names_.reserve(expected);
  grow(std::bit_ceil(2 * expected + 2));
}

std::size_t NameTable::slot_of(std::string_view name, std::size_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  while (slots_[i].number >= 0 && (slots_[i].hash != hash || (*this)[slots_[i].number] != name)) i = (i + 1) & mask;
  return i;
}

void NameTable::grow(std::size_t slots) {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
  for (const Slot& slot : old)
    if (slot.number >= 0) slots_[slot_of((*this)[slot.number], slot.hash)] = slot;
}

std::optional<Index> NameTable::add(std::string name) {
  if (2 * (names_.size() + 1) > slots_.size()) grow(2 * slots_.size());
  const std::size_t hash = std::hash<std::string_view>{}(name);
  Slot& slot = slots_[slot_of(name, hash)];
  if (slot.number >= 0) return std::nullopt;
  slot = {hash, size()};
  names_.push_back(std::move(name));
  return slot.number;
}

std::optional<Index> NameTable::find(std::string_view name) const {
  const Slot& slot = slots_[slot_of(name, std::hash<std::string_view>{}(name))];
  if (slot.number < 0) return std::nullopt;
  return slot.number;
}

void NameTable::renumber(View<const Index> numbers) {
  std::vector<std::string> renumbered(names_.size());
  for (Index i = 0; i < size(); ++i)
    renumbered[static_cast<std::size_t>(numbers[i])] = std::move(names_[static_cast<std::size_t>(i)]);
  names_ = std::move(renumbered);
  for (Slot& slot : slots_)
    if (slot.number >= 0) slot.number = numbers[slot.number];
}

}  // namespace treefix
