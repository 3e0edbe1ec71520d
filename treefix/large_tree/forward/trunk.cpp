// Forward dynamics of the trunk, from the root to its tips and back: elements of pieces, and the bodies between them.
#include <treefix/large_tree/forward/trunk.hpp>

#include <utility>

#include <treefix/large_tree/forward/bundle.hpp>
#include <treefix/large_tree/forward/stages.hpp>
#include <treefix/large_tree/forward/star_join.hpp>

namespace treefix::large_tree {

/// spins -> entries, exits; the single bodies between pieces
void ForwardInPieces::trunk_out(const ForwardTask& task) const {
  const Division& division = model_->division;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    // the reference of the root includes its acceleration; other references do not include that of the parent
    ClassicalMotion<double> motion{{}, {}, task.call.root};
    if (part.above >= 0) motion = {trunk_[part.above].motion.w, {}, {}};
    if (part.is_chain()) {
      for (Index p = part.first_bundle * division.lanes; p < part.end_bundle * division.lanes; ++p) {
        values_.entries[p] = motion.w;
        values_.exits[p] = motion.w = turned(values_.spins[p], motion.w);
      }
    } else {
      motion = kernels_->body_out(task, u, motion);
      if (part.anchor >= 0) values_.anchor_w[part.anchor] = motion.w;
    }
    trunk_[u] = {motion, {}, {}, {}};
  }
}

/// elements -> beyond, responses; the single bodies between pieces
void ForwardInPieces::trunk_in(const ForwardTask& task) const {
  const Division& division = model_->division;
  for (Index u = ssize(division.trunk_parts) - 1; u >= 0; --u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    ArticulatedBody<double> x = trunk_[u].below;
    if (part.is_chain()) {
      for (Index p = part.end_bundle * division.lanes - 1; p >= part.first_bundle * division.lanes; --p) {
        values_.beyond[p] = x;
        x.A = x.A - at(supports_, p).all();
        const PieceElement<double>& element = values_.elements[p];
        if (values_.forgets[p / division.lanes]) {
          responses_[p].z = join_forgetful(element, x);
          x = element.handed;
        } else {
          ArticulatedBody<double> handed;
          responses_[p] = join(element, x, handed);
          x = handed;
        }
      }
    } else {
      if (part.anchor >= 0) x = x + values_.hanging[part.anchor];
      const ClassicalMotion<double>& reference = trunk_[u].motion;
      x.p += x.A * Motion<double>{reference.dw, reference.a};
      x = kernels_->body_in(task, u, x);
    }
    if (part.above >= 0) trunk_[part.above].below = trunk_[part.above].below + x;
  }
}

/// responses -> accelerations; the single bodies between pieces
void ForwardInPieces::trunk_accelerate(const ForwardTask& task) const {
  const Division& division = model_->division;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    Motion<double> a = before(task, part);
    if (part.is_chain()) {
      for (Index p = part.first_bundle * division.lanes; p < part.end_bundle * division.lanes; ++p) {
        values_.accelerations[p] = a;
        a = responses_[p].z + passed_on(p, a);
      }
    } else {
      a = accelerate_body(task, u, a);
    }
    trunk_[u].acceleration = a;
  }
}

/// The acceleration of the body that a part hangs from; zero if the part's reference includes it already.
Motion<double> ForwardInPieces::before(const ForwardTask& task, const Division::TrunkPart& part) const {
  if (part.above >= 0) return trunk_[part.above].acceleration;
  return part.is_chain() ? Motion<double>{{}, task.call.root} : Motion<double>{};
}
/// The acceleration of the last body of a piece, if only the body before its first accelerates.
Motion<double> ForwardInPieces::passed_on(Index p, const Motion<double>& a) const {
  if (values_.forgets[p / model_->division.lanes]) return {};
  const auto& Z = responses_[p].Z;
  return {{dot(Z[0], a), dot(Z[1], a), dot(Z[2], a)}, {dot(Z[3], a), dot(Z[4], a), dot(Z[5], a)}};
}
Motion<double> ForwardInPieces::accelerate_body(const ForwardTask& task, Index u, const Motion<double>& above) const {
  const Division::TrunkPart& part = at(model_->division.trunk_parts, u);
  const ClassicalMotion<double>& reference = trunk_[u].motion;
  const Motion<double> a = kernels_->body_accelerate(task, u, above) + Motion<double>{reference.dw, reference.a};
  if (part.anchor >= 0) values_.anchor_acceleration[part.anchor] = a;
  return a;
}

/// accelerations, reached -> whether they agree
bool ForwardInPieces::agrees() const {
  const Division& division = model_->division;
  bool all = true;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    LargestAccelerations largest = part.above < 0 ? LargestAccelerations{} : trunk_[part.above].largest;
    const Index end = part.end_bundle * division.lanes;
    for (Index p = part.first_bundle * division.lanes; p < end; ++p) {
      const Motion<double>& used = p + 1 < end ? values_.accelerations[p + 1] : trunk_[u].acceleration;
      largest.add(used);
      all = all && !largest.is_much(values_.reached[p] - used);
    }
    trunk_[u].largest = largest;
  }
  return all;
}

/// accelerations, reached -> consistent accelerations, and the bundles whose accelerations change noticeably
void ForwardInPieces::trunk_correct(const ForwardTask& task) {
  const Division& division = model_->division;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    LargestAccelerations largest = part.above < 0 ? LargestAccelerations{} : trunk_[part.above].largest;
    Motion<double> a = before(task, part);
    if (part.is_chain()) {
      for (Index p = part.first_bundle * division.lanes; p < part.end_bundle * division.lanes; ++p) {
        const Index bundle = p / division.lanes;
        const Motion<double> change = values_.changes[p] = a - std::exchange(values_.accelerations[p], a);
        largest.add(a);
        if (largest.is_much(change) && (corrected_.empty() || corrected_.back() != bundle))
          corrected_.push_back(shortened(bundle));
        a = values_.reached[p] + passed_on(p, change);
      }
    } else {
      a = accelerate_body(task, u, a);
    }
    trunk_[u].acceleration = a;
    trunk_[u].largest = largest;
  }
}

}  // namespace treefix::large_tree
