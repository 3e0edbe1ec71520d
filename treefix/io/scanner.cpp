#include <treefix/io/scanner.hpp>

#include <algorithm>
#include <array>
#include <cstring>

#include <treefix/base/text.hpp>
#include <treefix/io/characters.hpp>
#include <treefix/io/encoding.hpp>
#include <treefix/io/quoted.hpp>

namespace treefix::io {

namespace {

using enum Diagnostic::Topic;

/// Letters and digits of any alphabet, and the punctuation that XML allows in names.
constexpr auto name_characters = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 256; ++c)
    table[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
               c == '-' || c == '.' || c >= 0x80;
  return table;
}();
constexpr bool is_name(char c) { return name_characters[static_cast<unsigned char>(c)]; }
constexpr bool begins_name(char c) { return is_name(c) && !(c >= '0' && c <= '9') && c != '-' && c != '.'; }

/// The minimum number of bytes in a chunk: large enough that the fixed cost of a parser run is negligible, small enough
/// to stay in cache.
constexpr std::ptrdiff_t chunk_size = 1 << 16;

constexpr const char* truncated = "the file may be truncated";
constexpr const char* escape = "write a literal '<' as &lt;";

}  // namespace

Scanner::Scanner(Source& source, const LoadLimits& limits, Report& report)
    : source_(source), limits_(limits), report_(report), at_(source.begin()), end_(source.end()),
      ampersand_(source.begin()) {}

bool Scanner::fail(const char* at, const Finding& finding) {
  report_.error({&source_, at, {}}, finding);
  failed_ = true;
  return false;
}

void Scanner::skip_space() {
  while (at_ != end_ && is_space(*at_)) ++at_;
}

std::string_view Scanner::read_name() {
  const char* first = at_;
  if (at_ == end_ || !begins_name(*at_)) return {};
  while (at_ != end_ && is_name(*at_)) ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

bool Scanner::skip_past(std::string_view beginning, std::string_view ending, std::string_view what) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t found = rest.find(ending, beginning.size());
  if (found == std::string_view::npos)
    return fail(at_, {.topic = syntax,
                      .seen = concat("a ", what, " that is not closed"),
                      .expected = concat("'", ending, "'"),
                      .hint = truncated});
  at_ += found + ending.size();
  return true;
}

std::string Scanner::Attribute::describe() const { return concat("attribute '", name, "' in <", element, ">"); }

bool Scanner::read_attribute(std::string_view element) {
  const char* first = at_;
  const Attribute attribute{element, read_name(), first};
  if (attribute.name.empty())
    return fail(at_, {.topic = syntax,
                      .seen = concat(excerpt(at_, end_), " in <", element, ">"),
                      .expected = "an attribute name, '>' or '/>'"});
  skip_space();
  if (at_ == end_ || *at_ != '=')
    return fail(first, {.topic = syntax,
                        .seen = concat(attribute.describe(), " has no value"),
                        .expected = concat(attribute.name, "=\"…\"")});
  ++at_;
  skip_space();
  return skip_value(attribute) && remember(attribute);
}

bool Scanner::skip_value(const Attribute& attribute) {
  if (at_ == end_ || (*at_ != '"' && *at_ != '\''))
    return fail(at_, {.topic = syntax,
                      .seen = concat("the value of ", attribute.describe(), " is not in quotes"),
                      .expected = concat(attribute.name, "=\"…\"")});
  const char quote = *at_++;
  const auto* close = static_cast<char*>(std::memchr(at_, quote, static_cast<std::size_t>(end_ - at_)));
  const char* last = close != nullptr ? close : end_;
  if (const auto* tag = static_cast<const char*>(std::memchr(at_, '<', static_cast<std::size_t>(last - at_))))
    return fail(attribute.at, {.topic = syntax,
                               .seen = concat("the value of ", attribute.describe(), " contains '<' on line ",
                                              source_.place(tag).line),
                               .expected = concat("the closing quote ", std::string_view(&quote, 1), " before it"),
                               .hint = escape});
  if (close == nullptr)
    return fail(attribute.at, {.topic = syntax,
                               .seen = concat("the value of ", attribute.describe(), " is not closed"),
                               .expected = concat("the closing quote ", std::string_view(&quote, 1)),
                               .hint = truncated});
  const auto length = static_cast<std::size_t>(close - at_);
  if (length > limits_.attribute)
    return fail(attribute.at, {.topic = syntax,
                               .seen = concat(attribute.describe(), " has ", length, " bytes"),
                               .expected = concat("at most ", limits_.attribute),
                               .hint = "raise limits.attribute (--max-attribute) if this is intended"});
  if (ampersand_ < close && !check_references(close, &attribute)) return false;
  at_ += length + 1;
  return true;
}

