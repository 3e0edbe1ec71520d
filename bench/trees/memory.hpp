// The memory of a process, as the allocator and the system see it.
#pragma once

#include <cstdio>
#include <cstring>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace tfbench {

/// Bytes that are allocated. Zero if the C library does not report them.
inline double held_bytes() {
#if defined(__GLIBC__)
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
#else
  return 0;
#endif
}

/// Returns freed memory to the system, so that it does not count as resident.
inline void give_back() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/// A line of a file of /proc, in bytes: "VmRSS", "VmHWM" of /proc/self/status, "MemAvailable" of /proc/meminfo.
inline double proc_bytes(const char* path, const char* key) {
  double kilobytes = 0;
  if (std::FILE* file = std::fopen(path, "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file))
      if (std::strncmp(line, key, std::strlen(key)) == 0) std::sscanf(line + std::strlen(key), ": %lf", &kilobytes);
    std::fclose(file);
  }
  return 1024 * kilobytes;
}

/// The memory held for this number of bodies: resident bytes, so that untouched memory does not count; or allocated
/// bytes, if pages are too coarse for that.
inline double used_bytes(long bodies) {
  if (bodies < 100'000) return held_bytes();
  give_back();
  return proc_bytes("/proc/self/status", "VmRSS");
}

/// The peak of resident memory since the start of the process, or since the last begin_peak().
inline double peak_bytes() { return proc_bytes("/proc/self/status", "VmHWM"); }
inline void begin_peak() {
  if (std::FILE* file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}
inline double available_bytes() { return proc_bytes("/proc/meminfo", "MemAvailable"); }

}  // namespace tfbench
