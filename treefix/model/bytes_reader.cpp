// Models from bytes: takes the bytes apart. bytes_builder.cpp makes a model of the parts.
#include <algorithm>
#include <limits>
#include <utility>

#include <treefix/base/text.hpp>
#include <treefix/model/byte_format.hpp>
#include <treefix/model/byte_stream.hpp>
#include <treefix/model/bytes.hpp>

namespace treefix {

namespace {

Diagnostic read_diagnostic(ByteInput& in) {
  constexpr const char* what = "warnings";
  const auto severity = in.number<std::int32_t>(what), topic = in.number<std::int32_t>(what);
  const auto line = in.number<std::int64_t>(what), column = in.number<std::int64_t>(what);
  std::vector<std::string> texts = in.texts(what);
  if (severity < 0 || severity > 1 || topic < 0 || topic > static_cast<int>(Diagnostic::Topic::ignored) || line < 0 ||
      column < 0 || texts.size() != 6)
    in.refuse("warnings: an invalid entry");
  return {static_cast<Diagnostic::Severity>(severity),
          static_cast<Diagnostic::Topic>(topic),
          std::move(texts[0]),
          line,
          column,
          std::move(texts[1]),
          std::move(texts[2]),
          std::move(texts[3]),
          std::move(texts[4]),
          std::move(texts[5])};
}

/// Reads the parts of a model in the order of the format.
class PartsReader {
 public:
  explicit PartsReader(ByteInput& in) : in_(in) {}

  byte_format::Parts read() {
    parts_.name = in_.text("name");
    parts_.gravity = in_.number<Vec3<double>>("gravity");
    parts_.tolerant = in_.number<char>("flags") != 0;
    links_ = read_count("links");
    frames_ = read_count("frames");
    joints_ = read_count("joints");
    parts_.names = in_.texts("names", links_ + frames_);
    const auto has_own_name = in_.list<char>("names of joints", joints_);
    std::vector<std::string> own_names = in_.texts("names of joints");
    parts_.links = in_.list<Link>("links", links_);
    order_links();
    name_joints(has_own_name, std::move(own_names));
    parts_.offsets = read_placements("offsets", 0);
    parts_.frames = read_placements("frames", root);
    if (ssize(parts_.frames) != frames_)
      in_.refuse(concat("frames: ", parts_.frames.size(), " entries"), concat(frames_));
    parts_.armatures = in_.list<double>("armatures");
    for (std::vector<double>* list :
         {&parts_.lower, &parts_.upper, &parts_.velocity, &parts_.effort, &parts_.damping, &parts_.friction})
      *list = in_.list<double>("properties of joints");
    read_mimic_joints();
    check_lists();
    for (auto count = in_.number<std::uint64_t>("warnings"); count > 0; --count)
      parts_.warnings.push_back(read_diagnostic(in_));
    if (!in_.at_end()) in_.refuse("there are data after the end");
    return std::move(parts_);
  }

 private:
  Index read_count(const char* what) {
    const auto count = in_.number<std::uint64_t>(what);
    if (count > std::numeric_limits<ShortIndex>::max()) in_.refuse(concat(what, ": ", count, " of them"));
    return static_cast<Index>(count);
  }

  /// links -> order, moving_
  void order_links() {
    std::vector<Index> parents;
    parents.reserve(parts_.links.size());
    for (Link& link : parts_.links) {
      if (link.parent < root || link.parent >= links_) in_.refuse("links: a parent that does not exist");
      if (link.kind > JointKind::free) in_.refuse("links: an unknown kind of joint");
      canonicalize(link);
      parents.push_back(link.parent);
    }
    parts_.order = depth_first_order(parents);
    if (ssize(parts_.order) != links_) in_.refuse("links: their parents form a cycle");
    for (const Index k : parts_.order)
      if (at(parts_.links, k).kind != JointKind::fixed) moving_.push_back(k);
    if (ssize(moving_) != joints_) in_.refuse(concat("links: ", moving_.size(), " of them move"), concat(joints_));
  }

