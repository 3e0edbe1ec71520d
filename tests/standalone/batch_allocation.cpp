// After construction BatchDynamics allocates nothing. A separate process, because it replaces operator new and malloc.
//
// On one thread no call may allocate, in any layout. With more threads, oneTBB allocates memory for tasks and threads
// at any time, by malloc or an allocator of its own, and initialises itself when a process first uses it. treefix
// itself allocates with operator new; there must be no such allocation, neither in the first call of a BatchDynamics
// nor in any other.
#include <atomic>
#include <cstdlib>

#include <gtest/gtest.h>

#include <treefix/treefix.hpp>

#include "support/armatures.hpp"
#include "support/counted_new.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TREEFIX_TEST_MALLOC 0  // sanitizers have their own
#elif defined(__has_feature)
#define TREEFIX_TEST_MALLOC (!__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer))
#else
#define TREEFIX_TEST_MALLOC 1
#endif

namespace {

std::atomic<long> mallocs = 0;

}  // namespace

#if defined(__GLIBC__) && TREEFIX_TEST_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  ++mallocs;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++mallocs;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++mallocs;
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++mallocs;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace treefix {
namespace {

using testing::gears;
using testing::news;

TEST(BatchAllocation, IsSeenByTheCounters) {
  const long before = news;
  ::operator delete(::operator new(1));  // called as functions, which compilers may not elide
  EXPECT_EQ(news, before + 1);
#if defined(__GLIBC__) && TREEFIX_TEST_MALLOC
  const long mallocs_before = mallocs;
  void* volatile p = std::malloc(10);
  std::free(p);
  EXPECT_EQ(mallocs, mallocs_before + 1);
#endif
}

std::vector<Model> models() {
  std::vector<Model> list = zoo::all();
  list.push_back(gears());
  return list;
}

/// Every call once, in several layouts.
template <class T>
class Calls {
 public:
  Calls(const Model& model, Index states) : B(states), nq(model.nq()), nv(model.nv()), nbody(model.nbody()) {
    for (Index b = 0; b < B; ++b) {
      const auto append = [](std::vector<T>& to, const std::vector<double>& from) {
        for (const double x : from) to.push_back(static_cast<T>(x));
      };
      append(q, random_configuration(model, static_cast<std::uint64_t>(b)));
      append(v, random_velocity(model, static_cast<std::uint64_t>(b)));
    }
    a = v;
    out = v;
    H.resize(v.size() * static_cast<std::size_t>(nv));
    forces.resize(static_cast<std::size_t>(6 * nbody), T(0.1));
    for (const std::string& name : model.body_names()) frames.push_back(model.frame(name));
    poses.resize(static_cast<std::size_t>(16 * B * nbody));
    velocities.resize(static_cast<std::size_t>(6 * B * nbody));
    kinetic.resize(static_cast<std::size_t>(B));
    potential = kinetic;
  }
  void run(BatchDynamics& batch) {
    const auto Q = Batch<const T>::rows(q.data(), B, nq), V = Batch<const T>::rows(v.data(), B, nv);
    const auto A = Batch<const T>::strided(a.data() + (B - 1) * nv, B, nv, -nv, 1);
    const auto to = Batch<T>::rows(out.data(), B, nv);
    call.external_forces = Batch<const T>::same(forces, B);
    for (const auto coordinates : {ExternalFrame::of_body, ExternalFrame::of_root}) {
      call.external_frame = coordinates;
      batch.inverse<T>(Q, V, A, to, call);
      batch.forward<T>(Q, V, A, to, call);
      batch.forward_by_mass_matrix<T>(Q, V, A, to, call);
      batch.bias<T>(Q, V, to, call);
    }
    batch.mass_matrix<T>(Q, Batch<T>::rows(H.data(), B, nv * nv));
    batch.packed_mass_matrix<T>(Q, Batch<T>::rows(H.data(), B, nv * (nv + 1) / 2));
    batch.mass_matrix_apply<T>(Q, A, to);
    batch.mass_matrix_solve<T>(Q, A, to);
    batch.gravity<T>(Q, to);
    batch.kinematics<T>(frames, Q, V, Batch<T>::rows(poses.data(), B, 16 * nbody),
                        Batch<T>::rows(velocities.data(), B, 6 * nbody));
    batch.energy<T>(Q, V, Batch<T>::rows(kinetic.data(), B, 1), Batch<T>::rows(potential.data(), B, 1));
  }
  /// Lanes and columns of numbers that are not valid states, for batches that do not check them.
  void run_in_other_layouts(BatchDynamics& batch, Index lanes) {
    const Index states = B / lanes * lanes;
    const auto columns = [&](std::vector<T>& x, Index n) { return Batch<T>::strided(x.data(), states, n, 1, states); };
    const auto interleaved = [&](std::vector<T>& x, Index n) {
      const auto misplaced = static_cast<Index>(reinterpret_cast<std::uintptr_t>(x.data()) % 64 / sizeof(T));
      return Batch<T>::interleaved(x.data() + (misplaced == 0 ? 0 : 64 / static_cast<Index>(sizeof(T)) - misplaced),
                                   states, n);
    };
    const auto each = [&](auto layout) {
      const auto Q = layout(q, nq), V = layout(v, nv), to = layout(out, nv);
      batch.inverse<T>(Q, V, V, to);
      batch.forward<T>(Q, V, V, to);
      batch.forward_by_mass_matrix<T>(Q, V, V, to);
      batch.mass_matrix<T>(Q, layout(H, nv * nv));
      batch.mass_matrix_apply<T>(Q, V, to);
      batch.mass_matrix_solve<T>(Q, V, to);
      batch.bias<T>(Q, V, to);
      batch.gravity<T>(Q, to);
    };
    each(columns);
    each(interleaved);
  }
  /// Room to align lanes.
  void make_room() {
    for (std::vector<T>* x : {&q, &v, &out, &H}) x->resize(x->size() + 64, T(0));
  }

 private:
  Index B, nq, nv, nbody;
  std::vector<T> q, v, a, out, H, forces, poses, velocities, kinetic, potential;
  std::vector<Frame> frames;
  BatchCall<T> call{.progress = [](Index, Index) { return true; }};
};

template <class T>
void expect_nothing_on_one_thread() {
  for (const Model& model : models()) {
    BatchDynamics batch(model, {.threads = 1});
    Calls<T> calls(model, 37);
    const long before = news, mallocs_before = mallocs;
    calls.run(batch);
    EXPECT_EQ(news, before) << model.name();
    EXPECT_EQ(mallocs, mallocs_before) << model.name();
  }
}

template <class T>
void expect_nothing_in_other_layouts(const Model& model, Index states) {
  BatchDynamics batch(model, {.threads = 1, .checked = false});
  Calls<T> calls(model, states);
  calls.make_room();
  const long before = news, mallocs_before = mallocs;
  calls.run_in_other_layouts(batch, batch.lanes<T>());
  EXPECT_EQ(news, before) << model.name();
  EXPECT_EQ(mallocs, mallocs_before) << model.name();
}

TEST(BatchAllocation, DoesNotHappenInLanesAndColumns) {
  for (const Model& model : models()) {
    expect_nothing_in_other_layouts<double>(model, 37);
    expect_nothing_in_other_layouts<float>(model, 37);
  }
  expect_nothing_in_other_layouts<double>(zoo::humanoid(), 2000);  // H of all of them goes past the caches
}

TEST(BatchAllocation, DoesNotHappenInAnyCallOnOneThread) {
  expect_nothing_on_one_thread<double>();
  expect_nothing_on_one_thread<float>();
}

TEST(BatchAllocation, DoesNotHappenInAnyCallOnSeveralThreadsNotEvenTheFirst) {
  {
    // another object first, so that oneTBB has started
    BatchDynamics other(zoo::quadruped(), {.threads = 2});
    Calls<double>(zoo::quadruped(), 5000).run(other);
  }
  for (const Model& model : {zoo::arm(), zoo::humanoid(), gears()}) {
    BatchDynamics batch(model, {.threads = 2});
    Calls<double> calls(model, 5000);
    const long before = news;
    calls.run(batch);
    EXPECT_EQ(news, before) << model.name();
  }
}

}  // namespace
}  // namespace treefix
