// What every machine has, and all that ARM has: registers of 16 bytes.
#include <treefix/big/engine.hpp>
#include <treefix/big/forward_engine.hpp>
#include <treefix/big/levels.hpp>
#include <treefix/big/mass_engine.hpp>

namespace treefix {

namespace {

struct Portable {};  // in no other file: what is compiled here with its flags is called from here only

}  // namespace

constinit const BigLevel big_level_portable{
    "portable", BigEngine<Lanes<double, 2, Portable>, Lanes<double, 1, Portable>>::kernels,
    MassEngine<Lanes<double, 2, Portable>, Lanes<double, 1, Portable>>::kernels,
    ForwardEngine<Lanes<double, 2, Portable>, Lanes<double, 1, Portable>>::kernels};

}  // namespace treefix
