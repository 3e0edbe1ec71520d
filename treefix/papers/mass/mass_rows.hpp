// Rows of the mass matrix, many at a time: H_ij = S_j · F_i, where F_i = Ic_i S_i and j is on the root path of i.
//
// A product is cheap if S_j and F_i are in one frame, and accurate if that frame is near. So the root path is cut into
// pieces of a few bodies, and all products of a piece are computed in the frame of its uppermost body: S_j is
// transformed to it once for all rows that share it, and F_i is carried from piece to piece.
#pragma once

#include <algorithm>
#include <memory>

#include <treefix/base/loops.hpp>
#include <treefix/papers/mass/mass_blocks.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/primitives/executor.hpp>
#include <treefix/reference/steps.hpp>

namespace treefix::papers {

/// Scratch memory of the passes. Sizes: (nbody).
template <class T>
struct MassWorkspace {
  explicit MassWorkspace(Index nbody) : X(nbody), X0(nbody), Ic(nbody) {}

  // written by joint_transforms
  Scratch<Transform<T>> X;  // from parent to body
  // written by poses, only for vector trees
  Scratch<Transform<T>> X0;  // from root to body
  // written by composite_inertias
  Scratch<Inertia<T>> Ic;  // of the body and its subtree
};

/// out_k = Σ_c a_c(k) b_c for 0 <= k < count, where the array a_c begins c × stride numbers after a. These are the
/// products of one F with many S, or of one S with many F: the same terms in the same order, so H_ij and H_ji have the
/// same bits.
template <class T>
struct Products {
  void operator()(const T* a, Index stride, const T (&b)[6], T* out, Index count) const {
    TREEFIX_INDEPENDENT
    for (Index k = 0; k < count; ++k)
      out[k] = a[k] * b[0] + a[k + stride] * b[1] + a[k + 2 * stride] * b[2] + a[k + 3 * stride] * b[3] +
               a[k + 4 * stride] * b[4] + a[k + 5 * stride] * b[5];
  }
  /// Called when a block of rows is done.
  static void finish() {}
};

/// Output to compressed rows.
template <class T>
struct SparseRows {
  static constexpr bool has_columns = false;
  View<const Index> begins;
  T* values;
  T* row(Index i) const { return values + begins[i]; }
  static Index column(Index depth, Index) { return depth; }
  static T* column_from(Index, Index) { return nullptr; }
  template <class Column>
  static void mirror(Index, Index, Index, Column) {}
};
/// Output to a row-major nv × nv matrix.
template <class T>
struct DenseRows {
  static constexpr bool has_columns = true;
  Index nv;
  T* H;
  T* row(Index i) const { return H + i * nv; }
  static Index column(Index, Index c) { return c; }
  /// The places of H_ji, H_j(i+1), …, which equal H_ij, H_(i+1)j, …
  T* column_from(Index i, Index j) const { return H + j * nv + i; }
  /// H_ji = H_ij for the rows i from first to end and the columns j = column(0), …, column(count − 1) where i > j.
  template <class Column>
  void mirror(Index first, Index end, Index count, Column column) const {
    for (Index k = 0; k < count; ++k) {
      const Index j = column(k);
      for (Index i = std::max(first, j + 1); i < end; ++i) H[j * nv + i] = H[i * nv + j];
    }
  }
};

namespace detail {

/// Columns of S along a root path, in one frame, and the places of their products with F in a row.
template <class T, Index most>
class PathColumns {
 public:
  void set(Index k, const Motion<T>& S, Index column) {
    const T numbers[] = {S.w.x, S.w.y, S.w.z, S.v.x, S.v.y, S.v.z};
    for (int c = 0; c < 6; ++c) S_[c][k] = numbers[c];
    columns_[k] = shortened(column);
  }
  /// row_column(k) = S_k · F for first <= k < end.
  template <class Product>
  void put(const Product& products, Index first, Index end, const Force<T>& F, T* row) const {
    if (first == end) return;
    const Index begin = columns_[first];
    const T b[6] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
    if (columns_[end - 1] - begin == end - 1 - first) return products(S_[0] + first, most, b, row + begin, end - first);
    T values[most];
    products(S_[0] + first, most, b, values, end - first);
    for (Index k = first; k < end; ++k) row[columns_[k]] = values[k - first];
  }
  Index column(Index k) const { return columns_[k]; }

