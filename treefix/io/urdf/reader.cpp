// URDF: a flat list of links and joints, read a few at a time.                    [http://wiki.ros.org/urdf/XML]
#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <thread>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/reading.hpp>
#include <treefix/io/urdf/records.hpp>

namespace treefix::io {

namespace {

using namespace urdf;
using enum Diagnostic::Topic;

/// What others put beside links and joints, and what has no part in dynamics.
constexpr std::string_view skipped[] = {"material", "gazebo", "transmission", "ros2_control", "sensor", "mujoco"};

std::string read_robot_name(Source& source, const Scanner& scanner, Report& report) {
  Document document;
  const Element robot = document.parse(source, scanner.root_tag(), report);
  const std::string name(robot.attribute("name").value_or(""));
  if (!name.empty()) return name;
  report.warning(robot.where(), {.topic = structure, .seen = "the robot has no name", .done = "called 'robot'"});
  return "robot";
}

void refuse_xacro(const Element& element, Report& report) {
  report.error(element.where(), {.topic = file,
                                 .seen = "this is a xacro file, not yet a URDF",
                                 .expected = "a URDF",
                                 .hint = concat("expand it: xacro ", element.source().name(), " > robot.urdf")});
}

/// Something else at the top. A misspelled link must not be lost in silence.
void read_other(const Element& element, Report& report) {
  const std::string_view name = element.name();
  if (std::find(std::begin(skipped), std::end(skipped), name) != std::end(skipped)) return;
  if (name.find(':') != std::string_view::npos) return;  // somebody's extension
  report.warning(element.where(), {.topic = ignored,
                                   .seen = concat("<", name, "> is not known here"),
                                   .done = "ignored, with what it contains",
                                   .hint = did_you_mean(name, std::array<std::string_view, 2>{"link", "joint"})});
}

/// What a piece of the file holds. Pieces are read apart from each other, by several threads if there are many.
struct Part {
  Robot robot;
  Report report;
  bool xacro = false;
};

template <class Record>
void keep(std::vector<Record>& to, std::optional<Record> record, bool& complete) {
  if (record)
    to.push_back(std::move(*record));
  else
    complete = false;
}

void read_part(Source& source, const Piece& piece, const LoadOptions& options, Part& part) {
  Document document;
  for (Element e = document.parse(source, piece, part.report); e && !part.xacro; e = e.next()) {
    if (e.name() == "link")
      keep(part.robot.links, read_link(e, part.report), part.robot.complete);
    else if (e.name() == "joint")
      keep(part.robot.joints, read_joint(e, options, part.report), part.robot.complete);
    else if (e.name().starts_with("xacro:"))
      refuse_xacro(e, part.report), part.xacro = true;
    else
      read_other(e, part.report);
  }
}

/// Calls f(0) … f(n − 1), each once, on as many threads as there are cores.
template <class F>
void for_each_index(std::size_t n, F f) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) f(i);
  };
  constexpr std::size_t least = 8;  // fewer pieces are not worth a thread
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others(std::min(cores, n / least + 1) - 1);
  for (std::jthread& other : others) other = std::jthread(work);
  work();
}

/// Gives memory back to the system that threads have freed: the C library would keep it for them.
void release_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// The names of links and joints, which point to where they stand.
std::vector<std::string_view> names_of(const Robot& robot) {
  std::vector<std::string_view> names;
  names.reserve(robot.links.size() + robot.joints.size());
  for (const Link& link : robot.links) names.push_back(link.name);
  for (const Joint& joint : robot.joints) names.push_back(joint.name);
  return names;
}

/// All parts one after the other, as if they had been read in one go.
void join(std::vector<Part>& parts, Robot& robot, Report& report) {
  std::size_t links = 0, joints = 0;
  for (const Part& part : parts) links += part.robot.links.size(), joints += part.robot.joints.size();
  robot.links.reserve(links);
  robot.joints.reserve(joints);
  for (Part& part : parts) {
    std::move(part.robot.links.begin(), part.robot.links.end(), std::back_inserter(robot.links));
    std::move(part.robot.joints.begin(), part.robot.joints.end(), std::back_inserter(robot.joints));
    robot.complete = robot.complete && part.robot.complete;
    report.append(std::move(part.report));
    part.robot = {};
    if (part.xacro) {
      robot.complete = false;  // no need to look at the rest
      return;
    }
  }
}

}  // namespace

Reading read_urdf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report) {
  Reading reading{.builder = Builder(read_robot_name(source, scanner, report)), .where = {}};
  std::vector<Piece> pieces;
  while (const auto piece = scanner.next_children()) pieces.push_back(*piece);
  std::vector<Part> parts(pieces.size(), Part{{}, Report(source.name()), false});
  for_each_index(pieces.size(), [&](std::size_t i) { read_part(source, pieces[i], options, parts[i]); });
  Robot robot;
  join(parts, robot, report);
  if (pieces.size() > 100) release_memory();
  if (scanner.failed()) return reading;
  if (robot.links.empty() && robot.complete)
    report.error({&source, scanner.root_tag().begin, "<robot>"},
                 {.topic = structure,
                  .seen = "there are no links",
                  .expected = "at least one <link>",
                  .hint = "if xacro made this file, its macro was perhaps never called"});
  else
    assemble(source, options, robot, report, reading.builder);
  reading.where = [&source, names = names_of(robot)](std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return Where{&source, found != names.end() ? found->data() : nullptr, {}};
  };
  return reading;
}

}  // namespace treefix::io
