// Numbers, lists and texts as bytes: what the binary form of a model consists of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/base/text.hpp>

namespace treefix {

/// Collects bytes. A list is its size, in 8 bytes, and its elements; texts are a list of lengths, in 4 bytes each, and
/// a list of characters.
class ByteOutput {
 public:
  template <class T>
  void number(const T& x) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&x, sizeof x);
  }
  template <class T>
  void list(const std::vector<T>& values) {
    number(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(T));
  }
  void text(const std::string& value) { list(std::vector<char>(value.begin(), value.end())); }
  template <class Names>
  void texts(const Names& names) {
    std::vector<std::uint32_t> lengths;
    std::size_t all = 0;
    for (const std::string& name : names) {
      lengths.push_back(static_cast<std::uint32_t>(name.size()));
      all += name.size();
    }
    list(lengths);
    number(static_cast<std::uint64_t>(all));
    bytes_.reserve(bytes_.size() + all);
    for (const std::string& name : names) append(name.data(), name.size());
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  void append(const void* data, std::size_t count) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + count);
  }

  std::vector<std::byte> bytes_;
};

/// Takes bytes apart again. Everything throws ParseError if there are too few bytes; `what` is for messages.
class ByteInput {
 public:
  ByteInput(View<const std::byte> bytes, const std::string& file) : left_(bytes), file_(file) {}

  template <class T>
  T number(const char* what) {
    T x;
    std::memcpy(&x, take(1, sizeof x, what), sizeof x);
    return x;
  }
  template <class T>
  std::vector<T> list(const char* what) {
    const auto count = number<std::uint64_t>(what);
    std::vector<T> values;
    const std::byte* from = take(count, sizeof(T), what);
    values.resize(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(values.data(), from, values.size() * sizeof(T));
    return values;
  }
  /// A list of this size.
  template <class T>
  std::vector<T> list(const char* what, Index size) {
    std::vector<T> values = list<T>(what);
    if (ssize(values) != size) refuse(concat(what, ": ", values.size(), " entries"), concat(size));
    return values;
  }
  std::string text(const char* what) {
    const std::vector<char> characters = list<char>(what);
    return {characters.begin(), characters.end()};
  }
  std::vector<std::string> texts(const char* what) {
    const auto lengths = list<std::uint32_t>(what);
    const auto characters = list<char>(what);
    std::vector<std::string> names;
    names.reserve(lengths.size());
    std::size_t begin = 0;
    for (const std::uint32_t length : lengths) {
      if (length > characters.size() - begin) refuse(concat(what, ": too few characters"));
      names.emplace_back(characters.data() + begin, length);
      begin += length;
    }
    if (begin != characters.size()) refuse(concat(what, ": too many characters"));
    return names;
  }
  /// As many texts as this.
  std::vector<std::string> texts(const char* what, Index size) {
    std::vector<std::string> names = texts(what);
    if (ssize(names) != size) refuse(concat(what, ": ", names.size(), " entries"), concat(size));
    return names;
  }
  bool at_end() const { return left_.empty(); }

  /// Throws ParseError.
  [[noreturn]] void refuse(std::string seen, std::string expected = {}, std::string hint = {}) const {
    throw ParseError({{.topic = Diagnostic::Topic::structure,
                       .file = file_,
                       .element = "binary model",
                       .seen = std::move(seen),
                       .expected = std::move(expected),
                       .hint = std::move(hint)}});
  }

 private:
  const std::byte* take(std::uint64_t count, std::size_t size, const char* what) {
    if (count > left_.size() / size) refuse(concat(what, ": the data end too early"));
    const std::byte* from = left_.data();
    const Index bytes = static_cast<Index>(count) * static_cast<Index>(size);
    left_ = {left_.data() + bytes, ssize(left_) - bytes};
    return from;
  }

  View<const std::byte> left_;
  const std::string& file_;
};

}  // namespace treefix
