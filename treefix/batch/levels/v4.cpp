// Compiled for x86-64-v4: registers of 64 bytes.
#if defined(TREEFIX_HAS_V4)
#include <treefix/batch/engine.hpp>
#include <treefix/batch/levels.hpp>

namespace treefix {

namespace {

struct V4 {};  // in no other file: what is compiled here with its flags is called from here only

bool is_supported() { return __builtin_cpu_supports("x86-64-v4") != 0; }

}  // namespace

constinit const Level level_v4{"x86-64-v4", is_supported, Engine<double, Lanes<double, 8, V4>>::kernels,
                               Engine<float, Lanes<float, 16, V4>>::kernels,
                               Engine<double, Lanes<double, 1, V4>>::kernels};

}  // namespace treefix
#endif
