// Elements of a parsed document, with their positions in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include <treefix/io/quoted.hpp>
#include <treefix/io/report.hpp>
#include <treefix/io/scanner.hpp>

namespace treefix::io {

/// An element of a Document. A small value, valid as long as the document and the source exist. An absent element
/// converts to false and has no attributes and no children.
class Element {
 public:
  Element() = default;
  Element(pugi::xml_node node, const Source& source) : node_(node), source_(&source) {}

  explicit operator bool() const { return static_cast<bool>(node_); }
  std::string_view name() const { return node_.name(); }

  bool has(const char* attribute) const { return static_cast<bool>(node_.attribute(attribute)); }
  /// The text of an attribute, or nullopt if there is none.
  std::optional<std::string_view> attribute(const char* name) const {
    const pugi::xml_attribute found = node_.attribute(name);
    return found ? std::optional<std::string_view>(found.value()) : std::nullopt;
  }
  pugi::xml_object_range<pugi::xml_attribute_iterator> attributes() const { return node_.attributes(); }

  Element parent() const { return {node_.parent(), *source_}; }
  /// Iterate over children with for (Element e = x.first_child(); e; e = e.next()). Text between elements is skipped.
  Element first_child() const { return skip_text(node_.first_child()); }
  Element next() const { return skip_text(node_.next_sibling()); }

  /// "joint 'elbow'" if it has a name, else "<limit> of joint 'elbow'" with the nearest enclosing element that has one.
  std::string describe() const;
  Where where() const;
  /// The position of the attribute, or of the element if it has no such attribute.
  Where where(const char* attribute) const;

  const Source& source() const { return *source_; }
  pugi::xml_node node() const { return node_; }

 private:
  Element skip_text(pugi::xml_node node) const {
    while (node && node.type() != pugi::node_element) node = node.next_sibling();
    return {node, *source_};
  }

  pugi::xml_node node_;
  const Source* source_ = nullptr;
};

/// A parsed chunk of a source. Elements point into both.
class Document {
 public:
  /// Parses in place, so each chunk can be parsed only once. Discards the previous content. Returns the first element,
  /// or an absent one if the parser reported an error.
  Element parse(Source& source, Chunk chunk, Report& report);

 private:
  pugi::xml_document document_;
};

}  // namespace treefix::io
