#include <cli/numbers.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include <treefix/base/errors.hpp>
#include <treefix/io/numbers.hpp>

namespace treefix::cli {

namespace {

/// Text for a message: shortened, with characters that a terminal does not show escaped.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out = "'";
  for (const char c : text.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code >= 0x7f)
      out += fmt::format("\\x{:02x}", code);
    else
      out += c;
  }
  return out + (text.size() > longest ? "…'" : "'");
}

/// Reads numbers from a text and keeps track of the position.
class Reader {
 public:
  Reader(std::string_view option, std::string_view file, std::string_view text)
      : option_(option), file_(file), text_(text) {}

  std::vector<double> read() {
    std::vector<double> numbers;
    bool comma_allowed = false;  // one after each number; "1,,2" lacks a number
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (text_[at_] == ',') {
        if (!comma_allowed) fail(numbers.size(), "expected a number before ','");
        comma_allowed = false;
        ++at_;
      } else {
        numbers.push_back(read_number(numbers.size()));
        comma_allowed = true;
      }
    }
    return numbers;
  }

 private:
  static constexpr std::string_view blanks = " \t\r\v\f\n";

  bool has_comments() const { return !file_.empty(); }

  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      if (has_comments() && text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
      if (blanks.find(text_[at_]) == std::string_view::npos) return;
      if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      }
    }
  }

  double read_number(std::size_t index) {
    const std::string_view ends = has_comments() ? " \t\r\v\f\n,#" : " \t\r\v\f\n,";
    const std::string_view token = text_.substr(at_, text_.find_first_of(ends, at_) - at_);
    // from_chars does not accept a plus sign, but many programs write one
    const std::size_t plus = token.size() > 1 && token[0] == '+' && token[1] != '-' ? 1 : 0;
    const char *begin = token.data() + plus, *end = token.data() + token.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    const bool out_of_range = error == std::errc::result_out_of_range;
    if ((error != std::errc{} && !out_of_range) || stop != end)
      fail(index, fmt::format("{} is not a number", quoted(token)));
    if (!std::isfinite(value)) fail(index, fmt::format("{} is not a finite number", quoted(token)));
    // a number that is too small is zero, as in robot files
    if (out_of_range && io::parse_number(token).problem != nullptr)
      fail(index, fmt::format("{} is too large for a double", quoted(token)));
    at_ += token.size();
    return value;
  }

  [[noreturn]] void fail(std::size_t index, std::string_view problem) const {
    if (file_.empty()) throw ValueError(fmt::format("{}, number {}: {}", option_, index + 1, problem));
    throw ValueError(fmt::format("{}:{}:{}: {} (for {})", file_, line_, at_ - line_begin_ + 1, problem, option_));
  }

  std::string_view option_, file_, text_;
  std::size_t at_ = 0, line_ = 1, line_begin_ = 0;
};

/// The contents of a file, or of standard input for "-".
std::string contents(std::string_view option, const std::string& name) {
  const auto fail = [&] {
    throw Error(fmt::format("{}: cannot read '{}': {}", option, name, std::generic_category().message(errno)));
  };
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const std::unique_ptr<std::FILE, Close> file(name == "-" ? stdin : std::fopen(name.c_str(), "rb"));
  if (!file) fail();
  std::string text;
  char block[1 << 16];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file.get())) text.append(block, count);
  if (std::ferror(file.get())) fail();
  return text;
}

}  // namespace

std::vector<double> read_numbers(std::string_view option, std::string_view text) {
  if (!text.starts_with('@')) return Reader(option, "", text).read();
  const std::string name(text.substr(1));
  if (name.empty()) throw ValueError(fmt::format("{}: expected a file name after '@'", option));
  return Reader(option, name == "-" ? "standard input" : name, contents(option, name)).read();
}

std::uint64_t read_whole_number(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value < low || value > high)
    throw ValueError(fmt::format("{}: {} is not an integer from {} to {}", option, quoted(text), low, high));
  return value;
}

double read_positive(std::string_view option, std::string_view text) {
  const std::vector<double> numbers = Reader(option, "", text).read();
  if (numbers.size() != 1 || !(numbers[0] > 0))
    throw ValueError(fmt::format("{} is {}, expected a positive number", option, quoted(text)));
  return numbers[0];
}

}  // namespace treefix::cli
