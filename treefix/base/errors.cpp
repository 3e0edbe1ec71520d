#include <treefix/base/errors.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

namespace {

std::string list_problems(std::string_view model, const std::vector<ModelProblem>& problems) {
  std::string text = concat("model '", model, "' cannot be built, ", problems.size(),
                            problems.size() == 1 ? " problem:" : " problems:");
  constexpr std::size_t most = 1000;  // a generated model may have a problem in each of a million bodies
  for (std::size_t i = 0; i < std::min(most, problems.size()); ++i) text += concat("\n  ", problems[i].text);
  if (problems.size() > most) text += concat("\n  and ", problems.size() - most, " more");
  return text;
}

}  // namespace

Error::Error(std::string_view message) : std::runtime_error(printable_lines(message)) {}

DimensionError::DimensionError(std::string_view argument, std::size_t got, std::size_t expected)
    : Error(concat(argument, " has ", got, (got == 1 ? " entry" : " entries"), ", expected ", expected)),
      argument_(argument), got_(got), expected_(expected) {}

ModelError::ModelError(std::string_view model, std::vector<ModelProblem> problems)
    : Error(list_problems(model, problems)), problems_(std::move(problems)) {}

// x − x is zero if x is finite and NaN otherwise. There are several independent sums because large trees have millions
// of numbers, and in a single sum each addition waits for the one before.
bool all_finite(View<const double> values) {
  constexpr Index parts = 8;
  double sums[parts] = {};
  Index i = 0;
  for (; i + parts <= ssize(values); i += parts)
    for (Index k = 0; k < parts; ++k) sums[k] += values[i + k] - values[i + k];
  for (; i < ssize(values); ++i) sums[0] += values[i] - values[i];
  return std::all_of(std::begin(sums), std::end(sums), [](double sum) { return sum == 0; });
}

void require_finite(std::string_view argument, View<const double> values) {
  if (all_finite(values)) return;
  for (Index i = 0; i < ssize(values); ++i)
    if (!std::isfinite(values[i]))
      throw ValueError(concat(argument, "[", i, "] is ", values[i], ", expected a finite number"),
                       {.argument = std::string(argument), .got = concat(values[i]), .expected = "a finite number"});
}

void require_size(std::string_view argument, std::size_t got, std::size_t expected) {
  if (got != expected) throw DimensionError(argument, got, expected);
}

}  // namespace treefix
