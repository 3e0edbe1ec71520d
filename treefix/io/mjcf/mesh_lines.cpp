#include <treefix/io/mjcf/mesh_lines.hpp>

#include <algorithm>

#include <treefix/io/numbers.hpp>

namespace treefix::io::mjcf {

MeshLines::MeshLines(std::string_view text) : rest_(text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(mark)) rest_.remove_prefix(mark.size());
}

bool MeshLines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : rest_.empty() ? 0 : 1);
  ++number_;
  return true;
}

std::string_view MeshLines::word() {
  constexpr std::string_view space = " \t";
  const std::size_t first = line_.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  line_.remove_prefix(first);
  const std::size_t end = std::min(line_.find_first_of(space), line_.size());
  const std::string_view found = line_.substr(0, end);
  line_.remove_prefix(end);
  return found;
}

bool read_point(MeshLines& lines, Vec3<double>& point, std::string& problem) {
  double x[3];
  for (double& value : x) {
    const std::string_view word = lines.word();
    const ParsedNumber parsed = parse_number(word);
    if (parsed.problem != nullptr || !is_coordinate(parsed.value)) {
      problem = word.empty() ? lines.problem("a point has fewer than three numbers")
                             : lines.problem(quoted("a coordinate", word), ", expected a finite number");
      return false;
    }
    value = static_cast<float>(parsed.value);  // STL files and MuJoCo use single precision
  }
  point = {x[0], x[1], x[2]};
  return true;
}

}  // namespace treefix::io::mjcf
