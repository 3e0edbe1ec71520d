// Elements of a parsed document that know where they stand in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include <treefix/io/report.hpp>
#include <treefix/io/scanner.hpp>

namespace treefix::io {

/// An element of a Document. A small value, valid as long as document and source are; an absent one is false, and has no
/// attributes and no children.
class Element {
 public:
  Element() = default;
  Element(pugi::xml_node node, const Source& source) : node_(node), source_(&source) {}

  explicit operator bool() const { return static_cast<bool>(node_); }
  std::string_view name() const { return node_.name(); }

  bool has(const char* attribute) const { return static_cast<bool>(node_.attribute(attribute)); }
  /// The text of an attribute; nothing if there is none.
  std::optional<std::string_view> attribute(const char* name) const {
    const pugi::xml_attribute found = node_.attribute(name);
    return found ? std::optional<std::string_view>(found.value()) : std::nullopt;
  }
  pugi::xml_object_range<pugi::xml_attribute_iterator> attributes() const { return node_.attributes(); }

  Element parent() const { return {node_.parent(), *source_}; }
  /// To go through children: for (Element e = x.first_child(); e; e = e.next()). Text between elements is passed over.
  Element first_child() const { return skip_text(node_.first_child()); }
  Element next() const { return skip_text(node_.next_sibling()); }

  /// "joint 'elbow'" if it has a name, else "<limit> of joint 'elbow'" by the nearest element around it that has.
  std::string describe() const;
  Where where() const;
  /// At the attribute, or at the element if it has no such attribute.
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

/// A parsed piece of a source; elements point into both.
class Document {
 public:
  /// Parses in place, so a piece can be parsed once. What was there before is gone. Returns its first element;
  /// an absent one if the parser refused, which has been reported then.
  Element parse(Source& source, Piece piece, Report& report);

 private:
  pugi::xml_document document_;
};

/// "name is \"value\"", long values cut.
std::string quoted(std::string_view attribute, std::string_view value);

}  // namespace treefix::io
