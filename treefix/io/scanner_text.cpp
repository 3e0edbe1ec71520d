// The part of the scanner that reads what is between tags: text, comments and CDATA sections.
#include <algorithm>
#include <cstring>

#include <treefix/base/text.hpp>
#include <treefix/io/characters.hpp>
#include <treefix/io/quoted.hpp>
#include <treefix/io/reference.hpp>
#include <treefix/io/scanner.hpp>

namespace treefix::io {

namespace {

using enum Diagnostic::Topic;

/// The elements of URDF. They have attributes and elements, but no text; elements of extensions may have text.
constexpr std::string_view urdf_elements[] = {"axis",
                                              "box",
                                              "calibration",
                                              "capsule",
                                              "child",
                                              "collision",
                                              "color",
                                              "cylinder",
                                              "dynamics",
                                              "geometry",
                                              "inertia",
                                              "inertial",
                                              "joint",
                                              "limit",
                                              "link",
                                              "mass",
                                              "material",
                                              "mesh",
                                              "mimic",
                                              "origin",
                                              "parent",
                                              "robot",
                                              "safety_controller",
                                              "sphere",
                                              "texture",
                                              "visual"};
static_assert(std::ranges::is_sorted(urdf_elements));

const char* find(char c, const char* first, const char* last) {
  const void* found = first == last ? nullptr : std::memchr(first, c, static_cast<std::size_t>(last - first));
  return found != nullptr ? static_cast<const char*>(found) : last;
}

}  // namespace

bool Scanner::check_references(const char* last, const Attribute* attribute) {
  if (ampersand_ < at_) ampersand_ = find('&', at_, end_);
  for (; ampersand_ < last; ampersand_ = find('&', ampersand_ + 1, end_)) {
    const auto [seen, expected, hint] = check_reference({ampersand_, static_cast<std::size_t>(last - ampersand_)});
    if (seen.empty()) continue;
    const std::string around =
        attribute != nullptr ? attribute->describe() : concat("the text in <", open_.back().name, ">");
    return fail(ampersand_,
                {.topic = syntax, .seen = concat(around, " has ", seen), .expected = expected, .hint = hint});
  }
  return true;
}

bool Scanner::skip_text() {
  const char* last = find('<', at_, end_);
  if (!check_references(last, nullptr)) return false;
  warn_of_text(at_, last);
  at_ += last - at_;
  return true;
}

bool Scanner::skip_comment() {
  constexpr std::string_view beginning = "<!--", ending = "-->";
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t found = rest.find("--", beginning.size());
  if (found == std::string_view::npos || found + 2 == rest.size()) return skip_past(beginning, ending, "comment");
  if (!rest.substr(found).starts_with(ending))
    return fail(at_ + found, {.topic = syntax,
                              .seen = concat(excerpt(at_ + found, end_), " in a comment"),
                              .expected = "'-->'",
                              .hint = "XML does not allow '--' inside a comment"});
  at_ += found + ending.size();
  return true;
}

bool Scanner::skip_cdata() {
  constexpr std::string_view beginning = "<![CDATA[", ending = "]]>";
  const char* first = at_ + beginning.size();
  if (!skip_past(beginning, ending, "CDATA section")) return false;
  warn_of_text(first, at_ - ending.size());
  return true;
}

void Scanner::warn_of_text(const char* begin, const char* end) {
  begin = std::find_if_not(begin, end, is_space);
  while (end != begin && is_space(end[-1])) --end;
  if (begin == end || expects_text()) return;
  report_.warning({&source_, begin, {}}, {.topic = ignored,
                                          .seen = concat("text ", excerpt(begin, end), " in <", open_.back().name, ">"),
                                          .expected = "only elements",
                                          .done = "ignored"});
}

bool Scanner::expects_text() {
  if (root_name() != "robot") return false;  // MJCF has no text
  const auto is_known = [](const Open& open) { return std::ranges::binary_search(urdf_elements, open.name); };
  while (without_text_ < open_.size() && is_known(open_[without_text_])) ++without_text_;
  return without_text_ < open_.size();
}

}  // namespace treefix::io
