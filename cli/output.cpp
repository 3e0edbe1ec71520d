#include <cli/output.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <treefix/base/printable.hpp>

namespace treefix::cli {

namespace {

/// Describes coordinate k of a joint's velocity, acceleration or torque; empty if the joint has only one.
std::string_view coordinate(JointKind kind, int k) {
  constexpr std::string_view linear[] = {", linear x", ", linear y", ", linear z"};
  constexpr std::string_view angular[] = {", angular x", ", angular y", ", angular z"};
  switch (kind) {
    case JointKind::spherical: return angular[k];
    case JointKind::planar: return k < 2 ? linear[k] : angular[2];
    case JointKind::free: return k < 3 ? linear[k] : angular[k - 3];
    default: return "";
  }
}

/// The number of characters of a text: bytes 10xxxxxx continue a character.
std::size_t width(std::string_view text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

}  // namespace

void write(std::string_view text) {
  // flushed at once, because only that detects a full disk
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw Error(fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)));
}

void say(std::string_view text) { std::ignore = std::fwrite(text.data(), 1, text.size(), stderr); }

std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void write_json(const nlohmann::ordered_json& document) { write(json_text(document) + "\n"); }

std::string number(double value, int precision) { return fmt::format("{:.{}g}", value, precision); }

std::string table(std::vector<std::vector<std::string>> rows, std::string_view alignment) {
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);  // names come from files
  std::vector<std::size_t> widths(alignment.size());
  for (const auto& row : rows)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width(row[j]));
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string gap(widths[j] - width(row[j]), ' ');
      text += fmt::format("{}{}{}", j == 0 ? "" : "  ", alignment[j] == '>' ? gap : "", row[j]);
      if (alignment[j] == '<') text += gap;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string range(Index first, Index count) {
  if (count == 0) return "-";
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}..{}", first, first + count - 1);
}

std::string per_joint(const Model& model, View<const double> x, int precision) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(x.size());
  for (Index i = 0; i < model.nbody(); ++i) {
    const JointInfo joint = model.joint(i);
    for (Index k = 0; k < joint.nv; ++k)
      rows.push_back({number(x[joint.v + k], precision),
                      fmt::format("# {}{}", joint.name, coordinate(joint.kind, static_cast<int>(k)))});
  }
  return table(rows, "<<");
}

}  // namespace treefix::cli
