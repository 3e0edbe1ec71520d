// Compiled for x86-64-v2: registers of 16 bytes.
#if defined(TREEFIX_HAS_V2)
#include <treefix/batch/engine.hpp>
#include <treefix/batch/levels.hpp>

namespace treefix {

namespace {

struct V2 {};  // in no other file: what is compiled here with its flags is called from here only

bool is_supported() { return __builtin_cpu_supports("x86-64-v2") != 0; }

}  // namespace

constinit const Level level_v2{"x86-64-v2", is_supported, Engine<double, Lanes<double, 2, V2>>::kernels,
                               Engine<float, Lanes<float, 4, V2>>::kernels,
                               Engine<double, Lanes<double, 1, V2>>::kernels};

}  // namespace treefix
#endif
