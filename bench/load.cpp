// Time and memory for loading a URDF, compared with urdfdom if that is installed. Each load runs in its own process, so
// that its peak memory is measured separately.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/resource.h>

#ifdef TREEFIX_HAVE_URDFDOM
#include <urdf_parser/urdf_parser.h>
#endif

#include <treefix/io/save.hpp>
#include <treefix/treefix.hpp>

namespace {

namespace fs = std::filesystem;
using treefix::Index;

/// A chain of rods, with short numbers.
treefix::Model chain(Index n) { return treefix::zoo::chain(n); }
/// A chain of different links, with numbers of full length, as in files exported from CAD.
treefix::Model random_chain(Index n) {
  return treefix::zoo::random_tree({.n = n, .seed = 1, .joints = "RRRP", .root = "", .branching = 1, .armature = 0});
}

struct Cost {
  double seconds = -1, bytes = -1;  // negative: it failed
};

int load_and_report(const std::string& loader, const std::string& file) {
  const auto start = std::chrono::steady_clock::now();
  if (loader == "treefix") {
    const treefix::Model model = treefix::load(file);
    if (model.nbody() == 0) return 1;
    std::printf("%.6f ", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  } else {
#ifdef TREEFIX_HAVE_URDFDOM
    if (!urdf::parseURDFFile(file)) return 1;
    std::printf("%.6f ", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
#else
    return 1;
#endif
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%ld\n", usage.ru_maxrss);
  std::fflush(stdout);
  std::_Exit(0);  // the time for freeing memory does not count
}

Cost measure(const std::string& self, const char* loader, const std::string& file, int times) {
  Cost best;
  for (int i = 0; i < times; ++i) {
    // a loader that takes minutes, or all memory, has failed
    const std::string command = "timeout 300 " + self + " " + loader + " " + file + " 2>/dev/null";
    std::FILE* child = popen(command.c_str(), "r");
    double seconds = 0;
    long kilobytes = 0;
    const bool good = child != nullptr && std::fscanf(child, "%lf %ld", &seconds, &kilobytes) == 2;
    if (child != nullptr) pclose(child);
    if (!good) return best;
    if (best.seconds < 0 || seconds < best.seconds) best.seconds = seconds;
    best.bytes = 1024.0 * static_cast<double>(kilobytes);
  }
  return best;
}

void print(const char* loader, const Cost& cost, double links) {
  if (cost.seconds < 0)
    std::printf("  %-9s did not load it", loader);
  else
    std::printf("  %-9s %8.3f s %7.0f ns/link %6.2f GB", loader, cost.seconds, 1e9 * cost.seconds / links,
                cost.bytes / 1e9);
}

void compare(const std::string& self, const char* name, treefix::Model (*make)(Index), Index n,
             const fs::path& folder) {
  const std::string file = (folder / (std::to_string(n) + ".urdf")).string();
  treefix::save_urdf(make(n), file);
  const auto links = static_cast<double>(n);
  std::printf("%-7s %8ld links, %6.1f MB:", name, static_cast<long>(n), static_cast<double>(fs::file_size(file)) / 1e6);
  const Cost ours = measure(self, "treefix", file, 5);
  print("treefix", ours, links);
#ifdef TREEFIX_HAVE_URDFDOM
  const Cost theirs = measure(self, "urdfdom", file, n < 1'000'000 ? 3 : 1);
  print("urdfdom", theirs, links);
  if (theirs.seconds > 0) std::printf("  ratio %.1f", theirs.seconds / ours.seconds);
#endif
  std::printf("\n");
  std::fflush(stdout);
  fs::remove(file);
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3) return load_and_report(arguments[1], arguments[2]);
  const fs::path folder = fs::temp_directory_path() / "treefix_bench_load";
  fs::create_directories(folder);
  std::printf("best of 5, of 3 for urdfdom (once for a million); peak memory of the process\n");
  for (const Index n : {1'000, 10'000, 100'000, 1'000'000}) {
    compare(arguments[0], "chain", chain, n, folder);
    compare(arguments[0], "random", random_chain, n, folder);
  }
  fs::remove_all(folder);
}
