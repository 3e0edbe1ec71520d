#include <cli/problems.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace treefix::cli {

std::string list_problems(const std::vector<Diagnostic>& problems, std::size_t most, const std::string& advice) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, problems.size()); ++i) text += to_text(problems[i]) + "\n";
  if (problems.size() > most) text += fmt::format("and {} more{}\n", problems.size() - most, advice);
  return text;
}

std::string advise_check(const std::vector<Diagnostic>& problems) {
  return problems.empty() ? "" : fmt::format("; 'treefix check {}' lists them", problems.front().file);
}

nlohmann::ordered_json problem_json(const Diagnostic& problem) {
  return {{"severity", to_string(problem.severity)},
          {"topic", to_string(problem.topic)},
          {"file", problem.file},
          {"line", problem.line},
          {"column", problem.column},
          {"element", problem.element},
          {"seen", problem.seen},
          {"expected", problem.expected},
          {"done", problem.done},
          {"hint", problem.hint},
          {"message", to_text(problem)}};
}

}  // namespace treefix::cli
