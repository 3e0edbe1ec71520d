// What every machine has, and all that ARM has: registers of 16 bytes.
#include <treefix/batch/engine.hpp>
#include <treefix/batch/levels.hpp>

namespace treefix {

namespace {

struct Portable {};  // in no other file: what is compiled here with its flags is called from here only

bool is_supported() { return true; }

}  // namespace

constinit const Level level_portable{"portable", is_supported, Engine<double, Lanes<double, 2, Portable>>::kernels,
                                     Engine<float, Lanes<float, 4, Portable>>::kernels,
                                     Engine<double, Lanes<double, 1, Portable>>::kernels};

}  // namespace treefix
