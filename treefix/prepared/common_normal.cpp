#include <treefix/prepared/common_normal.hpp>

namespace treefix::prepared::detail {

namespace {

/// Axes count as parallel if the sine of their angle is smaller: rounding a direction to double causes errors of this
/// size.
constexpr Wide parallel_below = 1e-16L;
/// The common normal is used if the sine is larger. For smaller sines its foot is inaccurate: the error is the rounding
/// error of Wide divided by the sine.
constexpr Wide crossing_above = 1e-3L;

}  // namespace

Normal common_normal(const WideVec& r, const WideVec& w, Normal::Kind kind) {
  using enum Normal::Kind;
  const WideVec z{0, 0, 1}, n = cross(z, w);
  const Wide sine = length(n), limit = 3 * length(r);
  // uses only the part of r perpendicular to z: with the whole r, lines at an angle of 1e-13 would lose all digits
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
