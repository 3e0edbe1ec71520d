// The part of NumPy files before the numbers.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <treefix/base/diagnostic.hpp>
#include <treefix/io/npy_header.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace treefix;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const io::NpyPrefix prefix = io::read_npy_prefix("f", bytes.substr(0, io::npy_longest_prefix));
    const std::string_view rest = bytes.substr(std::min(size, prefix.size));
    const io::NpyHeader header = io::read_npy_header("f", rest.substr(0, prefix.header_size), prefix.size);
    // a header that was read must be the same after it is written and read again
    const std::string text = io::npy_header_text(header);
    const io::NpyPrefix again = io::read_npy_prefix("f", text);
    const io::NpyHeader same = io::read_npy_header("f", text.substr(again.size), again.size);
    if (same.shape != header.shape || same.is_float != header.is_float) std::abort();
  } catch (const ParseError&) {}
  return 0;
}
