// Laws of treefix/facade/batch_checks.hpp about memory that arrays share.
#include <treefix/facade/batch_checks.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/model/zoo.hpp>

#include "support/messages.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

constexpr int group_lanes = 4;
const std::string accepted = "nothing was thrown",
                  itself = "tau overlaps itself, expected separate memory for every number";

std::string refusal(const Task& task, const Model& model) {
  return message_of<ValueError>([&] { facade::check<double>(task, model, group_lanes); });
}

/// The addresses of the bytes of all numbers of an array. A byte that several numbers share has one entry for each.
std::multiset<std::uintptr_t> bytes_of(const Array& a, Index states) {
  std::multiset<std::uintptr_t> bytes;
  const Index size = a.is_float ? 4 : 8;
  const auto data = reinterpret_cast<std::uintptr_t>(a.data);
  for (Index b = 0; b < (a.interleaved ? (states + group_lanes - 1) / group_lanes * group_lanes : states); ++b)
    for (Index k = 0; k < a.numbers; ++k) {
      const Index at = a.interleaved ? b * a.numbers + k : b * a.state_stride + k * a.number_stride;
      for (Index byte = 0; byte < size; ++byte) bytes.insert(data + static_cast<std::uintptr_t>(at * size + byte));
    }
  return bytes;
}
bool share_bytes(const Array& a, const Array& b, Index states) {
  const auto bytes = bytes_of(a, states);
  const auto others = bytes_of(b, states);
  return std::any_of(others.begin(), others.end(), [&](std::uintptr_t at) { return bytes.contains(at); });
}
bool repeats(const Array& a, Index states) {
  const auto bytes = bytes_of(a, states);
  return std::set<std::uintptr_t>(bytes.begin(), bytes.end()).size() < bytes.size();
}

/// A task of inverse dynamics whose output and one input are somewhere in the same memory.
struct Shared {
  Index B, n;
  Model model = zoo::chain(n);
  ZeroMemory memory{8192};
  std::vector<double> apart = std::vector<double>(200);
  Task task{.quantity = Quantity::inverse, .states = B};

  Shared(Index states, Index numbers) : B(states), n(numbers) {
    task.q = array_of("q", Batch<double>::rows(apart.data(), B, n));
    task.v = array_of("v", Batch<double>::rows(apart.data(), B, n));
    task.input = array_of("a", Batch<double>::rows(apart.data(), B, n));
  }
  /// An array that begins `offset` bytes from the middle of the memory.
  Array array(std::string_view name, bool is_float, Index offset, Index state_stride, Index number_stride) const {
    return {name, memory.data() + 4096 + offset, is_float, false, B, n, state_stride, number_stride};
  }
};

TEST(CheckMemory, RefusesOutputsThatShareBytesWithAnInputInAnyLayout) {
  Random random(1);
  int sharing = 0, repeating = 0;
  for (int round = 0; round < 3000; ++round) {
    Shared s(1 + random.below(4), 1 + random.below(4));
    const auto draw = [&](std::string_view name) {
      const bool is_float = random.below(2) == 0;
      const Index unit = is_float ? 4 : 8, offset = random.below(40) * unit;
      if (random.below(8) == 0) {
        Array array = s.array(name, false, offset / 64 * 64, 0, 0);
        array.interleaved = true;
        return array;
      }
      const Index number_stride = random.below(2) == 0 ? 1 : random.below(17) - 8;  // rows more often
      return s.array(name, is_float, offset, random.below(17) - 8, number_stride);
    };
    Array Task::* const inputs[] = {&Task::q, &Task::v, &Task::input};
    const char* const names[] = {"q", "v", "a"};
    const auto i = static_cast<std::size_t>(random.below(3));
    s.task.*inputs[i] = draw(names[i]);
    s.task.output = draw("tau");
    const std::string text = refusal(s.task, s.model);
    const bool repeated = !s.task.output.interleaved && repeats(s.task.output, s.B);
    const bool shared = share_bytes(s.task.*inputs[i], s.task.output, s.B);
    sharing += shared && !repeated;
    repeating += repeated;
    if (repeated || (shared && text == itself)) {
      EXPECT_EQ(text, itself);
    } else if (shared) {
      EXPECT_EQ(text, concat("tau overlaps ", names[i], ", expected memory of its own"));
    }
  }
  EXPECT_GT(sharing, 200);
  EXPECT_GT(repeating, 200);
}

