// Compiled for x86-64-v3: registers of 32 bytes.
#if defined(TREEFIX_HAS_V3)
#include <treefix/levels/level_kernels.hpp>

namespace treefix::simd {

namespace {

struct V3 {};

bool is_supported() { return __builtin_cpu_supports("x86-64-v3") != 0; }

}  // namespace

constinit const Level level_v3{"x86-64-v3", is_supported, &LevelKernels<V3, 4>::states, &LevelKernels<V3, 4>::trees};

}  // namespace treefix::simd
#endif
