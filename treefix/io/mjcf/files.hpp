// The files of a robot: the main one, those it includes, and where meshes lie.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <treefix/io/element.hpp>

namespace treefix::io::mjcf {

/// Holds documents and sources that elements point into. To go through children as if included files stood in place of
/// their <include>: for (Element e = files.first_child(x); e; e = files.next(e)).
class Files {
 public:
  /// Reads the main file and what it includes. Problems are reported; what could be read is there.
  Files(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  /// <mujoco>; an absent element if it could not be parsed.
  Element root() const { return root_; }
  Element first_child(const Element& element) const;
  Element next(const Element& element) const;

  /// The text of a file that an attribute names, inside of folder, which is relative to that of the main file. Looks
  /// beside the file with the attribute next. Null if it cannot be read, which is reported then.
  std::unique_ptr<Source> open(const Element& element, const char* attribute, std::string_view name,
                               std::string_view folder, Report& report);

 private:
  using Path = std::filesystem::path;
  struct Included {
    std::unique_ptr<Source> source{};
    Document document{};
    Element root{};
  };
  static const void* id(const Element& element) { return element.node().internal_object(); }

  void expand(const Element& root, Report& report);
  void include(const Element& element, Report& report);
  std::optional<Path> locate(const Element& element, const char* attribute, std::string_view name,
                             std::string_view folder, Report& report) const;
  /// Into included files, as far as they could be read.
  Element enter(Element element) const;

  const LoadOptions& options_;
  Path folder_;  // canonical
  std::size_t bytes_left_;
  Document main_;
  Element root_;
  std::deque<Included> included_;
  std::unordered_map<const void*, Element> root_of_, include_of_;  // <include> to the root of its file, and back
  std::unordered_set<std::string> names_;  // canonical paths of all files that make up the robot
};

}  // namespace treefix::io::mjcf
