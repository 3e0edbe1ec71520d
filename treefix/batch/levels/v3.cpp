// Compiled for x86-64-v3: registers of 32 bytes.
#if defined(TREEFIX_HAS_V3)
#include <treefix/batch/engine.hpp>
#include <treefix/batch/levels.hpp>

namespace treefix {

namespace {

struct V3 {};  // in no other file: what is compiled here with its flags is called from here only

bool is_supported() { return __builtin_cpu_supports("x86-64-v3") != 0; }

}  // namespace

constinit const Level level_v3{"x86-64-v3", is_supported, Engine<double, Lanes<double, 4, V3>>::kernels,
                               Engine<float, Lanes<float, 8, V3>>::kernels,
                               Engine<double, Lanes<double, 1, V3>>::kernels};

}  // namespace treefix
#endif
