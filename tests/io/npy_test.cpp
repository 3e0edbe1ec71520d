// NumPy files: written arrays can be read back, and files are replaced as a whole.
#include <functional>
#include <limits>
#include <numeric>

#include "io/npy_files.hpp"

namespace treefix::test {

namespace {

template <class T>
std::vector<T> some_numbers(Index count) {
  std::vector<T> x(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i) / 7 - 1;
  return x;
}

template <class T>
std::vector<T> numbers_of(const NpyArray& array) {
  const View<const T> x = array.numbers<T>();
  return {x.begin(), x.end()};
}

}  // namespace

TEST_F(Npy, ReadsBackEveryBitThatItWrote) {
  const auto round_trip = [&]<class T>(T) {
    for (const std::vector<Index>& shape :
         {std::vector<Index>{5}, {0}, {3, 4}, {0, 4}, {3, 0}, {2, 3, 4}, {1, 1, 1}, {100'000, 7}}) {
      std::vector<T> x = some_numbers<T>(std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>()));
      if (x.size() > 3) {
        x[0] = std::numeric_limits<T>::infinity(), x[1] = -T{0}, x[2] = std::numeric_limits<T>::denorm_min();
      }
      save_npy<T>(file(), shape, x);
      const NpyArray array = load_npy(file());
      EXPECT_EQ(array.shape(), shape);
      EXPECT_EQ(array.is_float(), (std::is_same_v<T, float>));
      EXPECT_EQ(array.size(), ssize(x));
      EXPECT_EQ(numbers_of<T>(array), x);
      EXPECT_EQ(file_count(), 1);
    }
  };
  round_trip(1.0);
  round_trip(1.0F);
}

TEST_F(Npy, WritesTheHeaderThatNumPyWrites) {
  save_npy<double>(file(), {2, 3}, some_numbers<double>(6));
  const std::string bytes = contents();
  ASSERT_EQ(bytes.size(), 128U + 6 * 8);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  const std::string line = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(bytes.substr(10, 118), line + std::string(117 - line.size(), ' ') + "\n");
  save_npy<float>(file(), {3}, some_numbers<float>(3));
  EXPECT_EQ(contents().substr(10, 58), "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } ");
  EXPECT_EQ(contents().size(), 128U + 3 * 4);
}

TEST_F(Npy, SaysTheNumberOfBytesThatTheShapeNeeds) {
  EXPECT_EQ(refusal(with_shape("(2, 3)", 47)), "the data has 47 bytes, expected 48 for shape (2, 3)");
  EXPECT_EQ(refusal(with_shape("(2, 3)", 49)), "the data has 49 bytes, expected 48 for shape (2, 3)");
  EXPECT_EQ(refusal(with_shape("(5,)", 0)), "the data has 0 bytes, expected 40 for shape (5,)");
  EXPECT_EQ(refusal(with_shape("(0, 7)", 8)), "the data has 8 bytes, expected 0 for shape (0, 7)");
  // no memory is allocated before the header has been checked
  EXPECT_EQ(refusal(with_shape("(1000000000, 1000000)", 8)),
            "the data has 8 bytes, expected 8000000000000000 for shape (1000000000, 1000000)");
  EXPECT_EQ(refusal(with_shape("(4294967296, 4294967296)", 8)),
            "the data has 8 bytes, expected more than can be addressed for shape (4294967296, 4294967296)");
  EXPECT_EQ(refusal(with_shape("(9223372036854775807,)", 8)),
            "the data has 8 bytes, expected more than can be addressed for shape (9223372036854775807,)");
}

TEST_F(Npy, StridesFollowTheOrder) {
  const auto strides = [&](const std::string& order) {
    const NpyArray array = load(npy(header("'<f4'", order, "(2, 3, 5)"), 120));
    return std::vector<Index>{array.stride(0), array.stride(1), array.stride(2)};
  };
  EXPECT_EQ(strides("False"), (std::vector<Index>{15, 5, 1}));
  EXPECT_EQ(strides("True"), (std::vector<Index>{1, 2, 6}));
}

TEST_F(Npy, NamesFilesThatCannotBeRead) {
  const auto refused = [](const fs::path& path) { return message_of<FileError>([&] { load_npy(path); }); };
  EXPECT_EQ(refused(file()), "cannot read '" + file().string() + "': No such file or directory");
  EXPECT_EQ(refused(folder_), "cannot read '" + folder_.string() + "': Is a directory");
  EXPECT_EQ(refused("/dev/zero"), "cannot read '/dev/zero': it is not a regular file");
}

TEST_F(Npy, ReplacesAFileOnlyWhenAllIsWritten) {
  std::ofstream(file()) << "old";
  fs::permissions(file(), fs::perms::owner_read | fs::perms::owner_write);
  {
    NpyWriter<double> unfinished(file(), {2, 3});
    unfinished.write(some_numbers<double>(6));
    EXPECT_EQ(file_count(), 2);
    EXPECT_EQ(contents(), "old");
  }
  EXPECT_EQ(file_count(), 1) << "nothing is left behind";
  EXPECT_EQ(contents(), "old");
  NpyWriter<double> writer(file(), {2, 3});
  writer.write(some_numbers<double>(4));
  EXPECT_EQ(message_of<DimensionError>([&] { writer.finish(); }), "the array to write has 4 entries, expected 6");
  EXPECT_EQ(contents(), "old");
  writer.write(some_numbers<double>(2));
  writer.finish();
  EXPECT_EQ(load_npy(file()).size(), 6);
  EXPECT_EQ(file_count(), 1);
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Npy, FollowsLinks) {
  std::ofstream(file()) << "old";
  fs::create_symlink("x.npy", folder_ / "link.npy");
  save_npy<double>(folder_ / "link.npy", {1}, some_numbers<double>(1));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.npy"));
  EXPECT_EQ(load_npy(file()).size(), 1);
  EXPECT_EQ(file_count(), 2);
}

TEST_F(Npy, NamesFilesThatCannotBeWritten) {
  const std::vector<double> x = some_numbers<double>(100'000);
  const auto refused = [&](const fs::path& path) {
    return message_of<FileError>([&] { save_npy<double>(path, {100'000}, x); });
  };
  EXPECT_EQ(refused(folder_), "cannot write '" + folder_.string() + "': Is a directory");
  EXPECT_EQ(refused(folder_ / "no" / "x.npy"),
            "cannot write '" + (folder_ / "no" / "x.npy").string() + "': No such file or directory");
  EXPECT_EQ(refused("/dev/full"), "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(file_count(), 0);
}

}  // namespace treefix::test
