#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace answerbox::daemon::mqtt {

std::string Hex(std::string_view digits) {
  std::string bytes;
  std::string pair;
  for (const char digit : digits) {
    if (digit == ' ') continue;
    pair += digit;
    if (pair.size() < 2) continue;
    bytes += static_cast<char>(std::stoul(pair, nullptr, 16));
    pair.clear();
  }
  return bytes;
}

std::string Text(std::string_view text) {
  std::string bytes;
  bytes += static_cast<char>(text.size() / 256);
  bytes += static_cast<char>(text.size() % 256);
  return bytes.append(text);
}

std::string Length(std::size_t value) {
  std::string bytes;
  do {
    const std::size_t rest = value / 128;
    bytes += static_cast<char>(value % 128 + (rest == 0 ? 0 : 128));
    value = rest;
  } while (value != 0);
  return bytes;
}

std::string Packet(unsigned first_byte, std::string_view body) {
  return static_cast<char>(first_byte) + Length(body.size()).append(body);
}

Decoded Decode(Version version, std::string_view packet) {
  const auto read = ReadFrame(packet, std::numeric_limits<std::size_t>::max());
  if (const auto* error = std::get_if<DecodeError>(&read)) return *error;
  const auto* frame = std::get_if<Frame>(&read);
  if (frame == nullptr || frame->bytes() != packet.size()) {
    throw std::logic_error("not one whole packet");
  }
  return DecodePacket(version, *frame, packet.substr(frame->header_bytes));
}

ReasonCode Refusal(Version version, std::string_view packet) {
  const Decoded decoded = Decode(version, packet);
  const auto* error = std::get_if<DecodeError>(&decoded);
  return error == nullptr ? ReasonCode::kSuccess : error->reason;
}

}  // namespace answerbox::daemon::mqtt
