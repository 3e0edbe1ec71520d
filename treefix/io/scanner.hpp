// Checks the text before the XML parser reads it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/load.hpp>
#include <treefix/io/report.hpp>

namespace treefix::io {

/// A section of the text that consists of whole elements.
struct Chunk {
  char* begin = nullptr;
  char* end = nullptr;
};

/// Checks that tags are well formed and closed, that attributes are quoted and not given twice, that references are
/// valid, that sizes are within the limits, and that there is no DOCTYPE. Reports the first problem with its position
/// and stops there. Warns about text between elements. These checks come before pugixml, which accepts many malformed
/// files. Text that passes goes to pugixml in chunks, because a tree of all elements of a large file takes several
/// times the size of the file.
class Scanner {
 public:
  Scanner(Source& source, const LoadLimits& limits, Report& report);

  /// Moves to the root element. Returns false, and reports a problem, if there is none.
  bool find_root();
  std::string_view root_name() const { return open_.empty() ? std::string_view() : open_[0].name; }
  /// The opening tag of the root without its closing tag. So the XML parser reports the closing tag as missing.
  Chunk root_tag() const { return root_tag_; }

  /// The next children of the root, one or more; nullopt after the last one or after a problem.
  std::optional<Chunk> next_children();
  /// The whole root element. Call it instead of next_children.
  std::optional<Chunk> whole_root();
  /// Whether a problem ended the scan.
  bool failed() const { return failed_; }

 private:
  struct Open {
    std::string_view name;
    const char* at;
  };
  struct Attribute {
    std::string_view element, name;
    const char* at;
    std::string describe() const;  // "attribute 'name' in <link>"
  };
  enum class Token { tag, other, end, failed };

  Token next_token();  // moves past the next tag, comment or other item in angle brackets
  bool skip_past(std::string_view beginning, std::string_view ending, std::string_view what);
  bool skip_comment();
  bool skip_cdata();
  bool skip_text();  // to the next '<'
  void warn_of_text(const char* begin, const char* end);  // unless text is expected here, or it is white space
  bool expects_text();
  /// Checks the references from here to `last`: those of an attribute or, if it is null, those of text.
  bool check_references(const char* last, const Attribute* attribute);
  bool read_tag();
  bool read_closing_tag();
  bool read_attributes(std::string_view element);
  bool read_attribute(std::string_view element);
  bool skip_value(const Attribute& attribute);  // from its opening quote
  bool remember(const Attribute& attribute);  // fails if the tag already has it
  void finish();  // checks the text after the root
  bool fail(const char* at, const Finding& finding);
  std::string_view read_name();
  void skip_space();

  Source& source_;
  const LoadLimits& limits_;
  Report& report_;
  char* at_;
  char* end_;
  const char* ampersand_;  // the first '&' that has not been checked, or before at_
  std::vector<Open> open_;  // elements that are not closed yet, the root first
  std::size_t without_text_ = 0;  // how many of them, from the root on, are known to have no text
  std::vector<std::string_view> attributes_;  // names of the current tag
  Index elements_ = 0;
  bool root_closed_ = false, failed_ = false;
  Chunk root_tag_;
};

}  // namespace treefix::io
