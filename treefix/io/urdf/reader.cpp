// URDF: a flat list of links and joints, read a few at a time.                    [http://wiki.ros.org/urdf/XML]
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

namespace treefix::io {

namespace {

using namespace urdf;
using enum Diagnostic::Topic;

/// What others put beside links and joints, and what has no part in dynamics.
constexpr std::string_view skipped[] = {"material", "gazebo", "transmission", "ros2_control", "sensor", "mujoco"};

std::string read_robot_name(Source& source, const Scanner& scanner, Report& report) {
  Document document;
  const Element robot = document.parse(source, scanner.root_tag(), report);
  std::string name(robot.attribute("name").value_or(""));
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

/// What a piece of the file holds.
struct Part {
  Piece piece;
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
  const Element first = document.parse(source, part.piece, part.report);
  std::size_t links = 0, joints = 0;
  for (Element e = first; e; e = e.next()) links += e.name() == "link" ? 1 : 0, joints += e.name() == "joint" ? 1 : 0;
  part.links.reserve(links);
  part.joints.reserve(joints);
  for (Element e = first; e && !part.xacro; e = e.next()) {
    if (e.name() == "link")
      keep(part.links, read_link(e, part.report), part.complete);
    else if (e.name() == "joint")
      keep(part.joints, read_joint(e, options, part.report), part.complete);
    else if (e.name().starts_with("xacro:"))
      refuse_xacro(e, part.report), part.xacro = true;
    else
      read_other(e, part.report);
  }
}

/// Reads pieces apart from each other, on other threads as long as there are many, while the scanner looks for more.
class Parts {
 public:
  Parts(Source& source, const LoadOptions& options) : source_(source), options_(options) {}
  ~Parts() { stop(); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void add(const Piece& piece) {
    {
      const std::lock_guard lock(mutex_);
      parts_.push_back({.piece = piece, .report = Report(source_.name())});
    }
    constexpr std::size_t least = 8;  // fewer are not worth a thread
    if (parts_.size() == least)
      for (std::size_t k = 1; k < core_count(); ++k) threads_.emplace_back([this] { work(true); });
    added_.notify_one();
  }

  /// All parts in their order, when all have been read. What a thread threw is thrown here.
  std::deque<Part>& finish() {
    work(false);
    stop();
    failure_.rethrow();
    return parts_;
  }

 private:
  /// The next part that nobody has begun with; null if there is none (and none will come).
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
  std::mutex mutex_;  // of what follows, but for the inside of parts
  std::condition_variable added_;
  std::deque<Part> parts_;  // a deque, because others stay where they are when one is added
  std::size_t next_ = 0;
  bool ended_ = false;
  Failure failure_;
  std::vector<std::jthread> threads_;
};

/// All parts one after the other, as if they had been read in one go.
Robot join(std::deque<Part>& parts, Report& report) {
  Robot robot;
  for (Part& part : parts) {
    for (const Link& link : part.links) robot.links.push_back(&link);
    for (const Joint& joint : part.joints) robot.joints.push_back(&joint);
    robot.complete = robot.complete && part.complete && !part.xacro;
    report.append(std::move(part.report));
    if (part.xacro) break;  // no need to look at the rest
  }
  return robot;
}

/// Gives freed memory back to the system. The C library would keep that of threads for them, and the model needs it.
void release_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// The names of links and joints, which point to where they stand.
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
  while (const auto piece = scanner.next_children()) parts->add(*piece);
  const Robot robot = join(parts->finish(), report);
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
  parts.reset();
  constexpr std::size_t large = 100'000;
  if (robot.links.size() > large) release_memory();
  return reading;
}

}  // namespace treefix::io
