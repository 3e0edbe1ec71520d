// Matrices of a size that is known at compile time, stored as rows.
#pragma once

namespace treefix {

/// Numbers that are added and scaled together.
template <class T, int n>
struct SmallRow {
  T x[n];

  constexpr T& operator[](int j) { return x[j]; }
  constexpr const T& operator[](int j) const { return x[j]; }
  friend constexpr SmallRow operator-(const SmallRow& a, const SmallRow& b) {
    SmallRow c;
    for (int j = 0; j < n; ++j) c.x[j] = a.x[j] - b.x[j];
    return c;
  }
  friend constexpr SmallRow operator*(const T& s, const SmallRow& a) {
    SmallRow c;
    for (int j = 0; j < n; ++j) c.x[j] = s * a.x[j];
    return c;
  }
};

template <class T, int n, int columns>
struct SmallMatrix {
  SmallRow<T, columns> rows[n];

  constexpr SmallRow<T, columns>& operator[](int i) { return rows[i]; }
  constexpr const SmallRow<T, columns>& operator[](int i) const { return rows[i]; }
};

/// c − a b
template <class T, int n, int m, int columns>
constexpr SmallMatrix<T, n, columns> minus_product(SmallMatrix<T, n, columns> c, const SmallMatrix<T, n, m>& a,
                                                   const SmallMatrix<T, m, columns>& b) {
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < m; ++l) c[i] = c[i] - a[i][l] * b[l];
  return c;
}

/// c − aᵀ b
template <class T, int n, int m, int columns>
constexpr SmallMatrix<T, n, columns> minus_transpose_product(SmallMatrix<T, n, columns> c,
                                                             const SmallMatrix<T, m, n>& a,
                                                             const SmallMatrix<T, m, columns>& b) {
  for (int l = 0; l < m; ++l)
    for (int i = 0; i < n; ++i) c[i] = c[i] - a[l][i] * b[l];
  return c;
}

template <class T, int n, int m>
constexpr SmallMatrix<T, m, n> transpose(const SmallMatrix<T, n, m>& a) {
  SmallMatrix<T, m, n> t;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) t[j][i] = a[i][j];
  return t;
}

}  // namespace treefix
