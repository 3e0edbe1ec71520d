// Many states of a robot in the layouts of BatchDynamics, and calls of its functions by Work.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/treefix.hpp>

#include "bench/peers/work.hpp"

namespace tfbench {

using treefix::Batch;
using treefix::Index;

// Memory for n numbers of each state, by rows or interleaved.
template <class T>
class Numbers {
 public:
  Numbers(Index states, Index numbers) : states_(states), numbers_(numbers) {
    const Index groups = (states + 15) / 16;  // whole groups of the largest number of lanes
    const std::size_t bytes = static_cast<std::size_t>(std::max<Index>(groups * 16 * numbers, 16)) * sizeof(T);
    data_.reset(static_cast<T*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64)));
    if (!data_) throw std::bad_alloc();
    std::fill_n(data_.get(), static_cast<Index>(bytes / sizeof(T)), T(0));
  }
  T* data() const { return data_.get(); }
  Index size() const { return states_ * numbers_; }
  Batch<T> rows() const { return Batch<T>::rows(data(), states_, numbers_); }
  Batch<T> interleaved() const { return Batch<T>::interleaved(data(), states_, numbers_); }

  // Copies rows to groups of lanes; lanes beyond the last state stay zero.
  Numbers interleave(Index lanes) const {
    Numbers to(states_, numbers_);
    for (Index b = 0; b < states_; ++b)
      for (Index k = 0; k < numbers_; ++k) to.data()[place(lanes, b, k)] = data()[b * numbers_ + k];
    return to;
  }
  // The position of number k of state b in that layout.
  Index place(Index lanes, Index b, Index k) const { return (b / lanes * numbers_ + k) * lanes + b % lanes; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  Index states_, numbers_;
  std::unique_ptr<T, Free> data_;
};

// q, v and x (a or tau) of a batch.
template <class T>
struct States {
  Index count;
  Numbers<T> q, v, x;

  States interleave(Index lanes) const {
    return {count, q.interleave(lanes), v.interleave(lanes), x.interleave(lanes)};
  }
};

// Random states; they repeat after the first few thousand.
template <class T>
States<T> random_states(const treefix::Model& model, Index count) {
  constexpr Index different = 4096;
  States<T> s{count, {count, model.nq()}, {count, model.nv()}, {count, model.nv()}};
  const auto put = [](const std::vector<double>& from, Numbers<T>& to, Index b) {
    std::transform(from.begin(), from.end(), to.data() + b * static_cast<Index>(from.size()),
                   [](double x) { return static_cast<T>(x); });
  };
  for (Index b = 0; b < std::min(count, different); ++b) {
    const auto seed = static_cast<std::uint64_t>(3 * b);
    put(random_configuration(model, seed), s.q, b);
    put(random_velocity(model, seed + 1), s.v, b);
    put(random_velocity(model, seed + 2), s.x, b);
  }
  for (Numbers<T>* list : {&s.q, &s.v, &s.x})
    if (count > different) {
      const Index period = list->size() / count * different;
      for (Index k = period; k < list->size(); ++k) list->data()[k] = list->data()[k - period];
    }
  return s;
}

// The largest number of states whose results stay below 256 MB.
inline Index limited(Work work, const treefix::Model& model, Index states) {
  const Index bytes = 8 * result_size(work, model.nv());
  return std::min(states, (Index{256} << 20) / bytes);
}

template <class T>
void run(treefix::BatchDynamics& dynamics, Work work, const Batch<T>& q, const Batch<T>& v, const Batch<T>& x,
         const Batch<T>& y) {
  switch (work) {
    case Work::rnea: return dynamics.inverse<T>(q, v, x, y);
    case Work::aba: return dynamics.forward<T>(q, v, x, y);
    case Work::crba: return dynamics.mass_matrix<T>(q, y);
    case Work::packed_crba: return dynamics.packed_mass_matrix<T>(q, y);
    case Work::forward_by_mass_matrix: return dynamics.forward_by_mass_matrix<T>(q, v, x, y);
    case Work::mass_matrix_solve: return dynamics.mass_matrix_solve<T>(q, x, y);
  }
}
template <class T>
void run_rows(treefix::BatchDynamics& dynamics, Work work, const States<T>& s, const Numbers<T>& y) {
  run(dynamics, work, s.q.rows(), s.v.rows(), s.x.rows(), y.rows());
}
// s is already interleaved.
template <class T>
void run_interleaved(treefix::BatchDynamics& dynamics, Work work, const States<T>& s, const Numbers<T>& y) {
  run(dynamics, work, s.q.interleaved(), s.v.interleaved(), s.x.interleaved(), y.interleaved());
}

}  // namespace tfbench
