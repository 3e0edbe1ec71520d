#include <cli/arguments.hpp>

#include <limits>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cli/numbers.hpp>

namespace treefix::cli {

namespace {

constexpr const char* vectors_help =
    "NUMBERS: 0.1,-0.2,0.3 or a file, @FILE, or standard input, @-. Commas, spaces and line ends\n"
    "separate numbers; in a file # begins a comment. The text output of id and fd can be read back.\n"
    "SI units. Free joint: q is position, quaternion x y z w; v is linear, angular, in the body frame.\n";

void add_robot(CLI::App& app, Options& options) {
  app.add_option("ROBOT", options.robot, "a name of 'treefix robots' with options, such as chain:n=100")->required();
}

void add_json(CLI::App& app, Options& options) {
  app.add_flag("--json", options.json, "print one JSON object with all digits");
}

void add_precision(CLI::App& app, Options& options) {
  app.add_option_function<std::string>(
         "--precision",
         [&options](const std::string& text) {
           options.precision = static_cast<int>(read_whole_number("--precision", text, 1, 17));
         },
         "significant digits of text, 1 to 17; 9 unless given")
      ->type_name("N");
}

void add_vector(CLI::App& app, Options& options, const char* name, const char* help) {
  app.add_option_function<std::string>(
         fmt::format("--{}", name), [&options, name](const std::string& text) { options.vectors[name] = text; }, help)
      ->type_name("NUMBERS");
}

void add_configuration(CLI::App& app, Options& options) {
  add_vector(app, options, "q", "configuration; neutral unless given");
  app.footer(vectors_help);
}

void add_random(CLI::App& app, Options& options, const char* help) {
  app.add_option_function<std::string>(
         "--random",
         [&options](const std::string& text) {
           options.random = read_whole_number("--random", text, 0, std::numeric_limits<std::uint64_t>::max());
         },
         help)
      ->type_name("SEED");
}

void add_forces(CLI::App& app, Options& options) {
  app.add_option("--force", options.forces,
                 "force from outside, moment first: BODY=nx,ny,nz,fx,fy,fz; may be repeated, forces add up")
      ->type_name("FORCE")
      ->allow_extra_args(false);
  app.add_option_function<std::string>(
         "--force-frame", [&options](const std::string& frame) { options.forces_in_root = frame == "root"; },
         "coordinates of all --force: body, unless given, or root (moments about its origin)")
      ->type_name("FRAME")
      ->check(CLI::IsMember({"body", "root"}));
}

void add_info(CLI::App& app, Options& options) {
  add_robot(app, options);
  app.add_flag("--all", options.all, "print every joint, however many there are");
  add_precision(app, options);
  add_json(app, options);
}

void add_inverse(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_vector(app, options, "v", "velocity; zero unless given");
  add_vector(app, options, "a", "acceleration; zero unless given");
  add_random(app, options, "random numbers for what is not given: q with SEED, v with SEED+1, a with SEED+2");
  add_forces(app, options);
  add_precision(app, options);
  add_json(app, options);
}

void add_forward(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_vector(app, options, "v", "velocity; zero unless given");
  add_vector(app, options, "tau", "torques and forces of the joints; zero unless given");
  add_random(app, options, "random numbers for what is not given: q with SEED, v with SEED+1, tau with SEED+3");
  add_forces(app, options);
  add_precision(app, options);
  add_json(app, options);
}

void add_mass(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_random(app, options, "random q, if q is not given");
  add_precision(app, options);
  add_json(app, options);
}

void add_nothing(CLI::App&, Options&) {}

constexpr Command all_commands[] = {
    {"info", "what a robot is made of", add_info, print_info},
    {"id", "inverse dynamics: tau that gives the acceleration a", add_inverse, print_inverse_dynamics},
    {"fd", "forward dynamics: the acceleration under tau", add_forward, print_forward_dynamics},
    {"mass", "the mass matrix H", add_mass, print_mass_matrix},
    {"robots", "list the robots that come with treefix", add_nothing, print_robots},
    {"demo", "both dynamics and their round trip on built-in robots", add_json, print_demo},
};

}  // namespace

std::span<const Command> commands() { return all_commands; }

std::vector<std::string> join_numbers(const std::vector<std::string>& arguments) {
  const auto is_numeric = [](const std::string& text) {
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    return text.size() > sign && (text[sign] == '.' || (text[sign] >= '0' && text[sign] <= '9'));
  };
  const auto is_vector = [](const std::string& text) {
    return text == "--q" || text == "--v" || text == "--a" || text == "--tau";
  };
  std::vector<std::string> joined;
  bool in_vector = false;
  for (const std::string& argument : arguments) {
    const bool first = !joined.empty() && is_vector(joined.back()) && !in_vector;
    if (in_vector && is_numeric(argument))
      joined.back() += fmt::format(" {}", argument);
    else
      joined.push_back(argument), in_vector = first && is_numeric(argument);
  }
  return joined;
}

}  // namespace treefix::cli
