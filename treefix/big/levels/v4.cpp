// Compiled for x86-64-v4: registers of 64 bytes.
#if defined(TREEFIX_HAS_V4)
#include <treefix/big/engine.hpp>
#include <treefix/big/forward_engine.hpp>
#include <treefix/big/levels.hpp>
#include <treefix/big/mass_engine.hpp>

namespace treefix {

namespace {

struct V4 {};  // in no other file: what is compiled here with its flags is called from here only

}  // namespace

constinit const BigLevel big_level_v4{"x86-64-v4", BigEngine<Lanes<double, 8, V4>, Lanes<double, 1, V4>>::kernels,
                                      MassEngine<Lanes<double, 8, V4>, Lanes<double, 1, V4>>::kernels,
                                      ForwardEngine<Lanes<double, 8, V4>, Lanes<double, 1, V4>>::kernels};

}  // namespace treefix
#endif
