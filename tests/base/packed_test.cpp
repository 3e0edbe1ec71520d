// Laws of treefix/base/packed.hpp.
#include <treefix/base/packed.hpp>

#include <gtest/gtest.h>

namespace treefix {
namespace {

TEST(Packed, EntriesOfTheLowerTriangleFollowEachOther) {
  for (const Index n : {0, 1, 2, 3, 30}) {
    Index place = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j) EXPECT_EQ(packed_size(i) + j, place++) << i << ", " << j;
    EXPECT_EQ(packed_size(n), place);
  }
}

}  // namespace
}  // namespace treefix
