#include "load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  treefix::fuzz::load_with_options(data, size);
  return 0;
}
