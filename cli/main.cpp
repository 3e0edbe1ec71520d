// The command treefix.
#include <algorithm>
#include <new>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cli/arguments.hpp>
#include <cli/interrupt.hpp>
#include <cli/memory.hpp>
#include <cli/output.hpp>
#include <cli/problems.hpp>
#include <cli/robot.hpp>
#include <treefix/base/errors.hpp>
#include <treefix/base/printable.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/batch_dynamics.hpp>
#include <treefix/version.hpp>

namespace treefix::cli {

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  treefix info humanoid\n"
    "  treefix id arm --q 0,0.5,0,-1.5,0,2,0 --json\n"
    "  treefix id puma560 --random 1 --precision 17 | treefix fd puma560 --random 1 --tau @-\n"
    "  treefix mass chain:n=3 --q @angles.txt\n"
    "  treefix fd humanoid --q @q.npy --v @v.npy --out a.npy\n"
    "  treefix check robots/*.urdf\n"
    "  treefix convert arm arm.urdf\n"
    "'treefix COMMAND --help' explains a command. Exit codes: 0 success, 1 bad input, 2 bad usage, a robot\n"
    "file that cannot be read or an output that cannot be written, 130 stopped by Ctrl-C.\n";

int complain(std::string_view message, int code) {
  say(fmt::format("treefix: {}\n", printable_lines(message)));
  return code;
}

/// The first lines of an error, because a large model can have a problem in each body.
std::string shortened(std::string_view message, std::size_t lines_shown) {
  std::size_t end = 0, lines = 0;
  for (; lines < lines_shown && end < message.size(); ++lines)
    end = std::min(message.find('\n', end), message.size() - 1) + 1;
  const auto more = std::count(message.begin() + static_cast<std::ptrdiff_t>(end), message.end(), '\n');
  if (end == message.size()) return std::string(message);
  return fmt::format("{}  and {} more", message.substr(0, end), more + 1);
}

/// The message for arguments that the parser does not expect.
std::string unexpected(const CLI::App& app) {
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options())
    known.insert(known.end(), option->get_lnames().begin(), option->get_lnames().end());
  const std::vector<std::string> rest = app.remaining(true);
  const std::string first = rest.empty() ? "" : rest.front().substr(0, rest.front().find('='));
  const bool is_option = first.starts_with("--");
  if (is_numeric(first)) return fmt::format("unexpected argument '{}'; did you mean --q? -q is --quiet", first);
  return fmt::format("unexpected argument '{}'{}", first, is_option ? suggestion(first.substr(2), known, "--") : "");
}

int run(std::vector<std::string> arguments) {
  Options options;
  CLI::App app("treefix computes the dynamics of robots.", "treefix");
  app.set_version_flag("--version", fmt::format("treefix {}", version));
  app.require_subcommand(0, 1);  // a missing command is reported last
  app.footer(examples);
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    command.add_options(*sub, options);
    names.emplace_back(command.name);
  }

  const std::string first = arguments.empty() ? "--" : arguments[0];
  if (first == "help") arguments[0] = "--help";
  const bool known = std::find(names.begin(), names.end(), first) != names.end();
  if (!known && first != "help" && !first.starts_with('-'))
    return complain(
        fmt::format("no command '{}'{}; the commands are {}", first, suggestion(first, names), fmt::join(names, ", ")),
        bad_usage);

  arguments = join_numbers(arguments);
  std::reverse(arguments.begin(), arguments.end());  // the order that the parser expects
  try {
    app.parse(arguments);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    return complain(unexpected(app), bad_usage);
  } catch (const CLI::ParseError& error) {
    return complain(error.what(), bad_usage);
  }
  for (const Command& command : commands())
    if (app.got_subcommand(command.name)) return command.run(options);
  return complain(fmt::format("expected a command: {}; 'treefix --help' explains them", fmt::join(names, ", ")),
                  bad_usage);
}

}  // namespace

}  // namespace treefix::cli

int main(int argc, char** argv) {
  using namespace treefix::cli;
  try {
    limit_memory();
    return run({argv + 1, argv + argc});
  } catch (const treefix::Stopped&) {
    return complain("stopped", by_signal + Interrupt::signal());
  } catch (const treefix::ParseError& error) {
    const auto& problems = error.problems();
    say(list_problems(problems, problems_shown, advise_check(problems)));
    return bad_input;
  } catch (const treefix::FileError& error) {
    return complain(error.what(), no_file);
  } catch (const UsageError& error) {
    return complain(error.what(), bad_usage);
  } catch (const std::bad_alloc&) {
    return complain("not enough memory; is the robot too large?", bad_input);
  } catch (const std::exception& error) {
    return complain(shortened(error.what(), 11), bad_input);
  }
}
