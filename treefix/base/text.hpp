// Text for messages.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace treefix {

/// The shortest text that reads back as the same double.
std::string to_text(double value);

/// Concatenates the arguments: text unchanged, numbers as to_text writes them.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  const auto append = [&text](const auto& part) {
    using Part = std::remove_cvref_t<decltype(part)>;
    if constexpr (std::is_integral_v<Part>)
      text += std::to_string(part);
    else if constexpr (std::is_floating_point_v<Part>)
      text += to_text(part);
    else
      text += std::string_view(part);
  };
  (append(parts), ...);
  return text;
}

}  // namespace treefix
