// Forward dynamics of one state by every method, compared with a plain loop; the length of critical paths; claims of
// papers.
//   forward [FILE [LARGEST [PART]...]]     also writes the results to FILE; n up to LARGEST, 10000000 unless given
//                                          PART: a shape; "span"; "claims"; all unless given
#include <string>

#include "bench/forward/claims.hpp"
#include "bench/forward/span.hpp"
#include "bench/forward/speed.hpp"
#include "bench/parts.hpp"

int main(int count, char** arguments) {
  using namespace tfbench;
  const Parts parts(count, arguments);
  Results results(std::string(treefix::BatchDynamics(treefix::zoo::chain(1), {.threads = 1}).level()));
  results.note("unit",
               "ns per body, wall clock, best of N interleaved; the number after a name is the number of threads");
  results.print_head();
  std::string missed;
  Growth growth(10'000);
  for (treefix::Index n = 100; n <= parts.largest(); n *= 10)
    for (const Shape& shape : forward_shapes)
      if (parts.has(shape.name)) missed += report_speed(shape, n, results, growth);
  if (parts.has("span")) report_span(parts.largest(), results);
  if (parts.has("claims")) report_claims(results);
  missed += growth.report();
  return parts.finish(missed, results);
}
