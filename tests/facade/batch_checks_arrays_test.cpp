// Laws of treefix/facade/batch_checks.hpp about the sizes and layouts of arrays.
#include <treefix/facade/batch_checks.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/packed.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/model/zoo.hpp>

#include "support/armatures.hpp"
#include "support/messages.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

const char* const accepted = "nothing was thrown";

template <class E = ValueError, class C = double>
std::string refusal(const Task& task, const Model& model) {
  return message_of<E>([&] { facade::check<C>(task, model, 4); });
}

struct Member {
  Array Task::* array;
  Index numbers;
  bool is_optional;
};

/// The arrays of a quantity: see Task.
std::vector<Member> members(Quantity quantity, const Model& model, Index frames) {
  const Index n = model.nv();
  const bool is_motion = is_of_motion(quantity);
  const bool has_input = (is_motion && quantity != Quantity::bias) || quantity == Quantity::mass_matrix_apply ||
                         quantity == Quantity::mass_matrix_solve;
  const bool has_two = quantity == Quantity::kinematics || quantity == Quantity::energy;
  const Index output = quantity == Quantity::mass_matrix          ? n * n
                       : quantity == Quantity::packed_mass_matrix ? packed_size(n)
                       : quantity == Quantity::kinematics         ? 16 * frames
                       : quantity == Quantity::energy             ? 1
                                                                  : n;
  std::vector<Member> all{{&Task::q, model.nq(), false},
                          {&Task::v, n, !is_motion},
                          {&Task::input, n, !has_input},
                          {&Task::output, output, has_two}};
  if (has_two) all.push_back({&Task::second_output, quantity == Quantity::energy ? 1 : 6 * frames, true});
  if (is_motion) all.push_back({&Task::external, 6 * model.nbody(), true});
  return all;
}

TEST(CheckArrays, EachHasItsSizeAndMemoryUnlessItIsOptional) {
  constexpr Index B = 3;
  std::vector<std::vector<double>> memory(6, std::vector<double>(2000));
  const char* const names[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  const std::vector<Frame> frames(2);
  for (const Model& model : {zoo::arm(), gears(), zoo::humanoid()})
    for (int kind = 0; kind <= static_cast<int>(Quantity::energy); ++kind) {
      Task task{.quantity = static_cast<Quantity>(kind), .states = B, .frames = frames};
      const std::vector<Member> all = members(task.quantity, model, 2);
      for (std::size_t i = 0; i < all.size(); ++i)
        task.*all[i].array = array_of(names[i], Batch<double>::rows(memory[i].data(), B, all[i].numbers));
      EXPECT_EQ(refusal(task, model), accepted);
      for (std::size_t i = 0; i < all.size(); ++i) {
        SCOPED_TRACE(concat("quantity ", kind, ", the ", names[i], " of model ", model.name()));
        const std::string name = names[i];
        const auto changed = [&](Index Array::* member, Index value) {
          Task other = task;
          (other.*all[i].array).*member = value;
          return refusal<DimensionError>(other, model);
        };
        for (const Index wrong : {Index(0), all[i].numbers - 1, all[i].numbers + 1})
          if (wrong != all[i].numbers) {
            EXPECT_EQ(changed(&Array::numbers, wrong),
                      concat(name, " has ", wrong, wrong == 1 ? " entry" : " entries", ", expected ", all[i].numbers));
          }
        for (const Index wrong : {0, 2, 4})
          EXPECT_EQ(changed(&Array::states, wrong), concat("states of ", name, " has ", wrong, " entries, expected 3"));
        Task missing = task;
        (missing.*all[i].array).data = nullptr;
        EXPECT_EQ(refusal(missing, model), all[i].is_optional ? accepted : name + " has a null data pointer");
        if (!all[i].is_optional) {
          Task none = task;
          none.states = 0;
          for (const Member& member : all) (none.*member.array).states = 0;
          (none.*all[i].array).data = nullptr;
          EXPECT_EQ(refusal(none, model), accepted) << "no state needs no memory";
        }
      }
    }
}

TEST(CheckArrays, InterleavedOnesHaveTheTypeOfTheLanesAndTheirAlignment) {
  const Model model = zoo::chain(3);
  const ZeroMemory memory(4096), out(4096);
  for (std::size_t offset = 0; offset <= 128; offset += 4) {
    const auto* at = memory.data() + offset;
    const bool is_aligned = offset % 64 == 0;
    Task task{.quantity = Quantity::gravity, .states = 5};
    const auto expect_type_and_alignment = [&]<class C, class Other>(C, Other) {
      task.output = array_of("tau", Batch<C>::rows(out.as<C>(), 5, 3));
      task.q = array_of("q", Batch<const C>::interleaved(reinterpret_cast<const C*>(at), 5, 3));
      EXPECT_EQ((refusal<ValueError, C>(task, model)),
                is_aligned ? accepted : "q is interleaved, but not aligned to 64 bytes");
      EXPECT_EQ((refusal<ValueError, Other>(task, model)), "q is interleaved, but not in the precision of computation");
      task.q = array_of("q", Batch<const C>::rows(reinterpret_cast<const C*>(at), 5, 3));
      EXPECT_EQ((refusal<ValueError, C>(task, model)), accepted) << "rows may be anywhere";
      EXPECT_EQ((refusal<ValueError, Other>(task, model)), accepted);
    };
    if (offset % 8 == 0) expect_type_and_alignment(0.0, 0.0F);
    expect_type_and_alignment(0.0F, 0.0);
  }
}

}  // namespace
}  // namespace treefix::testing
