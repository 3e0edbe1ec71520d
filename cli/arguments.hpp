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

/// Whether an argument begins like a number.
bool is_numeric(const std::string& text);

/// Joins numbers that are separate arguments, "--q 0.1 -0.2", into one argument. Otherwise the parser would treat the
/// second number as an option or as the robot.
std::vector<std::string> join_numbers(const std::vector<std::string>& arguments);

}  // namespace treefix::cli
