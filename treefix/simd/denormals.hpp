// Denormal numbers: those too small for a full mantissa.
#pragma once

namespace treefix::simd {

/// While an object of this class exists, results of its thread that would be denormal become zero, if the CPU supports
/// that. Loops whose numbers decay towards zero would otherwise take many times as long.
class FlushDenormals {
 public:
#ifdef __SSE2__
  FlushDenormals() : before_(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(before_ | flush_to_zero); }
  ~FlushDenormals() { __builtin_ia32_ldmxcsr(before_); }
#else
  FlushDenormals() = default;
  ~FlushDenormals() = default;
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#ifdef __SSE2__
  static constexpr unsigned flush_to_zero = 1U << 15;
  unsigned before_;
#endif
};

}  // namespace treefix::simd
