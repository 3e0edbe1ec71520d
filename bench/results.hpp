// The results of a benchmark, as a file of bench/results: where it ran, and a line for each row of its tables.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/timer.hpp"

namespace tfbench {

using Json = nlohmann::ordered_json;

// Rounds to three digits, more than the accuracy of timings.
inline double rounded(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x))) - 2);
  // a multiple of a unit, or of the inverse of one, prints without trailing digits
  return unit < 1 ? std::round(x / unit) / std::round(1 / unit) : std::round(x / unit) * unit;
}

class Results {
 public:
  explicit Results(std::string level) {
    const MachineInfo machine = MachineInfo::read();
    char date[32] = "";
    const std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    double load = 0;  // of the machine at the start; above one, other processes were running too
    getloadavg(&load, 1);
    const char* commit = std::getenv("TREEFIX_COMMIT");  // set by ./dev bench
    head_ = {{"date", date},
             {"commit", commit ? commit : "unknown"},
             {"cpu", machine.cpu},
             {"cores", machine.threads},
             {"load", rounded(load)},
             {"compiler", machine.compiler},
             {"level", std::move(level)}};
  }

  // A note about the whole run.
  void note(const std::string& key, Json value) { head_[key] = std::move(value); }
  Json& add(const std::string& table, Json row) {
    if (tables_.empty() || tables_.back().first != table) tables_.push_back({table, {}});
    return tables_.back().second.emplace_back(std::move(row));
  }

  // One line for each row, so that two runs can be compared by eye and by diff.
  bool write(const std::string& file) const {
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (!out) {
      std::fprintf(stderr, "cannot write %s\n", file.c_str());
      return false;
    }
    std::fputs("{\n", out);
    for (const auto& [key, value] : head_.items())
      std::fprintf(out, "  %s: %s,\n", Json(key).dump().c_str(), value.dump().c_str());
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      std::fprintf(out, "  %s: [\n", Json(tables_[i].first).dump().c_str());
      const auto& rows = tables_[i].second;
      for (std::size_t k = 0; k < rows.size(); ++k)
        std::fprintf(out, "    %s%s\n", rows[k].dump().c_str(), k + 1 < rows.size() ? "," : "");
      std::fprintf(out, "  ]%s\n", i + 1 < tables_.size() ? "," : "");
    }
    std::fputs("}\n", out);
    return std::fclose(out) == 0;
  }

  void print_head() const {
    for (const auto& [key, value] : head_.items())
      std::printf("%-10s %s\n", key.c_str(),
                  value.is_string() ? value.get<std::string>().c_str() : value.dump().c_str());
    std::printf("\n");
  }

 private:
  Json head_;
  std::vector<std::pair<std::string, std::vector<Json>>> tables_;
};

}  // namespace tfbench
