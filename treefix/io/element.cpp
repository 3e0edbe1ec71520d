#include <treefix/io/element.hpp>

#include <treefix/base/text.hpp>

namespace treefix::io {

std::string Element::describe() const {
  constexpr std::size_t most = 100;
  int climbed = 0;  // limits the search in deeply nested files without names
  for (pugi::xml_node around = node_; around && climbed < 100; around = around.parent(), ++climbed) {
    const std::string_view given = around.attribute("name").value();
    if (given.empty()) continue;
    const std::string named =
        given.size() <= most ? concat(around.name(), " '", given, "'") : concat(around.name(), " with a long name");
    return around == node_ ? named : concat("<", node_.name(), "> of ", named);
  }
  return node_ ? concat("<", node_.name(), ">") : "";
}

Where Element::where() const {
  // the name of an element points into the text, right after its '<'
  return {source_, node_ ? node_.name() - 1 : nullptr, describe()};
}

Where Element::where(const char* attribute) const {
  Where where = this->where();
  if (const pugi::xml_attribute found = node_.attribute(attribute)) where.at = found.name();
  return where;
}

Element Document::parse(Source& source, Chunk chunk, Report& report) {
  constexpr unsigned flags = pugi::parse_escapes | pugi::parse_wconv_attribute | pugi::parse_fragment;
  const auto size = static_cast<std::size_t>(chunk.end - chunk.begin);
  const pugi::xml_parse_result result = document_.load_buffer_inplace(chunk.begin, size, flags, pugi::encoding_utf8);
  // a root tag alone has no closing tag; the scanner has checked that the file has one
  if (!result && result.status != pugi::status_end_element_mismatch) {
    report.error({&source, chunk.begin + result.offset, {}},
                 {.topic = Diagnostic::Topic::syntax, .seen = concat("XML parser: ", result.description())});
    return {};
  }
  pugi::xml_node first = document_.first_child();
  while (first && first.type() != pugi::node_element) first = first.next_sibling();
  return {first, source};
}

}  // namespace treefix::io
