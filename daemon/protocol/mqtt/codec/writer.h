// Writes the values of a packet (MQTT 5.0, section 1.5) and its properties
// (2.2.2). Each packet is written twice: first to count its bytes, which its
// header states, then to append them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {

// Returns 1 to 4. Precondition: value is at most 268,435,455.
[[nodiscard]] std::size_t VariableByteIntegerBytes(std::size_t value) noexcept;

class Writer {
 public:
  // Makes a writer that only counts.
  Writer() noexcept = default;
  // Makes a writer that also appends to `out`, which has room for all that
  // follows.
  explicit Writer(Output& out) noexcept : out_(&out) {}

  void Byte(std::uint8_t value);
  void TwoByteInteger(std::uint32_t value);
  void FourByteInteger(std::uint32_t value);
  void VariableByteInteger(std::size_t value);
  // Writes a string or binary data. Precondition: at most 65,535 bytes.
  void Text(std::string_view value);
  // Writes bytes without their length.
  void Bytes(std::string_view bytes);

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  Output* out_ = nullptr;
  std::size_t bytes_ = 0;
};

// Writes a property list with its length: in the order of ids, then a
// subscription identifier for each of `subscription_ids`, then the user
// properties.
void WriteProperties(const Properties& properties,
                     std::span<const std::uint32_t> subscription_ids,
                     Writer& out);

void WriteUserProperties(const UserProperties& properties, Writer& out);

[[nodiscard]] bool HasNone(const Properties& properties) noexcept;

}  // namespace answerbox::daemon::mqtt
