#include <treefix/algorithms/scan/mass_by_scan.hpp>

#include <optional>

#include <treefix/algorithms/scan/mass_matrix.hpp>
#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/exec/threads.hpp>

namespace treefix {

Index lower_entries(const Mechanism<double>& m) { return AncestorPaths::entries(coordinate_tree(m)); }

constinit const RowKernels plain_row_kernels{[](const double* a, Index stride, const double (&b)[6], double* out,
                                                Index count, bool) { Products<double>()(a, stride, b, out, count); },
                                             [] {}};

namespace {

struct ProductsByKernels {
  RowKernels kernels;
  bool past_caches;
  void operator()(const double* a, Index stride, const double (&b)[6], double* out, Index count) const {
    kernels.products(a, stride, b, out, count, past_caches);
  }
  void finish() const {
    if (past_caches) kernels.finish();
  }
};

}  // namespace

struct MassByScan::State {
  State(const Mechanism<double>& m, const RowKernels& k)
      : model(m), blocks(model), fix(model), workspace(m.nbody()), kernels(k) {}

  ScanModel<double> model;
  MassBlocks blocks;
  ByHeavyPaths<double> fix;
  MassWorkspace<double> workspace;
  RowKernels kernels;
  std::optional<AncestorPaths> lower;
  std::optional<SymmetricRows> symmetric;

  /// q -> rows up to the diagonal, each from where `begins` says
  void put_lower(const Threads& exec, View<const double> q, View<const Index> begins, View<double> values) {
    sparse_mass_matrix<double>(exec, model, blocks, fix, q, begins, workspace, values,
                               ProductsByKernels{kernels, false});
  }
};

MassByScan::MassByScan(const Mechanism<double>& m, const RowKernels& kernels)
    : state_(std::make_unique<State>(m, kernels)) {}
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
  constexpr std::size_t cached = 4'000'000;  // numbers: about what caches can keep of them
  dense_mass_matrix<double>(Threads(workers), s.model, s.blocks, s.fix, q, s.workspace, H,
                            ProductsByKernels{s.kernels, H.size() > cached});
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
