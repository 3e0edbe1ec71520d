#include <cli/arguments.hpp>

#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cli/numbers.hpp>

namespace treefix::cli {

namespace {

constexpr const char* vectors_help =
    "NUMBERS: 0.1,-0.2,0.3, or @FILE to read a file, or @- to read standard input. Commas, spaces and line\n"
    "ends separate numbers; in a file, # begins a comment. The text output of id and fd can be read back.\n"
    "@FILE.npy reads a NumPy array of float64 or float32: one state, or a batch of shape (B, n), one row per\n"
    "state; a vector for one state then applies to all. If all files are float32, so are the results.\n"
    "SI units. Free joint: q is position, quaternion x y z w; v is linear, angular, in the body frame.\n";

constexpr const char* level_help =
    "The environment variable TREEFIX_LEVEL selects the instruction level: portable, x86-64-v2, x86-64-v3 or\n"
    "x86-64-v4. Default: the highest level that the CPU supports.\n";

constexpr const char* robot_help =
    "ROBOT: a URDF or MJCF file if a file has that name, or if the name contains '/' or ends in .urdf, .xml,\n"
    ".mjcf or .xacro; otherwise a built-in robot of 'treefix robots' with options, such as chain:n=100.\n";

/// Options for loading files, in a group of their own in the help.
class FileOptions {
 public:
  FileOptions(CLI::App& app, Options& options) : app_(app), options_(options) {}

  void add() {
    LoadOptions& load = options_.load;
    add_value("--root", "ROOT", "how the root link of a URDF is attached to the world: fixed (default) or free",
              [&load](const std::string& text) { load.root = text == "free" ? RootJoint::free : RootJoint::fixed; })
        ->check(CLI::IsMember({"fixed", "free"}));
    add_flag("--mimic", load.mimic, "load joints with <mimic> as mimic joints, instead of independent joints");
    add_flag("--strict", load.strict, "treat warnings as errors");
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    add_limit("--max-bytes", load.limits.bytes, std::numeric_limits<std::uint32_t>::max(),
              "maximum size of all files together in bytes");
    add_limit("--max-elements", load.limits.elements, most, "maximum number of elements");
    add_limit("--max-depth", load.limits.depth, most, "maximum nesting depth of elements");
    add_limit("--max-attribute", load.limits.attribute, most, "maximum size of an attribute in bytes");
  }

 private:
  CLI::Option* add_value(const char* name, const char* type, const std::string& help,
                         const std::function<void(const std::string&)>& set) {
    const auto remember = [&given = options_.file_options, name, set](const std::string& text) {
      given.emplace_back(name);
      set(text);
    };
    return app_.add_option_function<std::string>(name, remember, help)->type_name(type)->group(group);
  }
  void add_flag(const char* name, bool& flag, const char* help) {
    const auto set = [&given = options_.file_options, name, &flag](std::int64_t count) {
      if (flag = count > 0; flag) given.emplace_back(name);
    };
    app_.add_flag(name, set, help)->group(group);
  }
  template <class Number>
  void add_limit(const char* name, Number& limit, std::uint64_t most, const char* help) {
    add_value(name, "N", fmt::format("{} (default: {})", help, limit), [&limit, name, most](const std::string& text) {
      limit = static_cast<Number>(read_whole_number(name, text, 1, most));
    });
  }

