// Laws of the binary form of a model.
#include <model/descriptions.hpp>
#include <support/messages.hpp>
#include <support/robot.hpp>

#include <cstring>

#include <treefix/model/byte_format.hpp>
#include <treefix/model/bytes.hpp>

namespace treefix::test {
namespace {

using Bytes = std::vector<std::byte>;
using testing::message_of;

std::vector<Model> models_to_write() {
  std::vector<Model> models = testing::many_models(40);
  models.push_back(every_joint());
  for (std::uint64_t seed = 0; seed < 60; ++seed) models.push_back(RandomDescription(seed).model());
  return models;
}

/// The same body with a head that belongs to it.
Bytes with_checksum(Bytes bytes) {
  byte_format::Head head;
  std::memcpy(&head, bytes.data(), sizeof head);
  head.size = bytes.size() - sizeof head;
  head.checksum = byte_format::checksum({bytes.data() + sizeof head, ssize(bytes) - static_cast<Index>(sizeof head)});
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

TEST(ModelBytes, GiveAnEqualModelWithItsWarnings) {
  for (const Model& model : models_to_write()) {
    const Bytes bytes = to_bytes(model);
    const Model again = from_bytes(bytes);
    ASSERT_EQ(again, model) << model.name();
    ASSERT_EQ(again.warnings().size(), model.warnings().size());
    for (std::size_t k = 0; k < again.warnings().size(); ++k)
      EXPECT_EQ(to_text(again.warnings()[k]), to_text(model.warnings()[k]));
    EXPECT_EQ(to_bytes(again), bytes);
  }
}

TEST(ModelBytes, AreRefusedIfTheyAreCutOffOrContinued) {
  const Bytes bytes = to_bytes(RandomDescription(3).model());
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97)
    EXPECT_NE(message_of<ParseError>([&] { from_bytes({bytes.data(), static_cast<Index>(size)}); }),
              "nothing was thrown");
  Bytes longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_NE(message_of<ParseError>([&] { from_bytes(longer); }), "nothing was thrown");
  EXPECT_NE(message_of<ParseError>([&] { from_bytes(with_checksum(longer)); }), "nothing was thrown");
}

TEST(ModelBytes, AreRefusedIfABitIsDamaged) {
  const Bytes bytes = to_bytes(RandomDescription(3).model());
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    Bytes damaged = bytes;
    const Index place = k < 256 ? k / 8 : random.below(ssize(bytes));
    damaged[static_cast<std::size_t>(place)] ^= static_cast<std::byte>(1U << random.below(8));
    const std::string message = message_of<ParseError>([&] { from_bytes(damaged, "arm.treefix"); });
    EXPECT_TRUE(message.starts_with("arm.treefix: error: binary model: ")) << place << message;
  }
}

TEST(ModelBytes, AreSafeToReadEvenIfTheChecksumIsRight) {
  // each change either gives a robot that can be built, or an error
  Random random(2);
  int built = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Bytes bytes = to_bytes(RandomDescription(seed, 5).model());
    for (int k = 0; k < 1500; ++k) {
      Bytes changed = bytes;
      const int count = 1 + static_cast<int>(random.below(3));
      for (int i = 0; i < count; ++i) {
        const Index place = static_cast<Index>(sizeof(byte_format::Head)) +
                            random.below(ssize(bytes) - static_cast<Index>(sizeof(byte_format::Head)));
        const std::byte values[] = {std::byte{0}, std::byte{0xff}, std::byte{0x7f}, std::byte{1},
                                    static_cast<std::byte>(random.below(256))};
        changed[static_cast<std::size_t>(place)] = values[random.below(5)];
      }
      try {
        const Model model = from_bytes(with_checksum(std::move(changed)));
        EXPECT_EQ(model.to_builder().build(), model);
        ++built;
      } catch (const ParseError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(built, 500);
  EXPECT_GT(refused, 500);
}

TEST(ModelBytes, OfAnotherVersionOrFormatAreNamed) {
  Bytes bytes = to_bytes(zoo::arm());
  bytes[8] = std::byte{9};
  EXPECT_EQ(message_of<ParseError>([&] { from_bytes(bytes, "a.treefix"); }),
            "a.treefix: error: binary model: version 9, expected at most version 1\n    hint: use a newer treefix");
  const std::string text = "<robot name='arm'/>";
  Bytes other(text.size());
  std::memcpy(other.data(), text.data(), text.size());
  EXPECT_EQ(message_of<ParseError>([&] { from_bytes(other, "a.urdf"); }),
            "a.urdf: error: binary model: other data, expected those that to_bytes() or save() wrote");
  EXPECT_FALSE(has_model_signature(other));
  EXPECT_TRUE(has_model_signature(bytes));
}

}  // namespace
}  // namespace treefix::test
