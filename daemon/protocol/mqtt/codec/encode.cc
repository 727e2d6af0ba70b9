#include "daemon/protocol/mqtt/codec/encode.h"

#include "daemon/protocol/mqtt/codec/writer.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::uint8_t kFailure311 = 0x80;  // The only error of a SUBACK there.

// Returns the bytes of a packet whose body `write` writes. The length precedes
// the body and has a variable size itself. Counting first avoids moving the
// body afterwards.
template <typename Write>
std::size_t BodyBytes(const Write& write) {
  Writer counter;
  write(counter);
  return counter.bytes();
}

std::size_t HeaderBytes(std::size_t body_bytes) noexcept {
  return 1 + VariableByteIntegerBytes(body_bytes);
}

// `write` writes the body to a Writer, with the same bytes each time.
//   following_bytes  number of bytes at the body's end that the caller adds
template <typename Write>
void AppendPacket(PacketType type, std::uint8_t flags, Output& out,
                  const Write& write, std::size_t following_bytes = 0) {
  const std::size_t own_bytes = BodyBytes(write);
  const std::size_t body_bytes = own_bytes + following_bytes;
  // Nothing else here can throw.
  out.reserve(out.size() + HeaderBytes(body_bytes) + own_bytes);
  Writer writer(out);
  writer.Byte(
      static_cast<std::uint8_t>((static_cast<unsigned>(type) << 4) | flags));
  writer.VariableByteInteger(body_bytes);
  write(writer);
}

std::uint8_t PublishFlags(const Publish& publish) noexcept {
  return static_cast<std::uint8_t>(
      (publish.is_duplicate ? kDuplicateFlag : 0U) |
      (static_cast<unsigned>(publish.qos) << kPublishQoSShift) |
      (publish.is_retained ? kRetainFlag : 0U));
}

void WritePublish(Version version, const Publish& publish, Writer& out) {
  out.Text(publish.topic);
  if (publish.qos != QoS::kAtMostOnce) out.TwoByteInteger(publish.packet_id);
  if (version == Version::k5) {
    WriteProperties(publish.properties, publish.subscription_ids, out);
  }
  out.Bytes(publish.payload);
}

// Writes the reason and properties at the end of a 5.0 packet. Omits what says
// no more than success.
void WriteReason(ReasonCode reason, const Properties& properties, Writer& out) {
  const bool has_properties = !HasNone(properties);
  if (reason == ReasonCode::kSuccess && !has_properties) return;
  out.Byte(static_cast<std::uint8_t>(reason));
  if (has_properties) WriteProperties(properties, {}, out);
}

// 3.1.1 has three codes for grants and one for failure (section 3.9.3).
std::uint8_t SubscribeCode(Version version, ReasonCode code) noexcept {
  if (version == Version::k311 && IsError(code)) return kFailure311;
  return static_cast<std::uint8_t>(code);
}

}  // namespace

// Returns the nearest of the six codes of 3.1.1, section 3.2.2.3. Returns
// nothing for other reasons: a wrong code would make people look in the wrong
// place.
std::optional<std::uint8_t> ConnectReturnCode(ReasonCode reason) noexcept {
  switch (reason) {
    case ReasonCode::kSuccess:
      return 0;
    case ReasonCode::kUnsupportedProtocolVersion:
      return 1;
    case ReasonCode::kClientIdNotValid:
      return 2;
    case ReasonCode::kServerUnavailable:
    case ReasonCode::kServerBusy:
    case ReasonCode::kServerShuttingDown:
    case ReasonCode::kQuotaExceeded:
    case ReasonCode::kConnectionRateExceeded:
      return 3;
    case ReasonCode::kBadUserNameOrPassword:
      return 4;
    case ReasonCode::kNotAuthorized:
    case ReasonCode::kBanned:
      return 5;
    default:
      return std::nullopt;
  }
}

void EncodeConnectAcknowledgement(Version version,
                                  const ConnectAcknowledgement& packet,
                                  Output& out) {
  const std::optional<std::uint8_t> return_code =
      ConnectReturnCode(packet.reason);
  if (version == Version::k311 && !return_code) return;
  // A refused connection has no session [MQTT-3.2.2-6].
  const bool is_session_present =
      packet.is_session_present && packet.reason == ReasonCode::kSuccess;
  AppendPacket(PacketType::kConnectAcknowledgement, 0, out, [&](Writer& body) {
    body.Byte(is_session_present ? 1 : 0);
    if (version == Version::k311) {
      body.Byte(*return_code);
    } else {
      body.Byte(static_cast<std::uint8_t>(packet.reason));
      WriteProperties(packet.properties, {}, body);
    }
  });
}

void EncodePublish(Version version, const Publish& packet, Output& out) {
  AppendPacket(PacketType::kPublish, PublishFlags(packet), out,
               [&](Writer& body) { WritePublish(version, packet, body); });
}

// The header states the length of the whole packet. The payload is written
// later, from its message.
void EncodePublishHead(Version version, const Publish& packet, Output& out) {
  Publish head = packet;
  head.payload = {};
  AppendPacket(
      PacketType::kPublish, PublishFlags(packet), out,
      [&](Writer& body) { WritePublish(version, head, body); },
      packet.payload.size());
}

std::size_t EncodedBytes(Version version, const Publish& packet) noexcept {
  const std::size_t body_bytes =
      BodyBytes([&](Writer& body) { WritePublish(version, packet, body); });
  return HeaderBytes(body_bytes) + body_bytes;
}

void EncodeAcknowledgement(Version version, const Acknowledgement& packet,
                           Output& out) {
  const std::uint8_t flags =
      packet.type == PacketType::kPublishRelease ? kRequestFlags : 0;
  AppendPacket(packet.type, flags, out, [&](Writer& body) {
    body.TwoByteInteger(packet.packet_id);
    if (version == Version::k5) {
      WriteReason(packet.reason, packet.properties, body);
    }
  });
}

void EncodeSubscribeAcknowledgement(Version version, PacketId packet_id,
                                    std::span<const ReasonCode> codes,
                                    Output& out) {
  AppendPacket(PacketType::kSubscribeAcknowledgement, 0, out,
               [&](Writer& body) {
                 body.TwoByteInteger(packet_id);
                 if (version == Version::k5) WriteProperties({}, {}, body);
                 for (const ReasonCode code : codes) {
                   body.Byte(SubscribeCode(version, code));
                 }
               });
}

void EncodeUnsubscribeAcknowledgement(Version version, PacketId packet_id,
                                      std::span<const ReasonCode> codes,
                                      Output& out) {
  AppendPacket(PacketType::kUnsubscribeAcknowledgement, 0, out,
               [&](Writer& body) {
                 body.TwoByteInteger(packet_id);
                 if (version == Version::k311) return;
                 WriteProperties({}, {}, body);
                 for (const ReasonCode code : codes) {
                   body.Byte(static_cast<std::uint8_t>(code));
                 }
               });
}

void EncodePingResponse(Output& out) {
  AppendPacket(PacketType::kPingResponse, 0, out, [](Writer&) {});
}

void EncodeDisconnect(const Disconnect& packet, Output& out) {
  AppendPacket(PacketType::kDisconnect, 0, out, [&](Writer& body) {
    WriteReason(packet.reason, packet.properties, body);
  });
}

// The properties have the form that they have in a packet, so that
// UserProperties reads both.
void EncodeUserProperties(const UserProperties& properties, Output& out) {
  Writer counter;
  WriteUserProperties(properties, counter);
  out.reserve(out.size() + counter.bytes());
  Writer writer(out);
  WriteUserProperties(properties, writer);
}

}  // namespace answerbox::daemon::mqtt
