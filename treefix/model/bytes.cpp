#include <treefix/model/bytes.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <treefix/model/byte_format.hpp>
#include <treefix/model/byte_stream.hpp>

namespace treefix {

namespace {

std::vector<byte_format::PlacedAt> placed(const std::vector<std::pair<Index, Transform<double>>>& list) {
  std::vector<byte_format::PlacedAt> out;
  for (const auto& [link, placement] : list) out.push_back({link, placement});
  return out;
}

void write(ByteOutput& out, const Diagnostic& problem) {
  out.number(static_cast<std::int32_t>(problem.severity));
  out.number(static_cast<std::int32_t>(problem.topic));
  out.number(static_cast<std::int64_t>(problem.line));
  out.number(static_cast<std::int64_t>(problem.column));
  out.texts(std::array{problem.file, problem.element, problem.seen, problem.expected, problem.done, problem.hint});
}

}  // namespace

std::vector<std::byte> ModelBytes::body(const Model& model, bool with_warnings) {
  const Model::Data& data = *model.data_;
  const Mechanism<double>& m = data.mechanism;
  ByteOutput out;
  out.bytes().reserve(data.links.size() * (sizeof(Link) + 64) + 4096);
  out.text(data.name);
  out.number(m.gravity);
  out.number(static_cast<char>(data.tolerant));
  for (const std::size_t count : {data.links.size(), data.added_frames.size(), m.joints.size()})
    out.number(static_cast<std::uint64_t>(count));
  out.texts(data.frame_names.all());
  std::vector<char> has_own_name;
  std::vector<std::string> own_names;
  for (Index i = 0; i < m.nbody(); ++i) {
    has_own_name.push_back(data.joints[i] != model.body_names()[static_cast<std::size_t>(i)]);
    if (has_own_name.back()) own_names.push_back(data.joints[i]);
  }
  out.list(has_own_name);
  out.texts(own_names);
  out.list(data.links);
  out.list(placed(data.link_offsets));
  out.list(placed(data.added_frames));
  out.list(m.armatures);
  for (const std::vector<double>* list : {&data.limits.lower, &data.limits.upper, &data.limits.velocity,
                                          &data.limits.effort, &data.passive.damping, &data.passive.friction})
    out.list(*list);
  std::vector<byte_format::MimicEntry> mimic_joints;
  for (Index i = 0; model.has_mimic() && i < m.nbody(); ++i)
    if (const JointInfo joint = model.joint(i); joint.leader != root)
      mimic_joints.push_back({i, joint.leader, joint.ratio, joint.offset});
  out.list(mimic_joints);
  if (!with_warnings) return std::move(out.bytes());
  out.number(static_cast<std::uint64_t>(data.warnings.size()));
  for (const Diagnostic& warning : data.warnings) write(out, warning);
  return std::move(out.bytes());
}

std::size_t ModelBytes::hash(const Model& model) {
  std::atomic<std::size_t>& known = model.data_->hash;
  if (const std::size_t hash = known.load(std::memory_order_relaxed)) return hash;
  const std::size_t hash = std::max<std::size_t>(byte_format::checksum(body(model, false)), 1);
  known.store(hash, std::memory_order_relaxed);
  return hash;
}

std::vector<std::byte> to_bytes(const Model& model) {
  const std::vector<std::byte> body = ModelBytes::body(model, true);
  const byte_format::Head head{byte_format::signature, byte_format::version, 0, body.size(),
                               byte_format::checksum(body)};
  std::vector<std::byte> bytes(sizeof head + body.size());
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, body.data(), body.size());
  return bytes;
}

bool operator==(const Model& a, const Model& b) {
  if (ModelBytes::is_same(a, b)) return true;
  if (a.nbody() != b.nbody() || a.nq() != b.nq() || a.name() != b.name() || a.hash() != b.hash()) return false;
  return ModelBytes::body(a, false) == ModelBytes::body(b, false);
}

std::size_t Model::hash() const { return ModelBytes::hash(*this); }

}  // namespace treefix
