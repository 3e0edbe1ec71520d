// Compiled for x86-64-v3: registers of 32 bytes.
#if defined(TREEFIX_HAS_V3)
#include <treefix/big/engine.hpp>
#include <treefix/big/forward_engine.hpp>
#include <treefix/big/levels.hpp>
#include <treefix/big/mass_engine.hpp>

namespace treefix {

namespace {

struct V3 {};  // in no other file: what is compiled here with its flags is called from here only

}  // namespace

constinit const BigLevel big_level_v3{"x86-64-v3", BigEngine<Lanes<double, 4, V3>, Lanes<double, 1, V3>>::kernels,
                                      MassEngine<Lanes<double, 4, V3>, Lanes<double, 1, V3>>::kernels,
                                      ForwardEngine<Lanes<double, 4, V3>, Lanes<double, 1, V3>>::kernels};

}  // namespace treefix
#endif
