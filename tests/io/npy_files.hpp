// Makes valid and malformed NumPy files.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include <treefix/base/text.hpp>
#include <treefix/io/npy.hpp>

#include "support/messages.hpp"

namespace treefix::test {

namespace fs = std::filesystem;
using treefix::testing::message_of;

/// Files in a folder of their own.
class Npy : public ::testing::Test {
 protected:
  Npy() : folder_(fs::temp_directory_path() / ("treefix_npy_test_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Npy() override { fs::remove_all(folder_); }
  Npy(const Npy&) = delete;
  Npy& operator=(const Npy&) = delete;

  fs::path file() const { return folder_ / "x.npy"; }
  Index file_count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(file(), std::ios::binary).rdbuf();
    return text.str();
  }
  NpyArray load(const std::string& bytes) const {
    std::ofstream(file(), std::ios::binary) << bytes;
    return load_npy(file());
  }
  /// The message for these bytes, without the name of the file.
  std::string refusal(const std::string& bytes) const {
    const std::string message = message_of<ParseError>([&] { load(bytes); });
    const std::string begin = concat(file().string(), ": error: ");
    return message.starts_with(begin) ? message.substr(begin.size()) : message;
  }

  fs::path folder_;
};

/// A file of the given version and header, padded as in NumPy.
inline std::string npy(const std::string& header, std::size_t bytes = 0, int version = 1) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  std::string line = header;
  line.append(63 - (prefix + header.size()) % 64, ' ');
  line += '\n';
  std::string text = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (std::size_t i = 0, size = line.size(); i < prefix - 8; ++i, size /= 256) text += static_cast<char>(size % 256);
  return text + line + std::string(bytes, '\0');
}

inline std::string header(const std::string& descr, const std::string& order, const std::string& shape) {
  return concat("{'descr': ", descr, ", 'fortran_order': ", order, ", 'shape': ", shape, ", }");
}

inline std::string with_shape(const std::string& shape, std::size_t bytes) {
  return npy(header("'<f8'", "False", shape), bytes);
}

}  // namespace treefix::test
