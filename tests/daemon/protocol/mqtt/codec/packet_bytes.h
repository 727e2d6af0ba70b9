// Bytes of packets as tests write them.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "daemon/protocol/mqtt/codec/decode.h"

namespace answerbox::daemon::mqtt {

// The bytes that hexadecimal digits stand for; spaces are skipped.
[[nodiscard]] std::string Hex(std::string_view digits);

// A string with its length of two bytes.
[[nodiscard]] std::string Text(std::string_view text);

// A variable byte integer of as few bytes as can be.
[[nodiscard]] std::string Length(std::size_t value);

// A packet of any size: the first byte, the length, the body.
[[nodiscard]] std::string Packet(unsigned first_byte, std::string_view body);

using Decoded = std::variant<ClientPacket, DecodeError>;

// Reads one packet as a server does. Throws std::logic_error where `packet` is
// shorter or longer than its header says. What comes back points into it.
[[nodiscard]] Decoded Decode(Version version, std::string_view packet);

// The packet, which must be accepted and of this type; else throws.
template <typename T>
[[nodiscard]] T Get(Version version, std::string_view packet) {
  return std::get<T>(std::get<ClientPacket>(Decode(version, packet)));
}

// Why the packet is refused; kSuccess where it is accepted.
[[nodiscard]] ReasonCode Refusal(Version version, std::string_view packet);

}  // namespace answerbox::daemon::mqtt
