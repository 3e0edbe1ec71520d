// Reads numbers from attributes. Each number must be complete and finite, and their count must be the expected one.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/element.hpp>
#include <treefix/spatial/vec3.hpp>

namespace treefix::io {

/// The number that a text represents, or the reason why it represents no finite one.
struct ParsedNumber {
  double value = 0;  // also inf and -inf, which have a problem
  const char* problem = nullptr;  // "NaN", "extra characters after the number", …; null if it is a number
  const char* hint = "";
};

/// Parses decimal or scientific notation with an optional sign and nothing before or after. A number that is too small
/// for a double is zero. Ignores the locale.
ParsedNumber parse_number(std::string_view text);

/// Whether inf and -inf are numbers, as in limits, where they mean that there is none.
enum class Infinity { refused, allowed };

// The readers below return nullopt or false if the attribute is absent or invalid, and report an invalid one. Callers
// continue with value_or(default), so that one run finds all problems of a file.

/// Between least and most numbers, separated by white space.
std::optional<std::vector<double>> read_list(const Element& element, const char* attribute, Index least, Index most,
                                             Report& report);
/// Reads exactly `count` numbers into `out`, which is written only if all are valid. No allocation, for large files.
bool read_exactly(const Element& element, pugi::xml_attribute attribute, double* out, Index count, Report& report,
                  Infinity infinity = Infinity::refused);
inline bool read_exactly(const Element& element, const char* attribute, double* out, Index count, Report& report,
                         Infinity infinity = Infinity::refused) {
  return read_exactly(element, element.node().attribute(attribute), out, count, report, infinity);
}

inline std::optional<double> read_number(const Element& element, const char* attribute, Report& report) {
  double value = 0;
  return read_exactly(element, attribute, &value, 1, report) ? std::optional(value) : std::nullopt;
}

inline std::optional<Vec3<double>> read_vector(const Element& element, const char* attribute, Report& report) {
  double x[3];
  if (!read_exactly(element, attribute, x, 3, report)) return {};
  return Vec3<double>{x[0], x[1], x[2]};
}

}  // namespace treefix::io
