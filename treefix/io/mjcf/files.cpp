#include <treefix/io/mjcf/files.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/io/mjcf/schema.hpp>

namespace treefix::io::mjcf {

namespace fs = std::filesystem;

namespace {

using enum Diagnostic::Topic;

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  // weakly_canonical does not make a relative path absolute if no part of it exists
  fs::path found = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path.lexically_normal() : found;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool climbs(const fs::path& path) {
  return path.is_absolute() || std::any_of(path.begin(), path.end(), [](const fs::path& p) { return p == ".."; });
}

/// The next node of a document in the order of its text.
pugi::xml_node following(pugi::xml_node node, const pugi::xml_node& root) {
  if (const pugi::xml_node child = node.first_child()) return child;
  while (node != root) {
    if (const pugi::xml_node sibling = node.next_sibling()) return sibling;
    node = node.parent();
  }
  return {};
}

}  // namespace

Files::Files(Source& source, Scanner& scanner, const LoadOptions& options, Report& report)
    : options_(options), folder_(options.folder.empty() ? Path() : resolved(options.folder)),
      bytes_left_(options.limits.bytes - std::min(options.limits.bytes, source.text().size())) {
  const bool has_includes = source.text().find("<include") != std::string_view::npos;
  if (const auto chunk = scanner.whole_root()) root_ = main_.parse(source, *chunk, report);
  if (!root_ || !has_includes) return;
  names_.insert(resolved(source.name()).string());
  expand(root_, report);
  for (std::size_t k = 0; k < included_.size(); ++k)  // included_ grows while files include others
    if (const auto& file = included_[k]; file.root) expand(file.root, report);
}

void Files::expand(const Element& root, Report& report) {
  for (pugi::xml_node node = root.node(); node; node = following(node, root.node()))
    if (std::string_view(node.name()) == "include") include({node, root.source()}, report);
}

void Files::include(const Element& element, Report& report) {
  check_attributes(element, Kind::include, report);
  if (element.first_child())
    report.error(element.where(), {.topic = structure, .seen = "it has child elements", .expected = "none"});
  const auto name = element.attribute("file");
  if (!name) {
    report.error(element.where(),
                 {.topic = structure, .seen = "attribute 'file' is missing", .expected = "file=\"…\""});
    return;
  }
  const auto path = locate(element, "file", *name, "", report);
  if (!path) return;
  if (!names_.insert(resolved(*path).string()).second) {
    report.error(element.where("file"), {.topic = structure,
                                         .seen = concat(quoted("file", *name), ", which is already included"),
                                         .expected = "each file once",
                                         .hint = "a file must not include itself"});
    return;
  }
  auto source = open(element, "file", *name, "", report);
  if (!source) return;
  Included& file = included_.emplace_back();
  file.source = std::move(source);
  Scanner scanner(*file.source, options_.limits, report);
  if (!scanner.find_root()) return;
  if (const auto chunk = scanner.whole_root()) file.root = file.document.parse(*file.source, *chunk, report);
  if (!file.root) return;
  if (!file.root.first_child())
    report.error(element.where("file"), {.topic = structure,
                                         .seen = concat(quoted("file", *name), ", which has no elements"),
                                         .expected = "a root with at least one child element"});
  root_of_.emplace(id(element), file.root);
  include_of_.emplace(id(file.root), element);
}

std::optional<fs::path> Files::locate(const Element& element, const char* attribute, std::string_view name,
                                      std::string_view folder, Report& report) const {
  const auto refuse = [&](std::string_view why, std::string_view expected, std::string_view hint) {
    report.error(element.where(attribute), {.topic = file,
                                            .seen = concat(quoted(attribute, name), why),
                                            .expected = std::string(expected),
                                            .hint = std::string(hint)});
    return std::nullopt;
  };
  if (options_.folder.empty())
    return refuse(", but a robot loaded from text has no folder", "no other files",
                  "set the folder option, or load a file");
  const Path relative(name), within(folder);
  if (name.empty()) return refuse("", "the name of a file", "");
  constexpr std::string_view inside = "a file inside the folder of the main file";
  if (climbs(relative) || climbs(within)) {
    const bool blame_folder = !climbs(relative);
    return refuse(blame_folder ? concat(" in the folder ", quoted("meshdir", folder).substr(11)) : "", inside,
                  "absolute paths and '..' are not allowed");
  }
  const Path beside = Path(element.source().name()).parent_path();
  Path first;
  for (const Path& candidate : {options_.folder / within / relative, beside / relative}) {
    const Path path = resolved(candidate);
    if (!is_inside(path, folder_)) return refuse(", which leads outside through a symbolic link", inside, "");
    if (first.empty()) first = candidate.lexically_normal();
    std::error_code failed;
    if (fs::exists(path, failed)) return candidate.lexically_normal();
  }
  return first;
}

std::unique_ptr<Source> Files::open(const Element& element, const char* attribute, std::string_view name,
                                    std::string_view folder, Report& report) {
  const auto path = locate(element, attribute, name, folder, report);
  if (!path) return nullptr;
  const auto refuse = [&](std::string_view why) {
    report.error(element.where(attribute), {.topic = file, .seen = concat(quoted(attribute, name), ": ", why)});
    return nullptr;
  };
  std::error_code failed;
  if (fs::exists(*path, failed) && !fs::is_regular_file(*path, failed)) return refuse("it is not a regular file");
  try {
    auto source = std::make_unique<Source>(*path, bytes_left_);
    bytes_left_ -= source->text().size();
    return source;
  } catch (const FileError& error) {
    return refuse(error.what());
  }
}

Element Files::enter(Element element) const {
  while (element.name() == "include") {
    const auto found = root_of_.find(id(element));
    const Element inside = found == root_of_.end() ? Element() : found->second.first_child();
    if (!inside) break;
    element = inside;
  }
  return element;
}

Element Files::first_child(const Element& element) const {
  const Element first = enter(element.first_child());
  return first.name() == "include" ? next(first) : first;
}

Element Files::next(const Element& element) const {
  for (Element e = element;;) {
    const Element after = enter(e.next());
    if (after && after.name() != "include") return after;
    if (after) {
      e = after;  // an include that could not be read
      continue;
    }
    if (include_of_.empty()) return {};
    const auto found = include_of_.find(id(e.parent()));
    if (found == include_of_.end()) return {};
    e = found->second;
  }
}

}  // namespace treefix::io::mjcf
