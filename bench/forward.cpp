// Forward dynamics of one state by every method, beside a plain loop; how long its critical path is; what papers claim.
//   forward [FILE [LARGEST [PART]...]]     also writes the results to FILE; n up to LARGEST, 10000000 unless given
//                                          PART: a shape; "span"; "claims"; all unless given
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/forward/claims.hpp"
#include "bench/forward/span.hpp"
#include "bench/forward/speed.hpp"

int main(int count, char** arguments) {
  using namespace tfbench;
  const treefix::Index largest = count > 2 ? std::strtol(arguments[2], nullptr, 10) : 10'000'000;
  const std::vector<std::string> wanted(arguments + std::min(count, 3), arguments + count);
  const auto is_wanted = [&](const char* part) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), part) != wanted.end();
  };
  Results results(std::string(treefix::BatchDynamics(treefix::zoo::chain(1), {.threads = 1}).level()));
  results.note("unit", "ns per body, wall clock, best of N interleaved; the number after a name is how many threads");
  results.print_head();
  std::string missed;
  Growth growth(10'000);
  for (treefix::Index n = 100; n <= largest; n *= 10)
    for (const Shape& shape : forward_shapes)
      if (is_wanted(shape.name)) missed += report_speed(shape, n, results, growth);
  if (is_wanted("span")) report_span(results);
  if (is_wanted("claims")) report_claims(results);
  missed += growth.report();
  std::printf("\nTargets missed:%s\n%s", missed.empty() ? " none" : "", missed.c_str());
  return count < 2 || results.write(arguments[1]) ? 0 : 1;
}
