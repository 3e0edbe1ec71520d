// Code that may also run on a GPU. Device code may call every constexpr function (--expt-relaxed-constexpr); what cannot be
// constexpr, and lambdas that are handed to executors, must be marked.
#pragma once

#ifdef __CUDACC__
#define TREEFIX_DEVICE __host__ __device__
#else
#define TREEFIX_DEVICE
#endif
