// Compiled for x86-64-v2: registers of 16 bytes.
#if defined(TREEFIX_HAS_V2)
#include <treefix/levels/level_kernels.hpp>

namespace treefix::simd {

namespace {

struct V2 {};

bool is_supported() { return __builtin_cpu_supports("x86-64-v2") != 0; }

}  // namespace

constinit const Level level_v2{"x86-64-v2", is_supported, &LevelKernels<V2, 2>::states, &LevelKernels<V2, 2>::trees};

}  // namespace treefix::simd
#endif
