// treefix mass for one state: H, its entries, products with H and its inverse; batch.cpp has batches.
#include <fmt/format.h>

#include <cli/output.hpp>
#include <cli/results.hpp>
#include <cli/single.hpp>
#include <treefix/base/available_memory.hpp>

namespace treefix::cli {

namespace {

/// The beginning of a JSON object whose results are written in blocks, because their text is larger than the numbers.
std::string open_json(const Problem& problem, const Options& options) {
  std::string head = json_text(json_of("mass", problem, options));
  head.pop_back();  // the caller closes the brace after the results
  return fmt::format("{},\"results\":", head);
}

/// Writes a JSON list, some thousands of numbers at a time.
template <class T>
void write_list(View<const T> numbers) {
  constexpr Index many = 4096;
  write("[");
  for (Index k = 0; k < ssize(numbers); k += many) {
    std::string text = Json(View<const T>(numbers.data() + k, std::min(many, ssize(numbers) - k))).dump();
    text.back() = k + many < ssize(numbers) ? ',' : ' ';  // in place of the brackets
    write(std::string_view(text).substr(1));
  }
  write("]");
}

// --- H -------------------------------------------------------------------------------------------------------

ExitCode print_dense(const Computation& computation, const Problem& problem, const Options& options) {
  const Index n = problem.model.nv();
  require_memory(fmt::format("the mass matrix of {} is {} x {} and", options.robot, n, n),
                 static_cast<double>(n) * static_cast<double>(n) * sizeof(double), "; --format sparse may need less");
  std::vector<double> H(static_cast<std::size_t>(n * n));
  Dynamics(problem.model).mass_matrix(problem[0], H, {.threads = options.threads});
  save(H, {n, n}, options);
  const bool to_file = !options.output.empty();
  if (!options.json) {
    write(heading(computation, problem, options));
    if (to_file)
      write(file_text(options, {n, n}, "float64"));
    else
      write_rows(H.data(), n, n, options);
    return success;
  }
  if (to_file) {
    Json out = json_of("mass", problem, options);
    out["results"]["H"] = file_json(options, {n, n}, "float64");
    write_json(out);
    return success;
  }
  write(fmt::format("{}{{\"H\":[", open_json(problem, options)));
  write_rows(H.data(), n, n, options);
  write("]}}\n");
  return success;
}

/// H with both triangles, in compressed rows.
struct SparseMatrix {
  std::vector<double> data;
  std::vector<std::int32_t> indices;
  std::vector<Index> indptr;

  /// Calls f(row, column, value), row by row.
  template <class F>
  void for_each(F f) const {
    for (Index i = 0; i + 1 < ssize(indptr); ++i)
      for (Index k = at(indptr, i); k < at(indptr, i + 1); ++k) f(i, at(indices, k), at(data, k));
  }
};

SparseMatrix sparse(const Problem& problem, const Options& options) {
  const Index n = problem.model.nv();
  Dynamics dynamics(problem.model);
  const Index entries = 2 * dynamics.sparse_entries() - n;
  // --out also needs the lines
  const double bytes = sizeof(double) + sizeof(std::int32_t) + (options.output.empty() ? 0 : 3 * sizeof(double));
  require_memory(fmt::format("the mass matrix of {} has {} entries and", options.robot, entries),
                 static_cast<double>(entries) * bytes, "; --times and --solve do not need H");
  SparseMatrix H{std::vector<double>(static_cast<std::size_t>(entries)),
                 std::vector<std::int32_t>(static_cast<std::size_t>(entries)),
                 {}};
  dynamics.symmetric_mass_matrix(problem[0], H.data, {.threads = options.threads});
  const SymmetricRows& rows = dynamics.symmetric_rows();
  for (Index i = 0; i < n; ++i) rows.put_columns(i, H.indices.data());
  H.indptr.assign(rows.begins().begin(), rows.begins().end());
  return H;
}

ExitCode print_sparse(const Computation& computation, const Problem& problem, const Options& options) {
  const SparseMatrix H = sparse(problem, options);
  const std::vector<Index> shape{ssize(H.data), 3};
  if (!options.output.empty()) {
    std::vector<double> lines;
    lines.reserve(3 * H.data.size());
    H.for_each([&](Index i, Index j, double value) {
      lines.insert(lines.end(), {static_cast<double>(i), static_cast<double>(j), value});
    });
    save(lines, shape, options);
    if (!options.json) {
      write(fmt::format("{}{}", heading(computation, problem, options), file_text(options, shape, "float64")));
      return success;
    }
    Json out = json_of("mass", problem, options);
    out["results"]["H"] = file_json(options, shape, "float64");
    write_json(out);
    return success;
  }
  if (options.json) {
    const Index n = problem.model.nv();
    write(fmt::format("{}{{\"H\":{{\"shape\":[{},{}],\"indptr\":", open_json(problem, options), n, n));
    write_list<Index>(H.indptr);
    write(",\"indices\":");
    write_list<std::int32_t>(H.indices);
    write(",\"data\":");
    write_list<double>(H.data);
    write("}}}\n");
    return success;
  }
  write(fmt::format("{}# row, column, value\n", heading(computation, problem, options)));
  std::string text;
  H.for_each([&](Index i, Index j, double value) {
    text += fmt::format("{} {} {}\n", i, j, number(value, options.precision));
    if (text.size() > 65536) {
      write(text);
      text.clear();
    }
  });
  write(text);
  return success;
}

// --- products ------------------------------------------------------------------------------------------------

ExitCode print_product(bool inverse, const Problem& problem, const Options& options) {
  const Computation computation{Computation::Result::H, "mass", "y", inverse ? "y with H y = x" : "H x", {}};
  Dynamics dynamics(problem.model);
  std::vector<double> y = problem.new_vector();
  if (inverse)
    dynamics.mass_matrix_solve(problem[0], problem[1], y);
  else
    dynamics.mass_matrix_apply(problem[0], problem[1], y, {.threads = options.threads});
  return print_vector(computation, problem, options, y);
}

}  // namespace

ExitCode print_mass_matrix(const Options& options) {
  const bool times = options.vectors.contains("times"), solve = options.vectors.contains("solve");
  if (times && solve) throw UsageError("--times and --solve exclude each other");
  if (options.sparse && (times || solve))
    throw UsageError("--format applies to H, which --times and --solve do not print");
  const Given given(options);
  const Index n = given.model.nv();
  const Computation computation{Computation::Result::H, "mass", "H", fmt::format("H ({} x {})", n, n), {"q"}};
  if (given.is_batch()) {
    if (times || solve) throw UsageError("--times and --solve need one state, not a batch");
    if (options.sparse) throw UsageError("--format sparse needs one state, not a batch");
    return print_batch(computation, given.model, options, given.arrays);
  }
  if (times || solve) return print_product(solve, {given, options, {"q", times ? "times" : "solve"}}, options);
  const Problem problem(given, options, computation.vectors);
  return options.sparse ? print_sparse(computation, problem, options) : print_dense(computation, problem, options);
}

}  // namespace treefix::cli
