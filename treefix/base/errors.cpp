#include <treefix/base/errors.hpp>

#include <utility>

#include <treefix/base/text.hpp>

namespace treefix {

namespace {

std::string list_problems(std::string_view model, const std::vector<std::string>& problems) {
  std::string text = concat("model '", model, "' cannot be built, ", problems.size(),
                            problems.size() == 1 ? " problem:" : " problems:");
  for (const std::string& problem : problems) text += concat("\n  ", problem);
  return text;
}

}  // namespace

DimensionError::DimensionError(std::string_view argument, std::size_t got, std::size_t wanted)
    : Error(concat(argument, " has ", got, (got == 1 ? " entry" : " entries"), ", expected ", wanted)),
      argument_(argument), got_(got), wanted_(wanted) {}

ModelError::ModelError(std::string_view model, std::vector<std::string> problems)
    : Error(list_problems(model, problems)), problems_(std::move(problems)) {}

void require_size(std::string_view argument, std::size_t got, std::size_t wanted) {
  if (got != wanted) throw DimensionError(argument, got, wanted);
}

}  // namespace treefix
