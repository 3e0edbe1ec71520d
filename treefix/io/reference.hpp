// References of XML: &lt; and the other entities, &#65; and &#x41;.
#pragma once

#include <string>
#include <string_view>

namespace treefix::io {

/// What is wrong with a reference; seen is empty if it is valid.
struct ReferenceProblem {
  std::string seen{};  // "'&#0;'"
  const char* expected = "";
  const char* hint = "";
};

/// Checks the reference that begins with the '&' at the beginning of the text. The XML parser does not: it keeps what
/// it does not know, and ends a value at &#0;.
ReferenceProblem check_reference(std::string_view text);

}  // namespace treefix::io
