// The options of each command.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <cli/commands.hpp>

namespace treefix::cli {

struct Command {
  const char* name;
  const char* help;
  void (*add_options)(CLI::App& app, Options& options);
  ExitCode (*run)(const Options& options);
};

std::span<const Command> commands();

/// Whether an argument begins as a number does.
bool is_numeric(const std::string& text);

/// Numbers may also be separate arguments, "--q 0.1 -0.2": joins them into one for the parser, which would take the
/// second for an option or for the robot.
std::vector<std::string> join_numbers(const std::vector<std::string>& arguments);

}  // namespace treefix::cli
