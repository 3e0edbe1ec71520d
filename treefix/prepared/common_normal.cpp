#include <treefix/prepared/common_normal.hpp>

namespace treefix::prepared::detail {

namespace {

/// Axes at an angle with a smaller sine count as parallel: rounding a direction to double leaves that much.
constexpr Wide parallel_below = 1e-16L;
/// The common normal is used from this sine on: nearer to parallel, its foot moves by the rounding of Wide over the
/// sine.
constexpr Wide crossing_above = 1e-3L;

}  // namespace

Normal common_normal(const WideVec& r, const WideVec& w, Normal::Kind kind) {
  using enum Normal::Kind;
  const WideVec z{0, 0, 1}, n = cross(z, w);
  const Wide sine = length(n), limit = 3 * length(r);
  // only the part of r that is perpendicular to z: with all of r, lines at 1e-13 would lose all digits
  const Wide t1 = -(r.x * w.x + r.y * w.y) / (sine * sine), t0 = r.z + w.z * t1;
  if (kind == none)
    kind = sine < parallel_below                                                       ? parallel
           : sine > crossing_above && std::fabs(t0) <= limit && std::fabs(t1) <= limit ? crossing
                                                                                       : far;
  if (kind == parallel) {
    const WideVec off{r.x, r.y, 0};
    const Wide a = length(off);
    return {kind, a > 0 ? (1 / a) * off : WideVec{1, 0, 0}, r.z, r};
  }
  const WideVec x = (1 / sine) * n;
  if (kind == crossing) return {kind, x, t0, r + t1 * w};
  return {kind, x, r.z, r};
}

}  // namespace treefix::prepared::detail
