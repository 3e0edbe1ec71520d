// Compiled for every CPU, and the only level on ARM: registers of 16 bytes.
#include <treefix/levels/level_kernels.hpp>

namespace treefix::simd {

namespace {

struct Portable {};

bool is_supported() { return true; }

}  // namespace

constinit const Level level_portable{"portable", is_supported, &LevelKernels<Portable, 2>::states,
                                     &LevelKernels<Portable, 2>::trees};

}  // namespace treefix::simd
