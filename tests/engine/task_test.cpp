// Laws of treefix/engine/task.hpp.
#include <treefix/engine/task.hpp>

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/model/zoo.hpp>

#include "support/armatures.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

constexpr Quantity quantities[] = {Quantity::inverse,
                                   Quantity::forward,
                                   Quantity::forward_by_mass_matrix,
                                   Quantity::mass_matrix,
                                   Quantity::packed_mass_matrix,
                                   Quantity::mass_matrix_apply,
                                   Quantity::mass_matrix_solve,
                                   Quantity::bias,
                                   Quantity::gravity,
                                   Quantity::kinematics,
                                   Quantity::energy};

template <class T>
void expect_same_array(const Batch<T>& batch) {
  const Array array = array_of("x", batch);
  EXPECT_EQ(array.name, "x");
  EXPECT_EQ(array.data, batch.data());
  EXPECT_EQ(array.is_float, (std::is_same_v<std::remove_const_t<T>, float>));
  EXPECT_EQ(array.interleaved, batch.is_interleaved());
  EXPECT_EQ(array.states, batch.states());
  EXPECT_EQ(array.numbers, batch.numbers());
  EXPECT_EQ(array.state_stride, batch.state_stride());
  EXPECT_EQ(array.number_stride, batch.number_stride());
}

template <class T>
void expect_same_arrays() {
  std::vector<std::remove_const_t<T>> x(20);
  expect_same_array(Batch<T>());
  expect_same_array(Batch<T>::rows(x.data(), 5, 4));
  expect_same_array(Batch<T>::strided(x.data() + 7, 2, 3, -4, 5));
  expect_same_array(Batch<T>::interleaved(x.data(), 3, 2));
  expect_same_array(Batch<T>::same({x.data(), 20}, 9));
}

TEST(Task, AnArrayKeepsAllOfItsBatchButTheType) {
  expect_same_arrays<double>();
  expect_same_arrays<const double>();
  expect_same_arrays<float>();
  expect_same_arrays<const float>();
}

TEST(Task, WhatIsSolvedByAMatrixNeedsMemoryForOne) {
  for (const Model& model : {zoo::arm(), gears()})
    for (const Quantity quantity : quantities) {
      EXPECT_TRUE(!solves_by_matrix(quantity, model) || needs_matrix(quantity, model));
      const bool is_matrix = quantity == Quantity::mass_matrix || quantity == Quantity::packed_mass_matrix;
      EXPECT_EQ(needs_matrix(quantity, model) && !solves_by_matrix(quantity, model), is_matrix);
    }
}

TEST(Task, AMatrixReplacesArticulatedBodiesWhereThereAreMimicJoints) {
  // the articulated-body algorithm treats each joint by itself, so it cannot solve the equations of mimic joints
  for (const Quantity quantity : quantities) {
    const bool by_bodies = quantity == Quantity::forward || quantity == Quantity::mass_matrix_solve;
    EXPECT_EQ(solves_by_matrix(quantity, gears()) != solves_by_matrix(quantity, zoo::arm()), by_bodies);
    EXPECT_EQ(needs_matrix(quantity, gears()) != needs_matrix(quantity, zoo::arm()), by_bodies);
  }
}

TEST(Task, EquationsOfMotionAreTheQuantitiesWithExternalForces) {
  int of_motion = 0;
  for (const Quantity quantity : quantities) of_motion += is_of_motion(quantity);
  EXPECT_EQ(of_motion, 4);
  for (const Quantity quantity :
       {Quantity::inverse, Quantity::forward, Quantity::forward_by_mass_matrix, Quantity::bias})
    EXPECT_TRUE(is_of_motion(quantity));
}

}  // namespace
}  // namespace treefix::testing
