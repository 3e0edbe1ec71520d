#include <treefix/papers/mass/mass_by_scan.hpp>

#include <treefix/exec/threads.hpp>
#include <treefix/papers/mass/mass_matrix.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::papers {

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
};

MassByScan::MassByScan(const Mechanism<double>& m, const RowKernels& kernels)
    : state_(std::make_unique<State>(m, kernels)) {}
MassByScan::~MassByScan() = default;
MassByScan::MassByScan(MassByScan&&) noexcept = default;
MassByScan& MassByScan::operator=(MassByScan&&) noexcept = default;

void MassByScan::dense(Workers& workers, View<const double> q, View<double> H) {
  State& s = *state_;
  dense_mass_matrix<double>(Threads(workers), s.model, s.blocks, s.fix, q, s.workspace, H,
                            ProductsByKernels{s.kernels, ssize(H) > planner::table::cached_matrix_numbers});
}

void MassByScan::lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values) {
  State& s = *state_;
  sparse_mass_matrix<double>(Threads(workers), s.model, s.blocks, s.fix, q, begins, s.workspace, values,
                             ProductsByKernels{s.kernels, false});
}

}  // namespace treefix::papers
