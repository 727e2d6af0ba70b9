#include "daemon/protocol/mqtt/codec/decode.h"

#include <cassert>

#include "daemon/protocol/mqtt/codec/fixed_header_flags.h"
#include "daemon/protocol/mqtt/codec/read_packets.h"
#include "daemon/protocol/mqtt/codec/reader.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::string_view kOnlyServersSend =
    "only servers send packets of this type";

constexpr DecodeError Malformed(std::string_view message) noexcept {
  return {.reason = ReasonCode::kMalformedPacket, .message = message};
}

std::optional<DecodeError> CheckPublishFlags(std::uint8_t flags) noexcept {
  const unsigned qos = flags & kPublishQoSFlags;
  if (qos == kPublishQoSFlags) return Malformed("PUBLISH: there is no QoS 3");
  if (qos == 0 && (flags & kDuplicateFlag) != 0) {
    return Malformed("PUBLISH: QoS 0 has no duplicates");
  }
  return std::nullopt;
}

std::optional<DecodeError> CheckHeaderFlags(PacketType type,
                                            std::uint8_t flags) noexcept {
  std::uint8_t wanted = 0;
  switch (type) {
    case PacketType::kConnectAcknowledgement:
    case PacketType::kSubscribeAcknowledgement:
    case PacketType::kUnsubscribeAcknowledgement:
    case PacketType::kPingResponse:
      return DecodeError{.reason = ReasonCode::kProtocolError,
                         .message = kOnlyServersSend};
    case PacketType::kPublish:
      return CheckPublishFlags(flags);
    case PacketType::kPublishRelease:
    case PacketType::kSubscribe:
    case PacketType::kUnsubscribe:
      wanted = kRequestFlags;
      break;
    case PacketType::kConnect:
    case PacketType::kPublishAcknowledgement:
    case PacketType::kPublishReceived:
    case PacketType::kPublishComplete:
    case PacketType::kPingRequest:
    case PacketType::kDisconnect:
    case PacketType::kAuthenticate:
      break;
    default:
      return Malformed("there are no packets of type 0");
  }
  if (flags == wanted) return std::nullopt;
  return Malformed(
      "the reserved flags of the packet have other values than they must");
}

ClientPacket ReadBody(Version version, const Frame& frame,
                      Reader& reader) noexcept {
  switch (frame.type) {
    case PacketType::kConnect:
      return ReadConnect(reader);
    case PacketType::kPublish:
      return ReadPublish(version, frame.flags, reader);
    case PacketType::kPublishAcknowledgement:
    case PacketType::kPublishReceived:
    case PacketType::kPublishRelease:
    case PacketType::kPublishComplete:
      return ReadAcknowledgement(version, frame.type, reader);
    case PacketType::kSubscribe:
      return ReadSubscribe(version, reader);
    case PacketType::kUnsubscribe:
      return ReadUnsubscribe(version, reader);
    case PacketType::kDisconnect:
      return ReadDisconnect(version, reader);
    case PacketType::kAuthenticate:
      return ReadAuthenticate(version, reader);
    case PacketType::kPingRequest:
      return PingRequest{};
    case PacketType::kConnectAcknowledgement:
    case PacketType::kSubscribeAcknowledgement:
    case PacketType::kUnsubscribeAcknowledgement:
    case PacketType::kPingResponse:
      break;
  }
  reader.Fail(ReasonCode::kProtocolError, kOnlyServersSend);
  return PingRequest{};
}

// Fails where the packet goes on after what it consists of.
void CheckAtEnd(Reader& reader) noexcept {
  if (!reader.empty()) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "the packet goes on after its last field");
  }
}

}  // namespace

std::variant<std::monostate, Frame, DecodeError> ReadFrame(
    std::string_view received, std::size_t maximum_bytes) noexcept {
  if (received.empty()) return std::monostate{};
  const auto first = static_cast<std::uint8_t>(received[0]);
  const auto type = static_cast<PacketType>(first >> 4);
  const auto flags = static_cast<std::uint8_t>(first & 0x0FU);
  if (const auto error = CheckHeaderFlags(type, flags)) return *error;
  const VariableByteInteger length =
      ReadVariableByteInteger(received.substr(1));
  switch (length.state) {
    case VariableByteInteger::State::kWhole:
      break;
    case VariableByteInteger::State::kCutShort:
      return std::monostate{};
    case VariableByteInteger::State::kMalformed:
      return Malformed("the packet's length takes more bytes than it may");
  }
  const Frame frame = {.type = type,
                       .flags = flags,
                       .header_bytes = 1 + length.bytes,
                       .body_bytes = length.value};
  if (frame.bytes() > maximum_bytes) {
    return DecodeError{.reason = ReasonCode::kPacketTooLarge,
                       .message = "the packet is longer than the server takes"};
  }
  return frame;
}

std::variant<Connect, DecodeError> DecodeConnect(
    std::string_view body) noexcept {
  Reader reader(body);
  const Connect connect = ReadConnect(reader);
  CheckAtEnd(reader);
  if (reader.error()) return *reader.error();
  return connect;
}

std::variant<ClientPacket, DecodeError> DecodePacket(
    Version version, const Frame& frame, std::string_view body) noexcept {
  assert(body.size() == frame.body_bytes);
  Reader reader(body, version);
  const ClientPacket packet = ReadBody(version, frame, reader);
  CheckAtEnd(reader);
  if (reader.error()) return *reader.error();
  return packet;
}

}  // namespace answerbox::daemon::mqtt
