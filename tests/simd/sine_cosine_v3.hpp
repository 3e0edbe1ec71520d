// Sines and cosines in lanes, compiled for x86-64-v3 like the kernels of that level; count is a multiple of eight.
#pragma once

#include <cstddef>

namespace treefix::test {

void sine_cosine_v3(const double* x, std::size_t count, double* sine, double* cosine);
void sine_cosine_v3(const float* x, std::size_t count, float* sine, float* cosine);

}  // namespace treefix::test
