// The binary form of a model: the input is its body, so that mutations need not guess the checksum.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <treefix/model/byte_format.hpp>
#include <treefix/model/bytes.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace treefix;
  const View<const std::byte> body{reinterpret_cast<const std::byte*>(data), static_cast<Index>(size)};
  const byte_format::Head head{byte_format::signature, byte_format::version, 0, size, byte_format::checksum(body)};
  std::vector<std::byte> bytes(sizeof head + size);
  std::memcpy(bytes.data(), &head, sizeof head);
  if (size > 0) std::memcpy(bytes.data() + sizeof head, data, size);
  try {
    const Model model = from_bytes(bytes);
    // a model that was read is the same after it is written and read again
    if (!(from_bytes(to_bytes(model)) == model)) std::abort();
  } catch (const ParseError&) {}
  return 0;
}
