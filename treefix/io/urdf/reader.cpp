// The URDF reader. A URDF is a flat list of links and joints, read in chunks.  [http://wiki.ros.org/urdf/XML]
#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <treefix/base/parallel.hpp>
#include <treefix/base/suggestion.hpp>
#include <treefix/base/text.hpp>
#include <treefix/io/reading.hpp>
#include <treefix/io/urdf/records.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::io {

namespace {

using namespace urdf;
using enum Diagnostic::Topic;

/// Known elements other than links and joints. They do not affect the dynamics.
constexpr std::string_view skipped[] = {"material", "gazebo", "transmission", "ros2_control", "sensor", "mujoco"};

std::string read_robot_name(Source& source, const Scanner& scanner, Report& report) {
  Document document;
  const Element robot = document.parse(source, scanner.root_tag(), report);
  std::string name(robot.attribute("name").value_or(""));
  if (!name.empty()) return name;
  report.warning(robot.where(), {.topic = structure, .seen = "the robot has no name", .done = "named 'robot'"});
  return "robot";
}

void refuse_xacro(const Element& element, Report& report) {
  report.error(element.where(), {.topic = file,
                                 .seen = "this is a xacro file, not a URDF file",
                                 .expected = "a URDF file",
                                 .hint = concat("expand it: xacro ", element.source().name(), " > robot.urdf")});
}

/// Warns about unknown elements, because a misspelled link must not be ignored silently.
void read_other(const Element& element, Report& report) {
  const std::string_view name = element.name();
  if (std::find(std::begin(skipped), std::end(skipped), name) != std::end(skipped)) return;
  if (name.find(':') != std::string_view::npos) return;  // an extension
  report.warning(element.where(), {.topic = ignored,
                                   .seen = "unknown element",
                                   .done = "ignored with its contents",
                                   .hint = did_you_mean(name, std::array<std::string_view, 2>{"link", "joint"})});
}

/// The contents of a chunk of the file.
struct Part {
  Chunk chunk;
  Report report;
  std::vector<Link> links{};
  std::vector<Joint> joints{};
  bool complete = true, xacro = false;
};

template <class Record>
void keep(std::vector<Record>& to, std::optional<Record> record, bool& complete) {
  if (record)
    to.push_back(std::move(*record));
  else
    complete = false;
}

void read_part(Source& source, const LoadOptions& options, Part& part) {
  Document document;
  const Element first = document.parse(source, part.chunk, part.report);
  std::size_t links = 0, joints = 0;
  for (Element e = first; e; e = e.next()) {
    links += e.name() == "link" ? 1 : 0;
    joints += e.name() == "joint" ? 1 : 0;
  }
  part.links.reserve(links);
  part.joints.reserve(joints);
  for (Element e = first; e && !part.xacro; e = e.next()) {
    if (e.name() == "link") {
      keep(part.links, read_link(e, part.report), part.complete);
    } else if (e.name() == "joint") {
      keep(part.joints, read_joint(e, options, part.report), part.complete);
    } else if (e.name().starts_with("xacro:")) {
      refuse_xacro(e, part.report);
      part.xacro = true;
    } else {
      read_other(e, part.report);
    }
  }
}

/// Reads chunks independently while the scanner finds more of them. Uses several threads if there are many.
class Parts {
 public:
  Parts(Source& source, const LoadOptions& options) : source_(source), options_(options) {}
  ~Parts() { stop(); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void add(const Chunk& chunk) {
    {
      const std::lock_guard lock(mutex_);
      parts_.push_back({.chunk = chunk, .report = Report(source_.name())});
    }
    if (ssize(parts_) == planner::table::parts_worth_threads)
      for (std::size_t k = 1; k < core_count(); ++k) threads_.emplace_back([this] { work(true); });
    added_.notify_one();
  }

  /// Waits until all parts have been read and returns them in order. Rethrows the exception of a thread.
  std::deque<Part>& finish() {
    work(false);
    stop();
    failure_.rethrow();
    return parts_;
  }

 private:
  /// The next part that no thread has taken; null if there is none. If wait is set, waits until a part is added or none
  /// will follow.
  Part* take(bool wait) {
    std::unique_lock lock(mutex_);
    if (wait) added_.wait(lock, [this] { return next_ < parts_.size() || ended_; });
    return next_ < parts_.size() && !failure_.failed() ? &parts_[next_++] : nullptr;
  }
  void work(bool wait) {
    failure_.guard([&] {
      while (Part* part = take(wait)) read_part(source_, options_, *part);
    });
  }
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    added_.notify_all();
    threads_.clear();  // joins them
  }

  Source& source_;
  const LoadOptions& options_;
  std::mutex mutex_;  // guards the members below, except the contents of parts
  std::condition_variable added_;
  std::deque<Part> parts_;  // a deque, because elements must not move when one is added
  std::size_t next_ = 0;
  bool ended_ = false;
  Failure failure_;
  std::vector<std::jthread> threads_;
};

/// Joins all parts in order, as if the file had been read in one run.
Robot join(std::deque<Part>& parts, Report& report) {
  Robot robot;
  for (Part& part : parts) {
    for (const Link& link : part.links) robot.links.push_back(&link);
    for (const Joint& joint : part.joints) robot.joints.push_back(&joint);
    robot.complete = robot.complete && part.complete && !part.xacro;
    report.append(std::move(part.report));
    if (part.xacro) break;  // the file is refused, so ignore the rest
  }
  return robot;
}

/// Returns freed memory to the system. The C library would keep the memory of the threads, but the model needs it.
void release_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// The names of links and joints, which point to their positions in the text.
std::vector<std::string_view> names_of(const Robot& robot) {
  std::vector<std::string_view> names;
  names.reserve(robot.links.size() + robot.joints.size());
  for (const Link* link : robot.links) names.push_back(link->name);
  for (const Joint* joint : robot.joints) names.push_back(joint->name);
  return names;
}

}  // namespace

Reading read_urdf(Source& source, Scanner& scanner, const LoadOptions& options, Report& report) {
  Reading reading{.builder = Builder(read_robot_name(source, scanner, report)), .where = {}};
  auto parts = std::make_unique<Parts>(source, options);
  while (const auto chunk = scanner.next_children()) parts->add(*chunk);
  const Robot robot = join(parts->finish(), report);
  if (scanner.failed()) return reading;
  if (robot.links.empty() && robot.complete)
    report.error({&source, scanner.root_tag().begin, "<robot>"},
                 {.topic = structure,
                  .seen = "the robot has no links",
                  .expected = "at least one <link>",
                  .hint = "if xacro wrote this file, its macro may never have been called"});
  else
    assemble(source, options, robot, report, reading.builder);
  reading.where = [&source, names = names_of(robot)](std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return Where{&source, found != names.end() ? found->data() : nullptr, {}};
  };
  parts.reset();
  if (ssize(robot.links) > planner::table::bodies_worth_threads) release_memory();
  return reading;
}

}  // namespace treefix::io
