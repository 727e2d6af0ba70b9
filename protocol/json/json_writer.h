// Writes JSON text into a string, without a tree. Numbers are written as people
// write them (0.3; Boost.JSON 1.81 writes 3E-1). Every answer is written twice,
// as reply and as record, so the functions for short values are inline and the
// memory is allocated in advance.
//
//   JsonWriter json;
//   json.BeginObject().Key("name").String(name).Key("page").Null().EndObject();
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::protocol {

class JsonWriter {
 public:
  JsonWriter() = default;
  // Text of up to `expected_bytes` is written without a second allocation.
  explicit JsonWriter(std::size_t expected_bytes) {
    text_.resize(expected_bytes);
  }

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }

  // The next value's key. `key` needs no escaping.
  JsonWriter& Key(std::string_view key) {
    char* out = Separate(key.size() + 3);
    *out++ = '"';
    out = std::copy_n(key.data(), key.size(), out);
    *out++ = '"';
    *out++ = ':';
    return End(out, false);
  }

  // Bytes that are not UTF-8, such as from a damaged file, become U+FFFD.
  JsonWriter& String(std::string_view text);
  JsonWriter& Hexadecimal(std::span<const std::byte> bytes);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // The shortest digits that read back as `value`. Precondition: finite.
  JsonWriter& Real(double value);
  template <std::integral T>
  JsonWriter& Integer(T value) {
    constexpr std::size_t kMaxDigits = std::numeric_limits<T>::digits10 + 2;
    char* const out = Separate(kMaxDigits);
    return End(std::to_chars(out, out + kMaxDigits, value).ptr, true);
  }
  // A value that is JSON text already.
  JsonWriter& Raw(std::string_view json);

  // Bytes that are written.
  [[nodiscard]] std::size_t size() const noexcept { return used_; }
  [[nodiscard]] std::string Take();

 private:
  JsonWriter& Open(char bracket) {
    char* const out = Separate(1);
    *out = bracket;
    return End(out + 1, false);
  }
  JsonWriter& Close(char bracket) {
    char* const out = Room(1);
    *out = bracket;
    return End(out + 1, true);
  }
  // Memory for the next `bytes` bytes.
  char* Room(std::size_t bytes) {
    if (text_.size() - used_ < bytes) Grow(bytes);
    return text_.data() + used_;
  }
  // The same, after a comma if the next key or value needs one before it.
  char* Separate(std::size_t bytes) {
    char* const out = Room(bytes + 1);
    if (!wants_comma_) return out;
    *out = ',';
    return out + 1;
  }
  JsonWriter& End(const char* end, bool wants_comma) {
    used_ = static_cast<std::size_t>(end - text_.data());
    wants_comma_ = wants_comma;
    return *this;
  }
  void Grow(std::size_t bytes);
  void Append(std::string_view text);
  void AppendEscaped(std::string_view text);
  void Escape(unsigned char byte);

  std::string text_;      // Longer than what is written,
  std::size_t used_ = 0;  // which is so much of it.
  bool wants_comma_ = false;
};

}  // namespace answerbox::protocol
