// The files of a robot: the main file, included files and mesh files.
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

/// Owns the documents and sources that elements point into. To iterate over children as if each <include> were replaced
/// by the contents of its file: for (Element e = files.first_child(x); e; e = files.next(e)).
class Files {
 public:
  /// Reads the main file and the files that it includes. Reports problems and keeps what could be read.
  Files(Source& source, Scanner& scanner, const LoadOptions& options, Report& report);
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  /// <mujoco>, or an absent element if it could not be parsed.
  Element root() const { return root_; }
  Element first_child(const Element& element) const;
  Element next(const Element& element) const;

  /// The text of the file that an attribute names. Looks in folder, which is relative to the folder of the main file,
  /// then in the folder of the file that contains the attribute. Reports a file that cannot be read, and returns null.
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
  /// The element, or the first element of the file that it includes, if that could be read.
  Element enter(Element element) const;

  const LoadOptions& options_;
  Path folder_;  // canonical
  std::size_t bytes_left_;
  Document main_;
  Element root_;
  std::deque<Included> included_;
  std::unordered_map<const void*, Element> root_of_, include_of_;  // from <include> to the root of its file, and back
  std::unordered_set<std::string> names_;  // canonical paths of all files of the robot
};

}  // namespace treefix::io::mjcf
