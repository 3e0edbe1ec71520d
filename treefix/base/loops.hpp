// Hints about loops that compilers cannot derive by themselves.
#pragma once

/// Before a loop whose iterations access different memory, so that it can be vectorised.
#if defined(__clang__)
#define TREEFIX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TREEFIX_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TREEFIX_INDEPENDENT
#endif

/// For functions that sweeps call in their loops: values stay in registers between them only if all are inlined.
#define TREEFIX_INLINE inline __attribute__((always_inline))