TEST(CheckMemory, RefusesOutputsThatShareBytesWithAnInputOfTheSameStride) {
  for (const Index B : {1, 3})
    for (const Index n : {1, 2, 3}) {
      Shared s(B, n);
      for (const Index stride : {-8, -1, 0, 1, 5, 8})
        for (const Index out : {-1, 1, 2, 3})
          for (const Index in : {-1, 1, 2, 3})
            for (Index offset = -12; offset <= 12; ++offset) {
              s.task.output = s.array("tau", false, 0, stride, out);
              s.task.input = s.array("a", false, 8 * offset, stride, in);
              if (repeats(s.task.output, B) || !share_bytes(s.task.input, s.task.output, B)) continue;
              const std::string text = refusal(s.task, s.model);
              ASSERT_TRUE(text == itself || text == "tau overlaps a, expected memory of its own")
                  << text << ": stride " << stride << ", numbers " << out << " and " << in << ", offset " << offset;
            }
    }
}

TEST(CheckMemory, AcceptsExactlyWhatIsApartIfRowsOrColumnsHaveNoGaps) {
  for (const Index B : {1, 2, 4})
    for (const Index n : {1, 3}) {
      Shared s(B, n);
      for (const bool out_float : {false, true})
        for (const bool in_float : {false, true})
          for (int layout = 0; layout < 8; ++layout) {
            const auto array = [&](const char* name, bool is_float, bool by_columns, bool backwards, Index offset) {
              const Index sign = backwards ? -1 : 1;
              return s.array(name, is_float, offset, sign * (by_columns ? 1 : n), sign * (by_columns ? B : 1));
            };
            for (Index offset = -32 * 8; offset <= 32 * 8; offset += 4) {
              s.task.output = array("tau", out_float, (layout & 1) != 0, (layout & 2) != 0, 0);
              s.task.v = array("v", in_float, (layout & 4) != 0, false, offset);
              ASSERT_EQ(refusal(s.task, s.model), share_bytes(s.task.v, s.task.output, B)
                                                      ? "tau overlaps v, expected memory of its own"
                                                      : accepted)
                  << B << " x " << n << ", " << offset << " bytes apart, layout " << layout;
            }
          }
    }
}

TEST(CheckMemory, AcceptsColumnsOfOneTableSideBySide) {
  for (const Index B : {2, 3, 5})
    for (const Index n : {1, 2, 4})
      for (const Index width : {2 * n, 2 * n + 1, 3 * n + 2})
        for (Index apart = 1 - width; apart < width; ++apart) {
          Shared s(B, n);
          s.task.output = s.array("tau", false, 0, width, 1);
          s.task.v = s.array("v", false, 8 * apart, width, 1);
          ASSERT_EQ(refusal(s.task, s.model),
                    share_bytes(s.task.v, s.task.output, B) ? "tau overlaps v, expected memory of its own" : accepted)
              << n << " of " << width << " columns, " << apart << " apart";
        }
}

TEST(CheckMemory, AcceptsOutputsInRowsAndColumnsWithGapsInBothDirections) {
  for (const Index B : {1, 2, 5})
    for (const Index n : {1, 2, 4})
      for (const Index gap : {0, 1, 7})
        for (const Index step : {1, 2})
          for (const Index a : {-1, 1})
            for (const Index b : {-1, 1}) {
              Shared s(B, n);
              s.task.output = s.array("tau", false, 0, a * (n * step + gap), b * step);
              EXPECT_EQ(refusal(s.task, s.model), accepted);
              s.task.output = s.array("tau", false, 0, a * step, b * (B * step + gap));
              EXPECT_EQ(refusal(s.task, s.model), accepted);
              if (B == 1) {
                s.task.output = s.array("tau", false, 0, 0, b * step);
                EXPECT_EQ(refusal(s.task, s.model), accepted) << "there is no next state";
              }
              if (n > 1) continue;
              s.task.output = s.array("tau", false, 0, a * step, 0);
              EXPECT_EQ(refusal(s.task, s.model), accepted) << "there is no next number";
            }
}

TEST(CheckMemory, TwoOutputsMayReadTheSameInputButNotWriteTheSamePlace) {
  const Model model = zoo::chain(3);
  std::vector<double> q(12), v(12), out(20);
  Task task{.quantity = Quantity::energy,
            .states = 4,
            .q = array_of("q", Batch<double>::rows(q.data(), 4, 3)),
            .v = array_of("v", Batch<double>::rows(q.data(), 4, 3))};
  for (Index first = 0; first < 16; ++first)
    for (Index second = 0; second < 16; ++second) {
      task.output = array_of("kinetic", Batch<double>::rows(out.data() + first, 4, 1));
      task.second_output = array_of("potential", Batch<double>::rows(out.data() + second, 4, 1));
      EXPECT_EQ(refusal(task, model),
                std::abs(first - second) < 4 ? "kinetic overlaps potential, expected memory of its own" : accepted);
    }
}

}  // namespace
}  // namespace treefix::testing
