// Compiled for x86-64-v2: registers of 16 bytes.
#if defined(TREEFIX_HAS_V2)
#include <treefix/big/engine.hpp>
#include <treefix/big/forward_engine.hpp>
#include <treefix/big/levels.hpp>
#include <treefix/big/mass_engine.hpp>

namespace treefix {

namespace {

struct V2 {};  // in no other file: what is compiled here with its flags is called from here only

}  // namespace

constinit const BigLevel big_level_v2{"x86-64-v2", BigEngine<Lanes<double, 2, V2>, Lanes<double, 1, V2>>::kernels,
                                      MassEngine<Lanes<double, 2, V2>, Lanes<double, 1, V2>>::kernels,
                                      ForwardEngine<Lanes<double, 2, V2>, Lanes<double, 1, V2>>::kernels};

}  // namespace treefix
#endif
