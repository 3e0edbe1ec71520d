// What a compiler cannot see by itself about a loop.
#pragma once

/// Before a loop whose iterations touch different memory: they may run in SIMD registers.
#if defined(__clang__)
#define TREEFIX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TREEFIX_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TREEFIX_INDEPENDENT
#endif