  /// out_r = S_k · F_r, where coordinates of F have the given stride.
  template <class Product>
  void put_column(const Product& products, Index k, const T* F, Index stride, T* out, Index count) const {
    const T b[6] = {S_[0][k], S_[1][k], S_[2][k], S_[3][k], S_[4][k], S_[5][k]};
    products(F, stride, b, out, count);
  }

 private:
  T S_[6][most];
  ShortIndex columns_[most];
};

/// An uninitialised value that is written before it is read: initialising thousands of transforms would cost time.
template <class X>
union Unset {
  Unset() {}
  X value;
};

/// The rows of one block, on the stack of a thread.
template <class T, class Rows, class Product>
class MassBlock {
 public:
  MassBlock(const MassBlocks& blocks, Index block, const Mechanism<T>& m, const MassWorkspace<T>& w, const Rows& rows,
            const Product& products)
      : blocks_(blocks), m_(m), w_(w), rows_(rows), products_(products), begin_(blocks.begin(block)),
        end_(blocks.begin(block + 1)), first_(joint(begin_).v) {}

  void run() {
    for (Index k = begin_; k < end_; ++k) with_dof(joint(k).kind, [&](auto dof) { products_inside<dof>(k); });
    for (Index p = 0; p < part_count_; ++p)
      for_few(parts_[p].row, row_end(p), [&](Index first, Index end) {
        const Index begin = parts_[p].row;
        rows_.mirror(first_ + first, first_ + end, end - begin, [&](Index c) { return first_ + begin + c; });
      });
    products_above();
    products_.finish();
  }

 private:
  /// A body whose parent is before the block, or the root, and all of its descendants in the block.
  struct Part {
    Index first;  // body
    Index row;  // its first row in the block
  };
  static constexpr Index columns_at_once_ = planner::table::mass_block_columns;

  const Joint<T>& joint(Index k) const { return m_.joint(blocks_.body(k)); }
  const Transform<T>& X(Index k) const { return w_.X[blocks_.body(k)]; }
  Index depth(Index k) const { return blocks_.depth(joint(k).v); }

  /// The rows of body k: products with its own joint, and with those above it in its part. Leaves F in the frame of the
  /// first body.
  template <int dof>
  void products_inside(Index k) {
    const Joint<T>& own = joint(k);
    const Index parent = blocks_.parent(k), i = k - begin_;
    depth_[i] = shortened(blocks_.depth(own.v));
    if (parent < begin_) {
      parts_[part_count_++] = {k, own.v - first_};
      top_[i] = shortened(i);
    } else {
      const Index p = parent - begin_, top = top_[p];
      std::construct_at(&from_top_[i].value, top == p ? X(k) : X(k) * from_top_[p].value);
      top_[i] = shortened(depth_[i] - depth_[top] >= columns_at_once_ ? i : top);
    }
    const Index first = parts_[part_count_ - 1].first - begin_, base = depth_[first];
    for (int c = 0; c < dof; ++c) {
      const Motion<T> S = joint_column(own, c);
      inside_.set(depth_[i] + c - base, top_[i] == i ? S : from_top_[i].value.back(S),
                  rows_.column(depth_[i] + c, own.v + c));
    }
    for (int c = 0; c < dof; ++c) {
      T* row = rows_.row(own.v + c);
      Force<T> F = w_.Ic[blocks_.body(k)] * joint_column(own, c);
      T torques[dof];
      joint_torque(own, F, torques);
      torques[c] += m_.armature(own.v + c);
      for (int b = 0; b <= c; ++b) row[rows_.column(depth_[i] + b, own.v + b)] = torques[b];
      for (Index from = i; from != first;) {  // from piece to piece
        const Index top = top_[from] == from ? top_[blocks_.parent(begin_ + from) - begin_] : top_[from];
        F = from_top_[from].value.back(F);
        inside_.put(products_, depth_[top] - base, depth_[from] - base, F, row);
        from = top;
      }
      set_force(own.v + c - first_, F);
    }
  }

