#include <treefix/algorithms/scan/mass_by_scan.hpp>

#include <optional>

#include <treefix/algorithms/scan/mass_matrix.hpp>
#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/exec/threads.hpp>

namespace treefix {

Index lower_entries(const Mechanism<double>& m) { return AncestorPaths::entries(coordinate_tree(m)); }

struct MassByScan::State {
  explicit State(const Mechanism<double>& m) : model(m), blocks(model), fix(model), workspace(m.nbody()) {}

  ScanModel<double> model;
  MassBlocks blocks;
  ByHeavyPaths<double> fix;
  MassWorkspace<double> workspace;
  std::optional<AncestorPaths> lower;
  std::optional<SymmetricRows> symmetric;

  /// q -> rows up to the diagonal, each from where `begins` says
  void put_lower(const Threads& exec, View<const double> q, View<const Index> begins, View<double> values) {
    sparse_mass_matrix<double>(exec, model, blocks, fix, q, begins, workspace, values);
  }
};

MassByScan::MassByScan(const Mechanism<double>& m) : state_(std::make_unique<State>(m)) {}
MassByScan::~MassByScan() = default;
MassByScan::MassByScan(MassByScan&&) noexcept = default;
MassByScan& MassByScan::operator=(MassByScan&&) noexcept = default;

const AncestorPaths& MassByScan::lower_rows() {
  State& s = *state_;
  if (!s.lower) {
    const Index entries = AncestorPaths::entries(s.blocks.coordinates());
    require_memory(concat("the list of the ", entries, " entries of H"),
                   static_cast<double>(entries) * sizeof(ShortIndex));
    s.lower.emplace(s.blocks.coordinates());
  }
  return *s.lower;
}

const SymmetricRows& MassByScan::symmetric_rows() {
  if (!state_->symmetric) state_->symmetric.emplace(state_->blocks.coordinates());
  return *state_->symmetric;
}

void MassByScan::dense(Workers& workers, View<const double> q, View<double> H) {
  State& s = *state_;
  dense_mass_matrix<double>(Threads(workers), s.model, s.blocks, s.fix, q, s.workspace, H);
}

void MassByScan::lower(Workers& workers, View<const double> q, View<double> values) {
  state_->put_lower(Threads(workers), q, lower_rows().begins(), values);
}

void MassByScan::symmetric(Workers& workers, View<const double> q, View<double> values) {
  const SymmetricRows& rows = symmetric_rows();
  const Tree& coordinates = state_->blocks.coordinates();
  const Threads exec(workers);
  state_->put_lower(exec, q, rows.begins(), values);  // q -> H_ij with j <= i
  exec.for_each(  // -> H_ji
      rows.rows(),
      [&, values](Index i) {
        Index place = rows.diagonal(i);
        for (Index j = coordinates.parent(i); j != root; j = coordinates.parent(j))
          values[rows.place(j, i)] = values[--place];
      },
      256);
}

}  // namespace treefix
