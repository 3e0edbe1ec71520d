// Numbers in attributes: every one whole, finite, and as many as there should be.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/element.hpp>
#include <treefix/spatial/vec3.hpp>

namespace treefix::io {

/// What a text that should be a number is: the number, or why it is none.
struct ParsedNumber {
  double value = 0;
  const char* problem = nullptr;  // "NaN", "text after the number", …; null if it is a number
  const char* hint = "";
};

/// Decimal or scientific notation, with a sign or without, nothing before or after. The locale plays no part.
ParsedNumber parse_number(std::string_view text);

// The readers below return nothing if the attribute is absent or wrong; what is wrong has been reported then. So
// "value_or(default)" reads on, and all problems of a file are found in one go.

/// Between least and most numbers, separated by space.
std::optional<std::vector<double>> read_list(const Element& element, const char* attribute, Index least, Index most,
                                             Report& report);
/// Exactly `count` numbers into `out`, which is only written if all are good: no allocation, for large files.
bool read_exactly(const Element& element, pugi::xml_attribute attribute, double* out, Index count, Report& report);
inline bool read_exactly(const Element& element, const char* attribute, double* out, Index count, Report& report) {
  return read_exactly(element, element.node().attribute(attribute), out, count, report);
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
