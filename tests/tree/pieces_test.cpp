// Heavy paths cut and gathered.
#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/tree/pieces.hpp>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

template <class Law>
void for_all_pieces(Law law) {
  for (const auto& [name, given] : all_trees()) {
    const Tree tree = heavy_first(given);
    const HeavyPaths paths(tree);
    for (const Index length : {1, 2, 3, 7, 64, 1000}) {
      SCOPED_TRACE(concat(name, ", pieces of ", length));
      law(paths, Pieces(paths, length), length);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Pieces, AreThePathsInOrderCutAsEvenlyAsCanBe) {
  for_all_pieces([](const HeavyPaths& paths, const Pieces& pieces, Index length) {
    Index k = 0;
    for (const HeavyPath& path : paths.all()) {
      const Index count = (path.size() + length - 1) / length;
      for (Index j = 0; j < count; ++j, ++k) {
        ASSERT_LT(k, ssize(pieces.all()));
        const Piece& piece = pieces.all()[k];
        ASSERT_EQ(piece.first, j == 0 ? path.first : pieces.all()[k - 1].end);
        ASSERT_EQ(piece.begins, j == 0);
        ASSERT_EQ(piece.ends, j == count - 1);
        ASSERT_GE(piece.size(), path.size() / count);
        ASSERT_LE(piece.size(), (path.size() + count - 1) / count);
      }
      ASSERT_EQ(pieces.all()[k - 1].end, path.end);
    }
    ASSERT_EQ(k, ssize(pieces.all()));
  });
}

TEST(Pieces, AreGatheredIntoTasksThatDoNotExceedTheLengthAndCannotBeJoined) {
  for_all_pieces([](const HeavyPaths& paths, const Pieces& pieces, Index length) {
    ASSERT_EQ(pieces.levels(), paths.levels());
    const Piece* next = pieces.all().data();
    for (Index level = 0; level < pieces.levels(); ++level) {
      Index before = 0;  // bodies of the whole paths of the task before; 0: there is none, or it is part of a path
      for (Index task = pieces.level(level).first; task < pieces.level(level).last; ++task) {
        const auto list = pieces.task(task);
        ASSERT_FALSE(list.empty());
        ASSERT_EQ(list.data(), next);
        next += ssize(list);
        Index size = 0;
        bool whole = true;
        for (const Piece& piece : list) {
          size += piece.size();
          whole = whole && piece.begins && piece.ends;
        }
        ASSERT_LE(size, length);
        ASSERT_TRUE(whole || ssize(list) == 1);
        if (whole && before > 0) {
          ASSERT_GT(before + list[0].size(), length);
        }
        before = whole ? size : 0;
      }
    }
    ASSERT_EQ(next, pieces.all().data() + ssize(pieces.all()));
  });
}

TEST(Pieces, OfALevelHaveThePathsOfThatLevel) {
  for_all_pieces([](const HeavyPaths& paths, const Pieces& pieces, Index) {
    for (Index level = 0; level < paths.levels(); ++level) {
      Index expected = 0, got = 0;
      for (const HeavyPath& path : paths.level(level)) expected += path.size();
      for (Index task = pieces.level(level).first; task < pieces.level(level).last; ++task)
        for (const Piece& piece : pieces.task(task)) got += piece.size();
      ASSERT_EQ(got, expected);
    }
  });
}

TEST(Pieces, KnowWhereTheirPathBegins) {
  for_all_pieces([](const HeavyPaths& paths, const Pieces& pieces, Index length) {
    ASSERT_EQ(pieces.length(), length);
    Index k = 0;
    for (const HeavyPath& path : paths.all())
      for (; k < ssize(pieces.all()) && pieces.all()[k].end <= path.end && pieces.all()[k].first >= path.first; ++k)
        ASSERT_EQ(pieces.all()[k].top, path.first);
    ASSERT_EQ(k, ssize(pieces.all()));
  });
}

TEST(Pieces, EndWhereTheyMayAndNoLaterThanTheNextSuchBody) {
  for (const auto& [name, given] : all_trees()) {
    const Tree tree = heavy_first(given);
    const HeavyPaths paths(tree);
    for (const double share : {0.0, 0.2, 0.7, 1.0})
      for (const Index length : {1, 2, 3, 7, 1000}) {
        SCOPED_TRACE(concat(name, ", pieces of ", length, ", ", share));
        Random random(3);
        std::vector<char> may_end;
        for (Index i = 0; i < tree.size(); ++i) may_end.push_back(random.uniform() < share);
        const Pieces even(paths, length), pieces(paths, length, may_end);
        ASSERT_EQ(pieces.levels(), even.levels());
        // each border of even pieces moves to the next body that may end one, or to the end of the path
        std::vector<Index> expected, got;
        for (const Piece& piece : even.all()) {
          Index end = piece.end;
          for (Index last = piece.end; !piece.ends && !at(may_end, end - 1); ++end, ++last)
            if (tree.is_leaf(last)) {
              end = last + 1;
              break;
            }
          if (expected.empty() || end != expected.back()) expected.push_back(end);
        }
        for (const Piece& piece : pieces.all()) {
          ASSERT_EQ(piece.begins, piece.first == piece.top);
          ASSERT_EQ(piece.ends, tree.is_leaf(piece.end - 1));
          ASSERT_EQ(piece.begins, got.empty() || tree.is_leaf(got.back() - 1));
          got.push_back(piece.end);
        }
        ASSERT_EQ(got, expected);
        bool cut = false;
        for (Index level = 0; level < pieces.levels(); ++level) cut = cut || pieces.has_cuts(level);
        ASSERT_EQ(cut, ssize(got) > ssize(paths.all()));
      }
  }
}

}  // namespace
}  // namespace treefix::testing
