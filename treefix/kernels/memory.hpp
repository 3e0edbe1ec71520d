// Memory of groups, in one piece that somebody else owns.
#pragma once

#include <cstddef>

#include <treefix/base/zero_memory.hpp>
#include <treefix/kernels/crba.hpp>

namespace treefix {

/// Hands out pieces of a block of memory, one after the other. With no memory it only counts, which tells how large the
/// block must be.
class Arena {
 public:
  static constexpr std::size_t alignment = 64;

  Arena() = default;
  explicit Arena(std::byte* memory) : memory_(memory) {}

  template <class X>
  X* take(Index count) {
    static_assert(alignof(X) <= alignment);
    const std::size_t offset = used_;
    used_ += (static_cast<std::size_t>(count) * sizeof(X) + alignment - 1) / alignment * alignment;
    return memory_ ? reinterpret_cast<X*>(memory_ + offset) : nullptr;
  }
  std::size_t used() const { return used_; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t used_ = 0;
};

/// Memory for what divide(arena) takes, which is called twice: to count, and to hand out.
template <class Divide>
ZeroMemory divided_memory(Divide divide) {
  Arena count;
  divide(count);
  ZeroMemory memory(count.used());
  Arena arena(memory.data());
  divide(arena);
  return memory;
}

/// A group without its arguments q, v, a, tau.
template <class T, class C>
LaneGroup<T> make_group(const Prepared<C>& m, Arena& arena) {
  LaneGroup<T> g;
  g.turns = arena.take<Turn<T>>(m.nbody());
  g.places = arena.take<Place<T>>(ssize(m.solids));
  g.F = arena.take<Force<T>>(m.nbody());
  g.d = arena.take<T>(m.nv);
  g.G = arena.take<Force<T>>(m.solids.empty() ? 0 : m.nv);
  g.moving = arena.take<Moving<T>>(m.slots);
  g.forces = arena.take<Force<T>>(m.slots);
  g.articulated = arena.take<Articulated<T>>(m.slots + 1);
  return g;
}

/// Without H.
template <class T, class C>
CrbaGroup<T> make_crba_group(const Prepared<C>& m, Arena& arena) {
  CrbaGroup<T> c;
  c.poses = arena.take<Transform<T>>(m.nbody());
  c.jumps = arena.take<Vec3<T>>(m.nbody());
  c.S = arena.take<Motion<T>>(m.nv);
  c.F = arena.take<Force<T>>(m.nv);
  c.composites = arena.take<Composite<T>>(m.slots);
  return c;
}

}  // namespace treefix
