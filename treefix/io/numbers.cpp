#include <treefix/io/numbers.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <treefix/base/text.hpp>
#include <treefix/io/characters.hpp>

namespace treefix::io {

namespace {

constexpr const char* comma_hint = "write numbers with a decimal point and separate them by spaces, not commas";

const char* hint_for(std::string_view text) {
  if (text.find(',') != std::string_view::npos) return comma_hint;
  if (text.starts_with("0x") || text.starts_with("0X")) return "write it as a decimal number";
  if (text.starts_with("$")) return "this looks like xacro; expand it first: xacro FILE > FILE.urdf";
  return "";
}

/// Iterates over the words of a text.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  /// The next word; empty at the end.
  std::string_view next() {
    std::size_t first = 0;
    while (first < rest_.size() && is_space(rest_[first])) ++first;
    std::size_t last = first;
    while (last < rest_.size() && !is_space(rest_[last])) ++last;
    const std::string_view word = rest_.substr(first, last - first);
    rest_.remove_prefix(last);
    return word;
  }

 private:
  std::string_view rest_;
};

std::string how_many(Index least, Index most) {
  if (least == most) return most == 1 ? "one number" : concat(most, " numbers");
  return concat(least, " to ", most, " numbers");
}

void report_number(const Element& element, const char* attribute, std::string_view word, Index index, bool single,
                   const ParsedNumber& parsed, Report& report, Infinity infinity = Infinity::refused) {
  const std::string_view text = element.attribute(attribute).value_or("");
  std::string seen = quoted(attribute, text);
  if (!single) seen += concat(", where number ", index + 1, " is ", quoted("", word).substr(4));
  report.error(element.where(attribute),
               {.seen = concat(seen, ": ", parsed.problem),
                .expected = infinity == Infinity::allowed ? "a number, inf or -inf" : "a finite number",
                .hint = parsed.hint});
}

void report_count(const Element& element, const char* attribute, Index found, bool more, Index least, Index most,
                  Report& report) {
  const std::string_view text = element.attribute(attribute).value_or("");
  report.error(element.where(attribute),
               {.seen = concat(quoted(attribute, text), found == 0 ? ": empty"
                                                        : more     ? concat(": more than ", most)
                                                                   : concat(": ", how_many(found, found))),
                .expected = how_many(least, most),
                .hint = found > 0 && text.find(',') != std::string_view::npos ? comma_hint : ""});
}

/// Whether a number that is out of range for a double is too small, not too large: whether its first digit other than
/// zero stands behind the point once the exponent has moved it.
bool underflows(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t digit = mantissa.find_first_of("123456789");
  std::string_view power = number.substr(std::min(e + 1, number.size()));
  const bool negative = power.starts_with('-');
  if (negative || power.starts_with('+')) power.remove_prefix(1);
  constexpr Index most = Index{1} << 60;  // far above the number of digits of any text
  Index exponent = 0;
  if (std::from_chars(power.data(), power.data() + power.size(), exponent).ec == std::errc::result_out_of_range)
    exponent = most;
  exponent = std::min(exponent, most);
  return static_cast<Index>(point) - static_cast<Index>(digit) + (negative ? -exponent : exponent) <= 0;
}

}  // namespace

ParsedNumber parse_number(std::string_view text) {
  const std::size_t sign = text.starts_with('+') ? 1 : 0;  // from_chars accepts only minus
  const char *first = text.data() + sign, *last = text.data() + text.size();
  ParsedNumber parsed;
  if (first == last) return {0, "not a number", ""};
  if (sign == 1 && *first == '-') return {0, "not a number", ""};
  const auto [end, error] = std::from_chars(first, last, parsed.value);
  if (error == std::errc::invalid_argument) return {0, "not a number", hint_for(text)};
  if (end != last) return {0, "extra characters after the number", hint_for(text)};
  if (error == std::errc::result_out_of_range) {
    if (!underflows({first, static_cast<std::size_t>(last - first)})) return {0, "out of range for a double", ""};
    return {*first == '-' ? -0.0 : 0.0, nullptr, ""};
  }
  if (std::isnan(parsed.value)) return {0, "NaN", ""};
  if (std::isinf(parsed.value)) parsed.problem = "infinite";
  return parsed;
}

bool read_exactly(const Element& element, pugi::xml_attribute attribute, double* out, Index count, Report& report,
                  Infinity infinity) {
  if (!attribute) return false;
  constexpr Index room = 16;
  double values[room];
  Words words(attribute.value());
  for (Index k = 0; k < count; ++k) {
    const std::string_view word = words.next();
    if (word.empty()) {
      report_count(element, attribute.name(), k, false, count, count, report);
      return false;
    }
    const ParsedNumber parsed = parse_number(word);
    const bool unlimited = infinity == Infinity::allowed && std::isinf(parsed.value);
    if (parsed.problem != nullptr && !unlimited) {
      report_number(element, attribute.name(), word, k, count == 1, parsed, report, infinity);
      return false;
    }
    values[k] = parsed.value;
  }
  if (!words.next().empty()) {
    report_count(element, attribute.name(), count, true, count, count, report);
    return false;
  }
  std::copy(values, values + count, out);
  return true;
}

std::optional<std::vector<double>> read_list(const Element& element, const char* attribute, Index least, Index most,
                                             Report& report) {
  const auto text = element.attribute(attribute);
  if (!text) return {};
  std::vector<double> values;
  Words words(*text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (ssize(values) == most) {
      report_count(element, attribute, most, true, least, most, report);
      return {};
    }
    const ParsedNumber parsed = parse_number(word);
    if (parsed.problem != nullptr) {
      report_number(element, attribute, word, ssize(values), most == 1, parsed, report);
      return {};
    }
    values.push_back(parsed.value);
  }
  if (ssize(values) < least) {
    report_count(element, attribute, ssize(values), false, least, most, report);
    return {};
  }
  return values;
}

}  // namespace treefix::io