  static constexpr const char* group = "Options for robots from files";
  CLI::App& app_;
  Options& options_;
};

void add_robot(CLI::App& app, Options& options, const char* name = "ROBOT") {
  app.add_option(name, options.robot, "a file, or a built-in robot such as chain:n=100")->required();
  app.footer(robot_help);
  FileOptions(app, options).add();
  app.add_flag("-q,--quiet", options.quiet, "do not print warnings or progress");
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
         "significant digits in text output, 1 to 17 (default: 9)")
      ->type_name("N");
}

void add_vector(CLI::App& app, Options& options, const char* name, const char* help) {
  app.add_option_function<std::string>(
         fmt::format("--{}", name), [&options, name](const std::string& text) { options.vectors[name] = text; }, help)
      ->type_name("NUMBERS");
}

void add_configuration(CLI::App& app, Options& options) {
  add_vector(app, options, "q", "configuration (default: neutral)");
  app.footer(fmt::format("{}{}", robot_help, vectors_help));
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

void add_method(CLI::App& app, Options& options) {
  ForwardOptions& forward = options.forward;
  const auto add = [&app](const char* name, const char* type, const std::function<void(const std::string&)>& set,
                          const char* help) {
    return app.add_option_function<std::string>(name, set, help)
        ->type_name(type)
        ->group("Method options for one state");
  };
  std::vector<std::string> names, solvers;
  for (const ForwardMethod method : forward_methods) names.emplace_back(to_string(method));
  names.emplace_back("all");
  for (const CfaSolver solver : cfa_solvers) solvers.emplace_back(to_string(solver));
  add(
      "--method", "METHOD",
      [&options](const std::string& text) {
        options.all_methods = text == "all";
        for (const ForwardMethod method : forward_methods)
          if (text == to_string(method)) options.forward.method = method;
      },
      "automatic (default): pieces for large trees, else aba; aba: articulated bodies; pieces: articulated bodies of "
      "pieces of the tree, in SIMD lanes and on threads; mass_matrix: composite bodies and Cholesky; methods from "
      "papers: jsiia_columns, jsiia_crba, jsiia_sparse, hybrid_aba, cfa, ccg, pcg_ds, scan_aba, dca; all: compare all "
      "methods. Batches accept automatic, aba and mass_matrix")
      ->check(CLI::IsMember(names));
  add(
      "--refine", "K",
      [&forward](const std::string& text) {
        forward.refine = static_cast<int>(read_whole_number("--refine", text, 0, ForwardOptions::most_refinements));
      },
      "number of iterative refinement steps (default: 0)");
  app.add_flag("--single", forward.single_precision, "compute in float32; --refine restores the accuracy")
      ->group("Method options for one state");
  add(
      "--solver", "SOLVER",
      [&forward](const std::string& text) {
        for (const CfaSolver solver : cfa_solvers)
          if (text == to_string(solver)) forward.solver = solver;
      },
      "solver of cfa: odd_even_elimination (default), thomas or cyclic_reduction")
      ->check(CLI::IsMember(solvers));
  add(
      "--tolerance", "X",
      [&forward](const std::string& text) { forward.tolerance = read_positive("--tolerance", text); },
      "relative residual at which ccg and pcg_ds stop");
  add(
      "--iterations", "N",
      [&forward](const std::string& text) {
        forward.iterations =
            static_cast<int>(read_whole_number("--iterations", text, 1, std::numeric_limits<int>::max()));
      },
      "maximum number of iterations of ccg and pcg_ds");
}

void add_inverse_method(CLI::App& app, Options& options) {
  std::vector<std::string> names;
  for (const InverseMethod method : inverse_methods) names.emplace_back(to_string(method));
  app.add_option_function<std::string>(
         "--method",
         [&options](const std::string& text) {
           for (const InverseMethod method : inverse_methods)
             if (text == to_string(method)) options.inverse = method;
         },
         "automatic (default): pieces for large trees, else recursive; recursive: one body after the other; pieces: "
         "pieces of the tree, in SIMD lanes and on threads; pair_scan, two_scan, simulated: by scans. For one state")
      ->type_name("METHOD")
      ->check(CLI::IsMember(names));
  app.add_option_function<std::string>(
         "--tree",
         [&options](const std::string& text) { options.tree = text == "euler" ? TreeScan::euler : TreeScan::heavy; },
         "tree traversal of scans: heavy (default), along heavy paths; euler, along the Euler tour")
      ->type_name("SCAN")
      ->check(CLI::IsMember({"heavy", "euler"}));
}

/// Options for batches, and the file for results.
void add_batch(CLI::App& app, Options& options) {
  constexpr std::uint64_t most_states = std::numeric_limits<std::int64_t>::max(), most_threads = 1024;
  const auto add = [&app](const char* name, const char* type, const std::function<void(const std::string&)>& set,
                          const char* help) {
    app.add_option_function<std::string>(name, set, help)->type_name(type)->group("Options for batches");
  };
  app.add_option("--out", options.output, "write the results to a NumPy file; needed for more than 1000 states")
      ->type_name("FILE.npy");
  add(
      "--states", "B",
      [&options](const std::string& text) { options.states = read_whole_number("--states", text, 0, most_states); },
      "compute B random states, with the seeds SEED, SEED+1, ...; needs --random SEED");
  add(
      "--threads", "N",
      [&options](const std::string& text) {
        options.threads = static_cast<int>(read_whole_number("--threads", text, 0, most_threads));
      },
      "number of threads for a batch or for one large tree; 0 (default): all cores");
  app.footer(fmt::format("{}{}", app.get_footer(), level_help));
}

void add_forces(CLI::App& app, Options& options) {
  app.add_option("--force", options.forces,
                 "external force, moment first: BODY=nx,ny,nz,fx,fy,fz; may be repeated, forces add up")
      ->type_name("FORCE")
      ->allow_extra_args(false);
  app.add_option_function<std::string>(
         "--force-frame", [&options](const std::string& frame) { options.forces_in_root = frame == "root"; },
         "coordinates of all --force: body (default), or root (moments about the origin of the root)")
      ->type_name("FRAME")
      ->check(CLI::IsMember({"body", "root"}));
}

void add_info(CLI::App& app, Options& options) {
  add_robot(app, options);
  app.add_flag("--all", options.all, "print all joints");
  add_precision(app, options);
  add_json(app, options);
}

void add_inverse(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_vector(app, options, "v", "velocity (default: zero)");
  add_vector(app, options, "a", "acceleration (default: zero)");
  add_random(app, options, "random values for vectors that are not given: q with SEED, v with SEED+1, a with SEED+2");
  add_forces(app, options);
  add_inverse_method(app, options);
  add_batch(app, options);
  add_precision(app, options);
  add_json(app, options);
}

void add_forward(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_vector(app, options, "v", "velocity (default: zero)");
  add_vector(app, options, "tau", "joint torques and forces (default: zero)");
  add_random(app, options, "random values for vectors that are not given: q with SEED, v with SEED+1, tau with SEED+3");
  add_forces(app, options);
  add_method(app, options);
  add_batch(app, options);
  add_precision(app, options);
  add_json(app, options);
}

void add_mass(CLI::App& app, Options& options) {
  add_robot(app, options);
  add_configuration(app, options);
  add_vector(app, options, "times", "print H x for this x, computed without H, instead of H. For one state");
  add_vector(app, options, "solve", "print y with H y = x for this x, computed without H, instead of H. For one state");
  app.add_option_function<std::string>(
         "--format", [&options](const std::string& text) { options.sparse = text == "sparse"; },
         "dense (default): all of H; sparse, for one state: row, column and value of each entry that can be nonzero, "
         "one entry per line. In JSON: indptr, indices and data, the compressed rows of both triangles as in scipy. "
         "With --out: an array of shape (entries, 3)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"dense", "sparse"}));
  add_random(app, options, "random q if q is not given");
  add_batch(app, options);
  add_precision(app, options);
  add_json(app, options);
}

void add_check(CLI::App& app, Options& options) {
  app.add_option("FILE", options.files, "URDF or MJCF files")->required();
  FileOptions(app, options).add();
  app.add_flag("--all", options.all, "print all problems");
  add_precision(app, options);
  app.add_flag("--json", options.json, "print one JSON object with the fields of all problems");
  app.footer(
      "Prints one line per file, then the problems of each file. Exit code: 0 if all files are accepted, with or\n"
      "without warnings; 1 if a file is refused; 2 if a file cannot be read.\n");
}

void add_convert(CLI::App& app, Options& options) {
  add_robot(app, options, "IN");
  app.add_option("OUT.urdf", options.output, "the file to write, or '-' for standard output")->required();
  app.footer(fmt::format(
      "IN: a ROBOT.\n{}An existing OUT.urdf is replaced only if the conversion succeeds. A robot that URDF\n"
      "cannot express, because of spherical or helical joints or other gravity, is refused.\n",
      robot_help));
}

void add_nothing(CLI::App&, Options&) {}

constexpr Command all_commands[] = {
    {"info", "describe a robot", add_info, print_info},
    {"id", "inverse dynamics: tau for the acceleration a", add_inverse, print_inverse_dynamics},
    {"fd", "forward dynamics: the acceleration for tau", add_forward, print_forward_dynamics},
    {"mass", "the mass matrix H", add_mass, print_mass_matrix},
    {"check", "check robot files and list their problems", add_check, check_files},
    {"convert", "write a robot as a URDF file", add_convert, convert_robot},
    {"robots", "list the built-in robots", add_nothing, print_robots},
    {"demo", "run both dynamics and their round trip on built-in robots", add_json, print_demo},
};

}  // namespace

std::span<const Command> commands() { return all_commands; }

bool is_numeric(const std::string& text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  return text.size() > sign && (text[sign] == '.' || (text[sign] >= '0' && text[sign] <= '9'));
}

std::vector<std::string> join_numbers(const std::vector<std::string>& arguments) {
  const auto is_vector = [](const std::string& text) {
    return text == "--q" || text == "--v" || text == "--a" || text == "--tau" || text == "--times" || text == "--solve";
  };
  std::vector<std::string> joined;
  bool in_vector = false;
  for (const std::string& argument : arguments) {
    const bool first = !joined.empty() && is_vector(joined.back()) && !in_vector;
    if (in_vector && is_numeric(argument)) {
      joined.back() += fmt::format(" {}", argument);
    } else {
      joined.push_back(argument);
      in_vector = first && is_numeric(argument);
    }
  }
  return joined;
}

}  // namespace treefix::cli
