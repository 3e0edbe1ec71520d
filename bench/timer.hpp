// Interleaved best-of-N timing, standard library only.
//
// The machine may be shared and its clock may drift, so the candidates are not timed one after the other in long
// blocks: every round takes one short sample of each, and the minimum over all rounds is kept. Disturbances can only
// add time, so the minimum is the fair estimate.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tfbench {

// Makes the compiler assume that x, and all memory it can reach, is read and may change here. It costs no instruction
// beyond having x in memory.
template <class T>
inline void keep(const T& x) {
#if defined(__GNUC__) || defined(__clang__)
  asm volatile("" : : "g"(&x) : "memory");
#else
  static const volatile void* sink;
  sink = &x;
#endif
}

// Stops the compiler from moving the work of one call into another.
inline void barrier() {
#if defined(__GNUC__) || defined(__clang__)
  asm volatile("" : : : "memory");
#else
  std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

struct Timing {
  std::string name;
  double ns = 0;         // best time per call
  double median_ns = 0;  // far above ns means a noisy run
  long reps = 0;         // calls per sample
};

// What is measured: wall-clock time, or processor time of the process. On a busy machine a call of many milliseconds is
// always interrupted and a short one often is not, so only processor time compares them fairly; but it adds up the time
// of all threads.
enum class Clock { wall, processor };

// The number of times that a benchmark of many short contests runs all of them, keeping the best times of each. A
// shared machine has slow minutes, which samples that alternate within seconds cannot detect.
inline constexpr int passes_over_all = 3;

class Contest {
 public:
  // After this many seconds it takes no further rounds, but never fewer than two.
  explicit Contest(int rounds = 60, double sample_seconds = 0.7e-3,
                   double most_seconds = std::numeric_limits<double>::infinity(), Clock clock = Clock::wall)
      : rounds_(std::max(rounds, 1)), sample_seconds_(sample_seconds), most_seconds_(most_seconds), clock_(clock) {}

  // The loop is compiled around f, so the type-erased call is paid once per sample and not once per call.
  template <class F>
  void add(std::string name, F f) {
    Entry entry;
    entry.name = std::move(name);
    entry.run = [f](long n) mutable {
      for (long i = 0; i < n; ++i) {
        if constexpr (std::is_void_v<decltype(f())>) {
          f();
        } else {
          auto&& result = f();
          keep(result);
        }
        barrier();
      }
    };
    entries_.push_back(std::move(entry));
  }

  std::vector<Timing> run() {
    for (Entry& e : entries_) e.reps = calibrate(e);
    const std::size_t n = entries_.size();
    std::vector<std::vector<double>> samples(n);
    const double begin = seconds(Clock::wall);
    for (int round = 0; round < rounds_; ++round) {
      if (round >= 2 && seconds(Clock::wall) - begin > most_seconds_) break;
      for (std::size_t k = 0; k < n; ++k) {
        // The rotated start keeps any one candidate from always following the same other.
        const std::size_t i = (k + static_cast<std::size_t>(round)) % n;
        Entry& e = entries_[i];
        // Refills the caches that the previous candidate used. One long call does not need it: it refills them before
        // it is half done.
        if (e.reps > 1) e.run(e.reps / 8 + 1);
        samples[i].push_back(measure(e, e.reps) / static_cast<double>(e.reps) * 1e9);
      }
    }
    std::vector<Timing> result(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::sort(samples[i].begin(), samples[i].end());
      result[i] = {entries_[i].name, samples[i].front(), samples[i][samples[i].size() / 2], entries_[i].reps};
    }
    return result;
  }

 private:
  struct Entry {
    std::string name;
    std::function<void(long)> run;
    long reps = 1;
  };

  static double seconds(Clock clock) {
    timespec now{};
    clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  double measure(Entry& e, long n) const {
    const double begin = seconds(clock_);
    e.run(n);
    return seconds(clock_) - begin;
  }

  long calibrate(Entry& e) const {
    long n = 1;
    double t = measure(e, n);
    // A quarter of a sample is long enough to extrapolate from.
    while (t < 0.25 * sample_seconds_ && n < (1L << 40)) {
      n *= 2;
      t = measure(e, n);
    }
    // One interrupted run must not make the samples too short, so the best of three counts.
    for (int k = 0; k < 2 && t < 100 * sample_seconds_; ++k) t = std::min(t, measure(e, n));
    return std::max(1L, static_cast<long>(static_cast<double>(n) * sample_seconds_ / t));
  }

  int rounds_;
  double sample_seconds_, most_seconds_;
  Clock clock_;
  std::vector<Entry> entries_;
};

// What a report must state about the origin of its numbers.
struct MachineInfo {
  std::string cpu = "unknown";
  unsigned threads = std::thread::hardware_concurrency();
  std::string compiler = "unknown";
  std::string simd = "baseline";  // of the file that includes this, not of other object files

  static MachineInfo read() {
    MachineInfo info;
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      if (line.rfind("model name", 0) != 0) continue;
      const std::size_t colon = line.find(':');
      if (colon != std::string::npos) {
        const std::size_t start = line.find_first_not_of(" \t", colon + 1);
        if (start != std::string::npos) info.cpu = line.substr(start);
      }
      break;
    }
#if defined(__clang__)
    info.compiler = std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
    info.compiler = std::string("gcc ") + __VERSION__;
#endif
#if defined(__AVX512F__)
    info.simd = "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
    info.simd = "AVX2 and FMA";
#elif defined(__AVX2__)
    info.simd = "AVX2";
#endif
    return info;
  }
};

}  // namespace tfbench
