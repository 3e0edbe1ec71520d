#include <treefix/large_tree/forward/star_join.hpp>

#include <cmath>
#include <utility>

namespace treefix::large_tree {

namespace {

using Row = double[6];

/// All 36 numbers, row by row.
void spread(const ArticulatedInertia<double>& A, Row* out) {
  const auto& [I, H, M] = A;
  const double rows[6][6] = {{I.xx, I.xy, I.xz, H.x.x, H.x.y, H.x.z}, {I.xy, I.yy, I.yz, H.y.x, H.y.y, H.y.z},
                             {I.xz, I.yz, I.zz, H.z.x, H.z.y, H.z.z}, {H.x.x, H.y.x, H.z.x, M.xx, M.xy, M.xz},
                             {H.x.y, H.y.y, H.z.y, M.xy, M.yy, M.yz}, {H.x.z, H.y.z, H.z.z, M.xz, M.yz, M.zz}};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) out[i][k] = rows[i][k];
}
void spread(const Motion<double>& m, double* x) {
  const double numbers[] = {m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z};
  for (int i = 0; i < 6; ++i) x[i] = numbers[i];
}
void spread(const Force<double>& F, double* x) { spread(Motion<double>{F.n, F.f}, x); }

/// x := N⁻¹ x with N = 1 + C K, by elimination with pivoting. Lengths are in units of `length`, so that the sizes of
/// rows can be compared.
template <int columns>
void solve(const Row* C, const Row* K, double length, double (*x)[columns]) {
  double N[6][6];
  const auto unit = [&](int i) { return i < 3 ? 1 : length; };
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) {
      double sum = i == k ? 1 : 0;
      for (int l = 0; l < 6; ++l) sum += C[i][l] * K[l][k];
      N[i][k] = sum * (unit(k) / unit(i));
    }
    for (int c = 0; c < columns; ++c) x[i][c] /= unit(i);
  }
  for (int i = 0; i < 6; ++i) {
    int best = i;
    for (int k = i + 1; k < 6; ++k)
      if (std::abs(N[k][i]) > std::abs(N[best][i])) best = k;
    if (best != i) {
      for (int k = i; k < 6; ++k) std::swap(N[i][k], N[best][k]);
      for (int c = 0; c < columns; ++c) std::swap(x[i][c], x[best][c]);
    }
    const double inverse = 1 / N[i][i];
    for (int k = i + 1; k < 6; ++k) N[i][k] *= inverse;
    for (int c = 0; c < columns; ++c) x[i][c] *= inverse;
    for (int k = i + 1; k < 6; ++k) {
      const double factor = N[k][i];
      for (int l = i + 1; l < 6; ++l) N[k][l] -= factor * N[i][l];
      for (int c = 0; c < columns; ++c) x[k][c] -= factor * x[i][c];
    }
  }
  for (int i = 5; i >= 0; --i)
    for (int k = i + 1; k < 6; ++k)
      for (int c = 0; c < columns; ++c) x[i][c] -= N[i][k] * x[k][c];
  for (int i = 0; i < 6; ++i)
    for (int c = 0; c < columns; ++c) x[i][c] *= unit(i);
}

double length_of(const ArticulatedInertia<double>& C) {
  const double angular = trace(C.I), linear = trace(C.M);
  return angular > 0 && linear > 0 ? std::sqrt(linear / angular) : 1;
}

/// b − C p
void free_acceleration(const PieceElement<double>& element, const ArticulatedBody<double>& beyond, double* x) {
  const Force<double>& p = beyond.p;
  const Force<double> Cp = element.reach.C * Motion<double>{p.n, p.f};
  spread(element.reach.b - Motion<double>{Cp.n, Cp.f}, x);
}

}  // namespace

Response join(const PieceElement<double>& element, const ArticulatedBody<double>& beyond,
              ArticulatedBody<double>& handed) {
  double C[6][6], K[6][6], A[6][6], x[6][7], p[6], start[6];
  spread(element.reach.C, C);
  spread(beyond.A, K);
  spread(beyond.p, p);
  free_acceleration(element, beyond, start);
  for (int i = 0; i < 6; ++i) {
    spread(element.reach.A[i], A[i]);
    for (int k = 0; k < 6; ++k) x[i][k] = A[i][k];
    x[i][6] = start[i];
  }
  solve<7>(C, K, length_of(element.reach.C), x);
  // K Z and p + K z, then Aᵀ of both
  double y[6][7], sum[6][7];
  for (int i = 0; i < 6; ++i)
    for (int c = 0; c < 7; ++c) {
      y[i][c] = c == 6 ? p[i] : 0;
      for (int k = 0; k < 6; ++k) y[i][c] += K[i][k] * x[k][c];
    }
  for (int i = 0; i < 6; ++i)
    for (int c = 0; c < 7; ++c) {
      sum[i][c] = 0;
      for (int k = 0; k < 6; ++k) sum[i][c] += A[k][i] * y[k][c];
    }
  const auto mean = [&](int i, int k) { return 0.5 * (sum[i][k] + sum[k][i]); };
  handed = element.handed;
  handed.A += ArticulatedInertia<double>{{mean(0, 0), mean(0, 1), mean(1, 1), mean(0, 2), mean(1, 2), mean(2, 2)},
                                         {{mean(0, 3), mean(0, 4), mean(0, 5)},
                                          {mean(1, 3), mean(1, 4), mean(1, 5)},
                                          {mean(2, 3), mean(2, 4), mean(2, 5)}},
                                         {mean(3, 3), mean(3, 4), mean(4, 4), mean(3, 5), mean(4, 5), mean(5, 5)}};
  handed.p += Force<double>{{sum[0][6], sum[1][6], sum[2][6]}, {sum[3][6], sum[4][6], sum[5][6]}};
  Response out;
  for (int i = 0; i < 6; ++i) out.Z[i] = {{x[i][0], x[i][1], x[i][2]}, {x[i][3], x[i][4], x[i][5]}};
  out.z = {{x[0][6], x[1][6], x[2][6]}, {x[3][6], x[4][6], x[5][6]}};
  return out;
}

Motion<double> join_forgetful(const PieceElement<double>& element, const ArticulatedBody<double>& beyond) {
  double C[6][6], K[6][6], x[6][1], start[6];
  spread(element.reach.C, C);
  spread(beyond.A, K);
  free_acceleration(element, beyond, start);
  for (int i = 0; i < 6; ++i) x[i][0] = start[i];
  solve<1>(C, K, length_of(element.reach.C), x);
  return {{x[0][0], x[1][0], x[2][0]}, {x[3][0], x[4][0], x[5][0]}};
}

}  // namespace treefix::large_tree
