// What is timed, in terms that every engine has.
#pragma once

namespace tfbench {

// For each state, x and y have nv numbers unless stated otherwise:
//   rnea                     q v x=a    -> y=tau
//   aba                      q v x=tau  -> y=a
//   crba                     q          -> y=H, nv * nv numbers
//   packed_crba              q          -> y=H, rows of its lower triangle
//   forward_by_mass_matrix   q v x=tau  -> y=a: CRBA, bias, Cholesky, solve
//   mass_matrix_solve        q x        -> y=H^-1 x
enum class Work { rnea, aba, crba, packed_crba, forward_by_mass_matrix, mass_matrix_solve };

constexpr Work all_works[] = {
    Work::rnea, Work::aba, Work::crba, Work::packed_crba, Work::forward_by_mass_matrix, Work::mass_matrix_solve};

constexpr const char* name_of(Work work) {
  switch (work) {
    case Work::rnea: return "RNEA";
    case Work::aba: return "ABA";
    case Work::crba: return "CRBA";
    case Work::packed_crba: return "CRBA, packed";
    case Work::forward_by_mass_matrix: return "FD by H";
    case Work::mass_matrix_solve: return "solve H";
  }
  return "";
}

constexpr long result_size(Work work, long nv) {
  return work == Work::crba ? nv * nv : work == Work::packed_crba ? nv * (nv + 1) / 2 : nv;
}

}  // namespace tfbench
