#include "simd/sine_cosine_v3.hpp"
#include "support/rooms.hpp"

#include <treefix/simd/lanes.hpp>

namespace treefix::test {
namespace {

struct V3 {};  // in no other file, as in treefix/levels

template <int N, class T>
void all(const T* x, std::size_t count, T* sine, T* cosine) {
  for (std::size_t i = 0; i < count; i += N) {
    const auto both = sine_cosine(Lanes<T, N, V3>::load(x + i));
    both.sine.store(sine + i);
    both.cosine.store(cosine + i);
  }
}

}  // namespace

void sine_cosine_v3(const double* x, std::size_t count, double* sine, double* cosine) {
  all<4>(x, count, sine, cosine);
}
void sine_cosine_v3(const float* x, std::size_t count, float* sine, float* cosine) { all<8>(x, count, sine, cosine); }

}  // namespace treefix::test
