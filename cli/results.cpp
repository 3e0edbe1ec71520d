#include <cli/results.hpp>

#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/output.hpp>
#include <treefix/io/npy.hpp>

namespace treefix::cli {

void require_npy(const Options& options) {
  if (!options.output.empty() && !options.output.ends_with(".npy"))
    throw UsageError(fmt::format("cannot write '{}': --out needs a file name that ends in .npy", options.output));
}

template <class T>
void write_rows(const T* numbers, Index rows, Index columns, const Options& options) {
  std::string line;
  const int width = options.precision + 7;  // sign, point and exponent
  for (Index i = 0; i < rows; ++i) {
    const T* row = numbers + i * columns;
    line.clear();
    if (options.json) {
      line = fmt::format("{}{}", i == 0 ? "" : ",", nlohmann::ordered_json(View<const T>(row, columns)).dump());
    } else {
      for (Index j = 0; j < columns; ++j)
        fmt::format_to(std::back_inserter(line), "{:>{}.{}g}", row[j], j == 0 ? width - 1 : width, options.precision);
      line += '\n';
    }
    write(line);
  }
}

std::string file_text(const Options& options, const std::vector<Index>& shape, const char* type) {
  return fmt::format("# written to {}: {} of shape {}\n", options.output, type, io::shape_text(shape));
}

nlohmann::ordered_json file_json(const Options& options, const std::vector<Index>& shape, const char* type) {
  return {{"file", options.output}, {"dtype", type}, {"shape", shape}};
}

template void write_rows(const double*, Index, Index, const Options&);
template void write_rows(const float*, Index, Index, const Options&);

}  // namespace treefix::cli
