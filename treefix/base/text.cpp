#include <treefix/base/text.hpp>

#include <array>
#include <charconv>

namespace treefix {

std::string to_text(double value) {
  std::array<char, 32> buffer;  // the longest double takes 24 characters
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace treefix