  void name_joints(const std::vector<char>& has_own_name, std::vector<std::string> own_names) {
    std::size_t next = 0;
    for (Index i = 0; i < joints_; ++i) {
      if (at(has_own_name, i) != 0 && next == own_names.size()) in_.refuse("names of joints: too few");
      parts_.joint_names.push_back(at(has_own_name, i) != 0 ? std::move(own_names[next++])
                                                            : at(parts_.names, at(moving_, i)));
    }
    if (next != own_names.size()) in_.refuse("names of joints: too many");
  }

  std::vector<std::pair<Index, Transform<double>>> read_placements(const char* what, Index first) {
    std::vector<std::pair<Index, Transform<double>>> out;
    for (const auto& [link, placement] : in_.list<byte_format::PlacedAt>(what)) {
      const bool in_order = first == root || out.empty() || out.back().first < link;
      if (link < first || link >= links_ || !in_order) in_.refuse(concat(what, ": a body that does not exist"));
      out.emplace_back(link, placement);
    }
    return out;
  }

  void read_mimic_joints() {
    const auto entries = in_.list<byte_format::MimicEntry>("mimic joints");
    if (!entries.empty()) parts_.mimic_joints.resize(moving_.size());
    for (const auto& [joint, leader, ratio, offset] : entries) {
      if (joint < 0 || joint >= joints_ || leader < 0 || leader >= joints_)
        in_.refuse("mimic joints: a joint that does not exist");
      at(parts_.mimic_joints, joint) = {leader, ratio, offset};
    }
  }

  void check_lists() {
    Index nq = 0, nv = 0, all = 0;
    for (Index i = 0; i < joints_; ++i) {
      const JointKind kind = at(parts_.links, at(moving_, i)).kind;
      all += velocity_count(kind);
      if (!parts_.mimic_joints.empty() && at(parts_.mimic_joints, i).leader != root) continue;
      nq += position_count(kind);
      nv += velocity_count(kind);
    }
    const auto require = [&](const std::vector<double>& list, Index size) {
      if (ssize(list) != size) in_.refuse(concat("properties of joints: ", list.size(), " numbers"), concat(size));
    };
    require(parts_.armatures, all);
    for (const auto* list : {&parts_.lower, &parts_.upper}) require(*list, nq);
    for (const auto* list : {&parts_.velocity, &parts_.effort, &parts_.damping, &parts_.friction}) require(*list, nv);
  }

  ByteInput& in_;
  Index links_ = 0, frames_ = 0, joints_ = 0;
  std::vector<Index> moving_;  // the link of each joint
  byte_format::Parts parts_;
};

}  // namespace

bool has_model_signature(View<const std::byte> bytes) {
  return bytes.size() >= byte_format::signature.size() &&
         std::memcmp(bytes.data(), byte_format::signature.data(), byte_format::signature.size()) == 0;
}

Model from_bytes(View<const std::byte> bytes, const std::string& name) {
  ByteInput in(bytes, name);
  if (!has_model_signature(bytes)) in.refuse("other data", "those that to_bytes() or save() wrote");
  const auto head = in.number<byte_format::Head>("head");
  if (head.version > byte_format::version)
    in.refuse(concat("version ", head.version), concat("at most version ", byte_format::version),
              "use a newer treefix");
  if (head.version == 0 || head.zero != 0) in.refuse("a damaged head");
  const View<const std::byte> body{bytes.data() + sizeof head, ssize(bytes) - static_cast<Index>(sizeof head)};
  if (head.size != body.size())
    in.refuse(concat(body.size(), " bytes after the head"), concat(head.size), "the data may be cut off");
  if (head.checksum != byte_format::checksum(body)) in.refuse("a wrong checksum", "", "the data are damaged");
  ByteInput body_in(body, name);
  byte_format::Parts parts = PartsReader(body_in).read();
  try {
    return ModelBytes::model(std::move(parts));
  } catch (const ModelError& error) {
    in.refuse(error.what());
  }
}

}  // namespace treefix