  /// Products with joints above the block; all of them are above its first body.
  void products_above() {
    Index joined = 0;  // parts whose F is in the frame of `below`
    Transform<T> below;  // from the parent of the top of the last piece to that top
    for (Index next = blocks_.parent(begin_); next != root;) {
      Index path[columns_at_once_];
      Unset<Transform<T>> from_top[columns_at_once_];
      Index size = 0;
      while (next != root && size < columns_at_once_) {
        path[size++] = next;
        next = blocks_.parent(next);
      }
      const Index base = depth(path[size - 1]);
      Index columns = 0;
      for (Index s = size - 1; s >= 0; --s) {
        std::construct_at(&from_top[s].value, s < size - 1 ? X(path[s]) * from_top[s + 1].value : Transform<T>{});
        const Joint<T>& j = joint(path[s]);
        for (int c = 0; c < j.dof(); ++c, ++columns)
          above_.set(columns, from_top[s].value.back(joint_column(j, c)), rows_.column(base + columns, j.v + c));
      }
      // carry F to the frame of the top: earlier parts, and those that hang from this piece
      if (joined > 0) carry(0, row_end(joined - 1), below * from_top[0].value);
      for (Index s = 0; s < size; ++s)
        for (; joined < part_count_ && blocks_.parent(parts_[joined].first) == path[s]; ++joined)
          carry(parts_[joined].row, row_end(joined), X(parts_[joined].first) * from_top[s].value);
      below = X(path[size - 1]);
      for (Index p = 0; p < joined; ++p) {
        const Index count = std::min(columns, depth(parts_[p].first) - base);
        const Index first = parts_[p].row, end = row_end(p);
        for (Index r = first; r < end; ++r) above_.put(products_, 0, count, force(r), rows_.row(first_ + r));
        if constexpr (Rows::has_columns)
          for (Index c = 0; c < count; ++c)
            above_.put_column(products_, c, F_[0] + first, MassBlocks::most_rows,
                              rows_.column_from(first_ + first, above_.column(c)), end - first);
      }
    }
  }

  /// Calls f(first, end) for a few rows at a time, so that they are mirrored while in cache.
  template <class F>
  static void for_few(Index first, Index end, F f) {
    constexpr Index few = planner::table::mass_rows_mirrored;
    for (; first < end; first += few) f(first, std::min(first + few, end));
  }
  Index row_end(Index part) const {
    if (part + 1 < part_count_) return parts_[part + 1].row;
    return joint(end_ - 1).v + joint(end_ - 1).dof() - first_;
  }
  Force<T> force(Index r) const { return {{F_[0][r], F_[1][r], F_[2][r]}, {F_[3][r], F_[4][r], F_[5][r]}}; }
  void set_force(Index r, const Force<T>& F) {
    F_[0][r] = F.n.x;
    F_[1][r] = F.n.y;
    F_[2][r] = F.n.z;
    F_[3][r] = F.f.x;
    F_[4][r] = F.f.y;
    F_[5][r] = F.f.z;
  }
  void carry(Index first, Index end, const Transform<T>& X) {
    TREEFIX_INDEPENDENT
    for (Index r = first; r < end; ++r) set_force(r, X.back(force(r)));
  }

  const MassBlocks& blocks_;
  const Mechanism<T>& m_;
  const MassWorkspace<T>& w_;
  Rows rows_;
  Product products_;
  Index begin_, end_, first_;  // bodies; row

  // by body of the block
  Unset<Transform<T>> from_top_[MassBlocks::most_rows];  // from the top of its parent's piece to the body
  ShortIndex top_[MassBlocks::most_rows];  // of its own piece: the body whose frame its S is in
  ShortIndex depth_[MassBlocks::most_rows];  // of its first coordinate
  Part parts_[MassBlocks::most_rows];
  Index part_count_ = 0;
  // by row of the block
  T F_[6][MassBlocks::most_rows];
  // along the path from a body to the first of its part; along a piece above the block
  PathColumns<T, MassBlocks::most_rows> inside_;
  PathColumns<T, 6 * columns_at_once_> above_;
};

}  // namespace detail

/// X, Ic -> rows of H
template <class T, Executor Exec, class Rows, class Product = Products<T>>
void mass_rows(const Exec& exec, const MassBlocks& blocks, const Mechanism<T>& m, const MassWorkspace<T>& w,
               const Rows& rows, const Product& products = {}) {
  exec.for_each(blocks.count(),
                [&](Index k) { detail::MassBlock<T, Rows, Product>(blocks, k, m, w, rows, products).run(); });
}

}  // namespace treefix::papers
