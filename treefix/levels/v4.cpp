// Compiled for x86-64-v4: registers of 64 bytes.
#if defined(TREEFIX_HAS_V4)
#include <treefix/levels/level_kernels.hpp>

namespace treefix::simd {

namespace {

struct V4 {};

bool is_supported() { return __builtin_cpu_supports("x86-64-v4") != 0; }

}  // namespace

constinit const Level level_v4{"x86-64-v4", is_supported, &LevelKernels<V4, 8>::states, &LevelKernels<V4, 8>::trees};

}  // namespace treefix::simd
#endif