bool Scanner::remember(const Attribute& attribute) {
  const std::string_view name = attribute.name;
  // names mostly differ in length or in their last letter, like ixx and ixy, so the full comparison is rare
  const auto same = [&](std::string_view other) {
    return other.size() == name.size() && other.back() == name.back() && other == name;
  };
  if (std::any_of(attributes_.begin(), attributes_.end(), same))
    return fail(
        attribute.at,
        {.topic = syntax, .seen = concat(attribute.describe(), " is given twice"), .expected = "each attribute once"});
  // Each attribute is compared with all others of its element, and no format needs more than a few dozen.
  constexpr std::size_t most_attributes = 1000;
  attributes_.push_back(name);
  if (attributes_.size() > most_attributes)
    return fail(attribute.at,
                {.topic = syntax,
                 .seen = concat("more than ", most_attributes, " attributes in <", attribute.element, ">"),
                 .expected = concat("at most ", most_attributes)});
  return true;
}

bool Scanner::read_attributes(std::string_view element) {
  attributes_.clear();
  for (;;) {
    const bool space = at_ != end_ && is_space(*at_);
    skip_space();
    if (at_ == end_)
      return fail(element.data() - 1, {.topic = syntax,
                                       .seen = concat("the tag <", element, " is not closed"),
                                       .expected = "'>'",
                                       .hint = truncated});
    if (*at_ == '>' || *at_ == '/') return true;
    if (!space && !attributes_.empty())
      return fail(at_, {.topic = syntax,
                        .seen = concat("no space before ", excerpt(at_, end_), " in <", element, ">"),
                        .expected = "a space between attributes"});
    if (!read_attribute(element)) return false;
  }
}

bool Scanner::read_tag() {
  const char* first = at_++;
  const std::string_view name = read_name();
  if (name.empty())
    return fail(
        first,
        {.topic = syntax, .seen = excerpt(first, end_), .expected = "an element name after '<'", .hint = escape});
  if (++elements_ > limits_.elements)
    return fail(first, {.topic = syntax,
                        .seen = concat("more than ", limits_.elements, " elements"),
                        .expected = concat("at most ", limits_.elements),
                        .hint = "raise limits.elements (--max-elements) if this is intended"});
  if (ssize(open_) >= limits_.depth)
    return fail(first, {.topic = syntax,
                        .seen = "elements are nested too deeply",
                        .expected = concat("at most ", limits_.depth, " levels"),
                        .hint = "raise limits.depth (--max-depth) if this is intended"});
  if (!read_attributes(name)) return false;
  if (*at_ == '>') {
    ++at_;
    open_.push_back({name, first});
    return true;
  }
  ++at_;  // the slash of '/>'
  if (at_ == end_ || *at_ != '>')
    return fail(at_ - 1, {.topic = syntax, .seen = concat("'/' in <", name, ">"), .expected = "'/>'"});
  ++at_;
  if (open_.empty()) {
    open_.push_back({name, first});  // a root without children
    root_closed_ = true;
  }
  return true;
}

