// Goes over the text before the XML parser does.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/load.hpp>
#include <treefix/io/report.hpp>

namespace treefix::io {

/// A stretch of the text that is made of whole elements.
struct Piece {
  char* begin = nullptr;
  char* end = nullptr;
};

/// Checks that tags are well formed and closed, attributes quoted and not given twice, sizes within the limits, and that
/// there is no DOCTYPE; each problem at its place, the first one ends the scan. What passes can be handed to pugixml,
/// which would accept much of that, and a few elements at a time: a tree of all elements of a large file takes several
/// times its size.
class Scanner {
 public:
  Scanner(Source& source, const LoadLimits& limits, Report& report);

  /// Goes to the root element. False if there is none; that has been reported then.
  bool find_root();
  std::string_view root_name() const { return open_.empty() ? std::string_view() : open_[0].name; }
  /// The tag that opens the root. It closes nothing, so the parser will say that the end is missing.
  Piece root_tag() const { return root_tag_; }

  /// The next children of the root, one or more. Nothing: that was all, or a problem was found.
  std::optional<Piece> next_children();
  /// The whole root element; to be called instead of next_children.
  std::optional<Piece> whole_root();
  /// Whether a problem ended the scan.
  bool failed() const { return failed_; }

 private:
  struct Open {
    std::string_view name;
    const char* at;
  };
  enum class Step { tag, other, end, failed };

  Step step();  // over the next tag, comment, or other thing in angle brackets
  bool skip_past(std::string_view ending, std::string_view what);
  bool read_tag();
  bool read_closing_tag();
  bool read_attributes(std::string_view element);
  bool read_attribute(std::string_view element);
  void finish();  // behind the root
  bool fail(const char* at, Finding finding);
  std::string_view read_name();
  void skip_space();

  Source& source_;
  const LoadLimits& limits_;
  Report& report_;
  char* at_;
  char* end_;
  std::vector<Open> open_;  // elements that are not closed yet, from the root
  std::vector<std::string_view> attributes_;  // of the tag that is being read
  Index elements_ = 0;
  bool root_closed_ = false, failed_ = false;
  Piece root_tag_;
};

}  // namespace treefix::io
