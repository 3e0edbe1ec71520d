// What compilers cannot see by themselves about loops.
#pragma once

/// Before a loop whose iterations touch different memory: they may run in SIMD registers.
#if defined(__clang__)
#define TREEFIX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TREEFIX_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TREEFIX_INDEPENDENT
#endif

/// Sweeps are loops over such functions; what they hand on stays in registers only if all are inlined.
#define TREEFIX_INLINE inline __attribute__((always_inline))
