#include <treefix/io/npy_header.hpp>

#include <charconv>
#include <optional>
#include <utility>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>

namespace treefix::io {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t most_header_bytes = 65535;  // the maximum of version 1.0; NumPy itself accepts 10000
constexpr std::size_t most_axes = 3;
constexpr std::size_t alignment = 64;

/// Bytes in a message: shortened, and escaped where they are not text.
std::string shown(std::string_view bytes) {
  constexpr std::size_t longest = 20;
  return concat("'", printable(bytes.substr(0, longest)), bytes.size() > longest ? "…'" : "'");
}

/// Reads the header from left to right. Accepts the keys that NumPy writes, in any order and with any spaces, but no
/// other Python expressions.
class HeaderReader {
 public:
  HeaderReader(const std::string& file, std::string_view text, std::size_t first)
      : file_(file), text_(text), first_(first) {}

  NpyHeader read() {
    expect('{');
    while (!accept('}')) {
      read_entry();
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_blanks();
    if (at_ < text_.size()) fail("the end of the header");
    if (!descr_) refuse_npy(file_, "the header has no 'descr'", keys);
    if (!fortran_order_) refuse_npy(file_, "the header has no 'fortran_order'", keys);
    if (!shape_) refuse_npy(file_, "the header has no 'shape'", keys);
    return {read_type(*descr_), *fortran_order_, std::move(*shape_)};
  }

 private:
  static constexpr const char* keys = "'descr', 'fortran_order' and 'shape', each once";

  void read_entry() {
    const std::string key = read_string();
    expect(':');
    if (key == "descr" && !descr_)
      descr_ = read_string();
    else if (key == "fortran_order" && !fortran_order_)
      fortran_order_ = read_truth();
    else if (key == "shape" && !shape_)
      shape_ = read_shape();
    else
      refuse_npy(file_, concat("the header has an unexpected or repeated key ", shown(key)), keys);
  }

  bool read_type(const std::string& descr) const {
    if (descr != "<f4" && descr != "<f8")
      refuse_npy(file_, concat("the number type is ", shown(descr)), "'<f8' (float64) or '<f4' (float32)",
                 "save x.astype('<f8')");
    return descr == "<f4";
  }

  std::string read_string() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect('\'', "a quoted string");
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      fail(concat("the closing quote ", quote == '"' ? "\"" : "'"));
    }
    const std::size_t begin = std::exchange(at_, end + 1);
    return std::string(text_.substr(begin, end - begin));
  }

  bool read_truth() {
    skip_blanks();
    for (const std::string_view word : {"True", "False"})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    fail("True or False");
  }

  std::vector<Index> read_shape() {
    std::vector<Index> shape;
    expect('(', "'(' of the shape");
    bool comma = true;  // one after each number; optional after the last, unless that is the only one
    while (!accept(')')) {
      if (!comma) fail("',' or ')'");
      shape.push_back(read_count());
      comma = accept(',');
      if (!comma && shape.size() == 1) fail("','");
    }
    if (shape.empty() || shape.size() > most_axes)
      refuse_npy(file_, concat("the shape has ", shape.size(), " axes"), concat("1 to ", most_axes));
    return shape;
  }

  Index read_count() {
    skip_blanks();
    Index count = 0;
    const char* begin = text_.data() + at_;
    const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), count);
    if (stop == begin || *begin == '-' || error != std::errc{}) fail("an integer from 0 to 2^63 - 1");
    at_ += static_cast<std::size_t>(stop - begin);
    return count;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    const bool found = at_ < text_.size() && text_[at_] == c;
    if (found) ++at_;
    return found;
  }
  void expect(char c, std::string_view what = "") {
    if (!accept(c)) fail(what.empty() ? concat("'", std::string(1, c), "'") : std::string(what));
  }
  [[noreturn]] void fail(std::string expected) const {
    if (at_ == text_.size()) refuse_npy(file_, "the header ends too early", std::move(expected));
    refuse_npy(file_, concat("at byte ", first_ + at_, ", the header has ", shown(text_.substr(at_))),
               std::move(expected));
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t first_, at_ = 0;
  std::optional<std::string> descr_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<Index>> shape_;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = 256 * value + static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

void refuse_npy(const std::string& file, std::string seen, std::string expected, std::string hint) {
  throw ParseError({{.topic = Diagnostic::Topic::structure,
                     .file = file,
                     .seen = std::move(seen),
                     .expected = std::move(expected),
                     .hint = std::move(hint)}});
}

NpyPrefix read_npy_prefix(const std::string& file, std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic)
    refuse_npy(file, concat("the file begins with ", shown(bytes.substr(0, magic.size()))),
               concat(shown(magic), ", as NumPy files do"));
  if (bytes.size() < npy_shortest_prefix)
    refuse_npy(file, concat("the file has ", bytes.size(), " bytes"), concat(npy_shortest_prefix, " or more"));
  const int major = static_cast<unsigned char>(bytes[6]), minor = static_cast<unsigned char>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0)
    refuse_npy(file, concat("the format version is ", major, ".", minor), "1.0, 2.0 or 3.0");
  const std::size_t size = major == 1 ? npy_shortest_prefix : npy_longest_prefix;
  if (bytes.size() < size) refuse_npy(file, concat("the file has ", bytes.size(), " bytes"), concat(size, " or more"));
  const std::size_t header_size = little_endian(bytes.substr(8, size - 8));
  if (header_size > most_header_bytes)
    refuse_npy(file, concat("the header has ", header_size, " bytes"), concat("at most ", most_header_bytes));
  return {size, header_size};
}

NpyHeader read_npy_header(const std::string& file, std::string_view bytes, std::size_t first) {
  return HeaderReader(file, bytes, first).read();
}

std::string npy_header_text(const NpyHeader& header) {
  std::string line = concat("{'descr': '", header.is_float ? "<f4" : "<f8",
                            "', 'fortran_order': ", header.fortran_order ? "True" : "False",
                            ", 'shape': ", shape_text(header.shape), ", }");
  const std::size_t whole = npy_shortest_prefix + line.size() + 1;
  line.append((alignment - whole % alignment) % alignment, ' ');
  line += '\n';
  const char size[] = {static_cast<char>(line.size() % 256), static_cast<char>(line.size() / 256)};
  return concat(magic, std::string_view("\x01\x00", 2), std::string_view(size, 2), line);
}

std::string shape_text(View<const Index> shape) {
  std::string text;
  for (const Index n : shape) text += concat(text.empty() ? "" : ", ", n);
  return concat("(", text, shape.size() == 1 ? ",)" : ")");
}

}  // namespace treefix::io
