#include "daemon/protocol/mqtt/codec/reader.h"

#include "engine/text/utf8.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kMaxVariableBytes = 4;

}  // namespace

VariableByteInteger ReadVariableByteInteger(std::string_view bytes) noexcept {
  using State = VariableByteInteger::State;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < kMaxVariableBytes; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    value |= (byte & 0x7FU) << (7 * i);
    if ((byte & 0x80U) != 0) continue;
    // A last byte of 0 adds nothing, so the value is not in its shortest form
    // [MQTT-1.5.5-1].
    if (byte == 0 && i > 0) return {State::kMalformed};
    return {State::kWhole, value, i + 1};
  }
  return {bytes.size() < kMaxVariableBytes ? State::kCutShort
                                           : State::kMalformed};
}

std::uint8_t Reader::Byte() noexcept {
  return static_cast<std::uint8_t>(BigEndian(1));
}

std::uint16_t Reader::TwoByteInteger() noexcept {
  return static_cast<std::uint16_t>(BigEndian(2));
}

std::uint32_t Reader::FourByteInteger() noexcept { return BigEndian(4); }

// Reads byte by byte, as a field may begin at any address. If too few bytes are
// left, Take returns none, and the value is 0.
std::uint32_t Reader::BigEndian(std::size_t bytes) noexcept {
  std::uint32_t value = 0;
  for (const char byte : Take(bytes)) {
    value = (value << 8) | static_cast<std::uint8_t>(byte);
  }
  return value;
}

std::uint32_t Reader::VariableByteInteger() noexcept {
  const mqtt::VariableByteInteger integer = ReadVariableByteInteger(rest_);
  switch (integer.state) {
    case mqtt::VariableByteInteger::State::kWhole:
      rest_.remove_prefix(integer.bytes);
      return integer.value;
    case mqtt::VariableByteInteger::State::kCutShort:
      Fail(ReasonCode::kMalformedPacket, "the packet ends inside a length");
      return 0;
    case mqtt::VariableByteInteger::State::kMalformed:
      break;
  }
  Fail(ReasonCode::kMalformedPacket,
       "a variable byte integer is longer than it needs to be");
  return 0;
}

std::string_view Reader::Binary() noexcept { return Take(TwoByteInteger()); }

// [MQTT-1.5.4-1] and [MQTT-1.5.4-2]: ill-formed text and U+0000 end the
// connection. Otherwise they would reach every subscriber, and topics and logs.
std::string_view Reader::Text() noexcept {
  const std::string_view text = Binary();
  const auto valid = engine::ValidateUtf8(text);
  if (valid) return text;
  Fail(ReasonCode::kMalformedPacket,
       valid.error().code == engine::ErrorCode::kBinaryText
           ? "a string contains U+0000"
           : "a string is not well-formed UTF-8");
  return {};
}

std::string_view Reader::Take(std::size_t bytes) noexcept {
  if (rest_.size() < bytes) {
    Fail(ReasonCode::kMalformedPacket, "the packet ends inside a field");
    return {};
  }
  const std::string_view taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return taken;
}

std::string_view Reader::TakeRest() noexcept { return Take(rest_.size()); }

// From here on there is nothing left to read, so loops over the rest end.
void Reader::Fail(ReasonCode reason, std::string_view message) noexcept {
  if (!error_) error_ = {reason, message, version_};
  rest_ = {};
}

}  // namespace answerbox::daemon::mqtt
