// Hints about loops that compilers cannot derive by themselves.
#pragma once

/// Place this before a loop whose iterations access different memory, so that the compiler can vectorise it.
#if defined(__clang__)
#define TREEFIX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TREEFIX_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TREEFIX_INDEPENDENT
#endif

/// For functions that sweeps call in their loops. Values stay in registers from call to call only if all of these
/// functions are inlined.
#define TREEFIX_INLINE inline __attribute__((always_inline))
