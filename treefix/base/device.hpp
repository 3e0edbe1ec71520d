// Code that may also run on a GPU. Device code may call every constexpr function (--expt-relaxed-constexpr). Functions
// that cannot be constexpr, and lambdas that are passed to executors, must be marked.
#pragma once

#ifdef __CUDACC__
#define TREEFIX_DEVICE __host__ __device__
#else
#define TREEFIX_DEVICE
#endif