bool Scanner::read_closing_tag() {
  const char* first = at_;
  at_ += 2;
  const std::string_view name = read_name();
  skip_space();
  if (at_ == end_ || *at_ != '>')
    return fail(first, {.topic = syntax,
                        .seen = excerpt(first, end_),
                        .expected = concat("</", open_.back().name, ">"),
                        .hint = at_ == end_ ? truncated : ""});
  ++at_;
  if (name != open_.back().name)
    return fail(first, {.topic = syntax,
                        .seen = concat("</", name, ">"),
                        .expected = concat("</", open_.back().name, ">, because <", open_.back().name, "> on line ",
                                           source_.place(open_.back().at).line, " is not closed")});
  if (open_.size() == 1)
    root_closed_ = true;
  else
    open_.pop_back();
  without_text_ = std::min(without_text_, open_.size());
  return true;
}

Scanner::Token Scanner::next_token() {
  if (failed_) return Token::failed;
  skip_space();
  if (at_ != end_ && *at_ != '<' && !skip_text()) return Token::failed;
  if (at_ == end_) return Token::end;
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const auto other = [](bool good) { return good ? Token::other : Token::failed; };
  if (rest.starts_with("<!--")) return other(skip_comment());
  if (rest.starts_with("<?")) return other(skip_past("<?", "?>", "processing instruction"));
  if (rest.starts_with("<![CDATA[") && !open_.empty() && !root_closed_) return other(skip_cdata());
  if (rest.starts_with("<!")) {
    const bool doctype = rest.starts_with("<!DOCTYPE");
    return other(fail(at_, {.topic = syntax,
                            .seen = doctype ? "a DOCTYPE" : excerpt(at_, end_),
                            .expected = "elements only",
                            .hint = doctype ? "remove it; its entities are not expanded" : ""}));
  }
  const bool closing = rest.starts_with("</") && !open_.empty();
  return (closing ? read_closing_tag() : read_tag()) ? Token::tag : Token::failed;
}

bool Scanner::find_root() {
  const char* start = check_encoding(source_, report_);
  failed_ = start == nullptr;
  if (failed_) return false;
  at_ = source_.begin() + (start - source_.begin());
  for (;;) {
    skip_space();
    if (at_ != end_ && *at_ != '<')
      return fail(at_, {.topic = syntax,
                        .seen = concat("text outside the root element: ", excerpt(at_, end_)),
                        .expected = "an XML file that begins with <robot> or <mujoco>"});
    char* tag = at_;
    switch (next_token()) {
      case Token::tag:
        root_tag_ = {tag, at_};
        if (root_closed_) finish();
        return !failed_;
      case Token::other: break;
      case Token::failed: return false;
      case Token::end:
        return fail(end_, {.topic = syntax, .seen = "the file has no elements", .expected = "<robot> or <mujoco>"});
    }
  }
}

void Scanner::finish() {
  for (;;) {
    skip_space();
    if (at_ == end_) return;
    if (*at_ != '<' || (at_ + 1 != end_ && at_[1] != '!' && at_[1] != '?')) {
      fail(at_, {.topic = syntax,
                 .seen = concat(excerpt(at_, end_), " after the end of <", root_name(), ">"),
                 .expected = "the end of the file, because a file has one root element"});
      return;
    }
    if (next_token() == Token::failed) return;
  }
}

std::optional<Chunk> Scanner::next_children() {
  if (failed_ || root_closed_) return {};
  Chunk chunk;
  for (;;) {
    const char* before = at_;
    switch (next_token()) {
      case Token::failed: return {};
      case Token::end:
        fail(open_.back().at, {.topic = syntax,
                               .seen = concat("<", open_.back().name, "> is not closed"),
                               .expected = concat("</", open_.back().name, "> before the end of the file"),
                               .hint = truncated});
        return {};
      case Token::other: continue;
      case Token::tag: break;
    }
    if (root_closed_) {
      finish();
      return failed_ || chunk.begin == nullptr ? std::nullopt : std::optional(chunk);
    }
    if (chunk.begin == nullptr) chunk.begin = const_cast<char*>(before);
    if (open_.size() > 1) continue;  // inside a child
    chunk.end = at_;
    if (chunk.end - chunk.begin >= chunk_size) return chunk;
  }
}

std::optional<Chunk> Scanner::whole_root() {
  Chunk whole = root_tag_;
  while (!root_closed_)
    if (!next_children()) break;
  if (failed_) return {};
  whole.end = end_;
  return whole;
}

}  // namespace treefix::io
