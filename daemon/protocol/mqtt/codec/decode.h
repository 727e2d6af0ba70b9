// Decodes what a client sends: MQTT 3.1.1 and 5.0, chapters 2 and 3. Anybody
// may have sent the bytes: no field is trusted unchecked. Allocates nothing and
// keeps nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

// Why a packet is not accepted. The connection ends with it.
struct DecodeError {
  ReasonCode reason = ReasonCode::kMalformedPacket;
  // Says what is wrong and where, for the journal and a reason string; in
  // static storage.
  std::string_view message;
  // The version to answer in: that of the connection. For a CONNECT packet, 5.0
  // if its level is 5 or higher, and 3.1.1 if it is lower or unreadable.
  Version version = Version::k311;
};

// A packet's place in the bytes received: the fixed header is at their start,
// the body after it. MQTT 5.0, section 2.1.
struct Frame {
  PacketType type;
  std::uint8_t flags = 0;        // The lower four bits of the first byte.
  std::size_t header_bytes = 0;  // 2 to 5.
  std::size_t body_bytes = 0;    // 0 to 268,435,455.

  [[nodiscard]] std::size_t bytes() const noexcept {
    return header_bytes + body_bytes;
  }
};

// Reads the fixed header at the start of `received`. Absent while more bytes
// are needed to know it; the body need not be there.
// Errors: kMalformedPacket  type 0, reserved flags, QoS 3, a duplicate of
//                           QoS 0, a length of more than four bytes or of
//                           more than it needs
//         kProtocolError    a type that only servers send
//         kPacketTooLarge   header and body are more than `maximum_bytes`
// The error's version is unset: the caller knows the connection's.
[[nodiscard]] std::variant<std::monostate, Frame, DecodeError> ReadFrame(
    std::string_view received, std::size_t maximum_bytes) noexcept;

// Reads a CONNECT packet's body. Client ids are only checked to be UTF-8.
// Errors: kUnsupportedProtocolVersion  neither 3.1.1 nor 5.0
//         kTopicNameInvalid            the will's topic is no topic name
//         kMalformedPacket, kProtocolError, as for DecodePacket
[[nodiscard]] std::variant<Connect, DecodeError> DecodeConnect(
    std::string_view body) noexcept;

// Reads the body of any packet that a client sends. `version` is that of the
// connection; a CONNECT packet has its own.
// Errors: kMalformedPacket     cut short or too long; a string that is not
//                              UTF-8 or contains U+0000; a packet id of 0;
//                              reserved bits; a reason code or property that
//                              has no place in this packet
//         kProtocolError       a property twice or out of its range; neither a
//                              topic nor an alias; a response topic that is no
//                              topic; no filter; in 5.0, QoS 3, retain handling
//                              3, or no-local of a shared subscription
//         kTopicAliasInvalid   topic alias 0
//         kTopicNameInvalid    a topic with wildcards; in 3.1.1, none
//         kTopicFilterInvalid  a filter that is no filter
// Precondition: ReadFrame made `frame`, and `body` is as long as it says.
[[nodiscard]] std::variant<ClientPacket, DecodeError> DecodePacket(
    Version version, const Frame& frame, std::string_view body) noexcept;

}  // namespace answerbox::daemon::mqtt
