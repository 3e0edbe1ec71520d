// Memory of groups, allocated from an arena.
#pragma once

#include <treefix/base/arena.hpp>
#include <treefix/kernels/crba.hpp>

namespace treefix::kernels {

/// A group without its arguments q, v, a, tau.
template <class T, class C>
LaneGroup<T> make_group(const Prepared<C>& m, Arena& arena) {
  LaneGroup<T> g;
  g.turns = arena.take<Turn<T>>(m.nbody());
  g.places = arena.take<Place<T>>(ssize(m.general_bodies));
  g.F = arena.take<Force<T>>(m.nbody());
  g.d = arena.take<T>(m.nv);
  g.G = arena.take<Force<T>>(m.general_bodies.empty() ? 0 : m.nv);
  g.motions = arena.take<ClassicalMotion<T>>(m.slots);
  g.forces = arena.take<Force<T>>(m.slots);
  g.articulated = arena.take<ArticulatedBody<T>>(m.slots + 1);
  return g;
}

/// A CrbaGroup without H.
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

}  // namespace treefix::kernels
