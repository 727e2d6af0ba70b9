// Writes JSON text straight into a string, without a tree in between. Numbers
// come out as people write them (0.3; Boost.JSON 1.81 would write 3E-1).
//
//   JsonWriter json;
//   json.BeginObject().Key("name").String(name).Key("page").Null().EndObject();
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon {

class JsonWriter {
 public:
  JsonWriter() = default;
  // Text of up to so many bytes is written without moving.
  explicit JsonWriter(std::size_t expected_bytes) {
    text_.reserve(expected_bytes);
  }

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }

  // The next value's key. `key` needs no escaping.
  JsonWriter& Key(std::string_view key);

  // Bytes that are not UTF-8, as a damaged file may hold them, become U+FFFD.
  JsonWriter& String(std::string_view text);
  JsonWriter& Hexadecimal(std::span<const std::byte> bytes);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // The shortest digits that read back as `value`. Precondition: finite.
  JsonWriter& Real(double value);
  template <std::integral T>
  JsonWriter& Integer(T value) {
    Separate();
    text_ += std::to_string(value);
    return *this;
  }
  // A value that is JSON text already.
  JsonWriter& Raw(std::string_view json);

  [[nodiscard]] std::string Take() { return std::move(text_); }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  // Puts a comma where one belongs before a key or an array's value.
  void Separate();
  [[nodiscard]] bool WantsComma() const;
  void Escape(unsigned char byte);

  std::string text_;
};

}  // namespace answerbox::daemon
