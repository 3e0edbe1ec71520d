// treefix check: checks robot files.
#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/commands.hpp>
#include <cli/output.hpp>
#include <cli/problems.hpp>
#include <treefix/io/scanner.hpp>

namespace treefix::cli {

namespace {

constexpr std::size_t problems_listed = 50;  // per file; --all lists all

/// Ordered from good to bad.
enum class Verdict { ok, warnings, refused, unreadable };

std::string_view to_string(Verdict result) {
  constexpr std::string_view name[] = {"ok", "warnings", "refused", "unreadable"};
  return name[static_cast<int>(result)];
}

struct Checked {
  std::string file, format;
  Verdict result = Verdict::ok;
  std::optional<Model> model{};
  std::vector<Diagnostic> problems{};

  Index count(Diagnostic::Severity severity) const {
    return std::count_if(problems.begin(), problems.end(), [&](const Diagnostic& p) { return p.severity == severity; });
  }
  Index errors() const { return count(Diagnostic::Severity::error); }
  Index warnings() const { return count(Diagnostic::Severity::warning); }
};

/// The format, which the root element determines; "-" if it is neither URDF nor MJCF.
std::string format_of(io::Source& source, const LoadLimits& limits) {
  io::Report ignored(source.name());
  io::Scanner scanner(source, limits, ignored);
  if (!scanner.find_root()) return "-";
  return scanner.root_name() == "robot" ? "URDF" : scanner.root_name() == "mujoco" ? "MJCF" : "-";
}

Checked check(const std::string& file, const LoadOptions& given) {
  Checked checked{.file = file, .format = "-"};
  const auto unreadable = [&](std::string_view why) {
    const std::string file_again = fmt::format("cannot read '{}': ", file);
    if (why.starts_with(file_again)) why.remove_prefix(file_again.size());
    checked.result = Verdict::unreadable;
    checked.problems = {
        {.topic = Diagnostic::Topic::file, .file = file, .seen = fmt::format("cannot be read: {}", why)}};
  };
  try {
    // read once, so that pipes can be checked too
    const std::filesystem::path path(file);
    io::Source source(path, given.limits.bytes);
    checked.format = format_of(source, given.limits);
    LoadOptions options = given;
    options.folder = path.parent_path().empty() ? "." : path.parent_path();
    checked.model = load_string(source.text(), options, file);
    checked.problems = checked.model->warnings();
    if (!checked.problems.empty()) checked.result = Verdict::warnings;
  } catch (const ParseError& error) {
    checked.result = Verdict::refused;
    checked.problems = error.problems();
  } catch (const FileError& error) {
    unreadable(error.what());
  } catch (const std::bad_alloc&) {
    unreadable("not enough memory");
  }
  return checked;
}

std::string table_of(const std::vector<Checked>& all, int precision) {
  std::vector<std::vector<std::string>> rows{
      {"file", "format", "result", "bodies", "nv", "mass/kg", "errors", "warnings"}};
  for (const Checked& one : all) {
    const auto of_model = [&](auto get) { return one.model ? get(*one.model) : std::string("-"); };
    rows.push_back({one.file, one.format, std::string(to_string(one.result)),
                    of_model([](const Model& m) { return fmt::format("{}", m.nbody()); }),
                    of_model([](const Model& m) { return fmt::format("{}", m.nv()); }),
                    of_model([&](const Model& m) { return number(m.total_mass(), precision); }),
                    fmt::format("{}", one.errors()), fmt::format("{}", one.warnings())});
  }
  return table(rows, "<<<>>>>>");
}

/// "3 files: 2 good, 1 refused"
std::string sum_of(const std::vector<Checked>& all) {
  const auto count = [&](Verdict result) {
    return std::count_if(all.begin(), all.end(), [&](const Checked& one) { return one.result == result; });
  };
  const auto doubtful = count(Verdict::warnings), good = count(Verdict::ok) + doubtful;
  std::string text = fmt::format("{} file{}: {} good", all.size(), all.size() == 1 ? "" : "s", good);
  if (doubtful > 0) text += fmt::format(" ({} with warnings)", doubtful);
  for (const Verdict result : {Verdict::refused, Verdict::unreadable})
    if (count(result) > 0) text += fmt::format(", {} {}", count(result), to_string(result));
  return text + "\n";
}

std::string text_of(const std::vector<Checked>& all, const Options& options) {
  std::string text = table_of(all, options.precision);
  const std::size_t most = options.all ? std::string::npos : problems_listed;
  for (const Checked& one : all)
    if (!one.problems.empty()) text += fmt::format("\n{}", list_problems(one.problems, most, "; --all lists them"));
  return fmt::format("{}\n{}", text, sum_of(all));
}

/// Properties of the model are null if the file was refused.
Json json_of(const Checked& one) {
  const auto of_model = [&](auto get) { return one.model ? Json(get(*one.model)) : Json(); };
  Json problems = Json::array();
  for (const Diagnostic& problem : one.problems) problems.push_back(problem_json(problem));
  return {{"file", one.file},
          {"format", one.format == "-" ? Json() : Json(one.format)},
          {"result", to_string(one.result)},
          {"ok", one.model.has_value()},
          {"name", of_model([](const Model& m) { return m.name(); })},
          {"bodies", of_model([](const Model& m) { return m.nbody(); })},
          {"nq", of_model([](const Model& m) { return m.nq(); })},
          {"nv", of_model([](const Model& m) { return m.nv(); })},
          {"total_mass", of_model([](const Model& m) { return m.total_mass(); })},
          {"errors", one.errors()},
          {"warnings", one.warnings()},
          {"problems", std::move(problems)}};
}

}  // namespace

ExitCode check_files(const Options& options) {
  std::vector<Checked> all;
  Verdict worst = Verdict::ok;
  for (const std::string& file : options.files) {
    all.push_back(check(file, options.load));
    worst = std::max(worst, all.back().result);
  }
  if (options.json) {
    Json files = Json::array();
    for (const Checked& one : all) files.push_back(json_of(one));
    write_json({{"command", "check"}, {"ok", worst < Verdict::refused}, {"files", std::move(files)}});
  } else {
    write(text_of(all, options));
  }
  return worst == Verdict::unreadable ? no_file : worst == Verdict::refused ? bad_input : success;
}

}  // namespace treefix::cli
