#include <treefix/model/names.hpp>

#include <bit>
#include <functional>
#include <utility>

namespace treefix {

namespace {

std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>{}(name); }

std::uint32_t tag_of(std::size_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

NameTable::NameTable(std::size_t expected) {
  names_.reserve(expected);
  grow(std::bit_ceil(2 * expected + 2));
}

std::size_t NameTable::slot_of(std::string_view name, std::size_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t tag = tag_of(hash);
  std::size_t i = hash & mask;
  while (slots_[i].number >= 0 && (slots_[i].tag != tag || (*this)[slots_[i].number] != name)) i = (i + 1) & mask;
  return i;
}

void NameTable::grow(std::size_t slots) {
  slots_.assign(slots, {});
  for (Index i = 0; i < size(); ++i) {
    const std::size_t hash = hash_of((*this)[i]);
    slots_[slot_of((*this)[i], hash)] = {tag_of(hash), static_cast<std::int32_t>(i)};
  }
}

std::optional<Index> NameTable::add(std::string name) {
  if (2 * (names_.size() + 1) > slots_.size()) grow(2 * slots_.size());
  const std::size_t hash = hash_of(name);
  Slot& slot = slots_[slot_of(name, hash)];
  if (slot.number >= 0) return std::nullopt;
  slot = {tag_of(hash), static_cast<std::int32_t>(size())};
  names_.push_back(std::move(name));
  return slot.number;
}

bool NameTable::add_anyway(std::string_view name) {
  if (add(std::string(name))) return true;
  add(std::string(name).append(1, '\0').append(std::to_string(size())));
  return false;
}

std::optional<Index> NameTable::find(std::string_view name) const {
  const Slot& slot = slots_[slot_of(name, hash_of(name))];
  if (slot.number < 0) return std::nullopt;
  return slot.number;
}

void NameTable::prefetch(std::string_view name) const {
  __builtin_prefetch(&slots_[hash_of(name) & (slots_.size() - 1)]);
}

void NameTable::renumber(View<const Index> numbers) {
  std::vector<std::string> renumbered(names_.size());
  for (Index i = 0; i < size(); ++i)
    renumbered[static_cast<std::size_t>(numbers[i])] = std::move(names_[static_cast<std::size_t>(i)]);
  names_ = std::move(renumbered);
  for (Slot& slot : slots_)
    if (slot.number >= 0) slot.number = static_cast<std::int32_t>(numbers[slot.number]);
}

}  // namespace treefix
