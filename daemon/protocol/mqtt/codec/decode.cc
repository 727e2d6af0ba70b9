#include "daemon/protocol/mqtt/codec/decode.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "daemon/protocol/mqtt/codec/reader.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::string_view kOnlyServersSend =
    "only servers send packets of this type";

constexpr DecodeError Malformed(std::string_view message) noexcept {
  return {.reason = ReasonCode::kMalformedPacket, .message = message};
}

// [MQTT-3.3.1-4] and [MQTT-3.3.1-2]: QoS 3 does not exist, and a message of QoS
// 0 is never sent again.
std::optional<DecodeError> CheckPublishFlags(std::uint8_t flags) noexcept {
  const unsigned qos = flags & kPublishQoSFlags;
  if (qos == kPublishQoSFlags) return Malformed("PUBLISH: there is no QoS 3");
  if (qos == 0 && (flags & kDuplicateFlag) != 0) {
    return Malformed("PUBLISH: QoS 0 has no duplicates");
  }
  return std::nullopt;
}

// The flags of all packets but PUBLISH are reserved, and have one value for
// each type: MQTT 5.0, table 2-2. Another value ends the connection
// [MQTT-2.1.3-1].
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

// The connect flags: MQTT 5.0, section 3.1.2.3.
constexpr std::uint8_t kReservedFlag = 0x01;
constexpr std::uint8_t kCleanStartFlag = 0x02;
constexpr std::uint8_t kWillFlag = 0x04;
constexpr unsigned kWillQoSShift = 3;
constexpr std::uint8_t kWillQoSFlags = 0x18;
constexpr std::uint8_t kWillRetainFlag = 0x20;
constexpr std::uint8_t kPasswordFlag = 0x40;
constexpr std::uint8_t kUserNameFlag = 0x80;

// A bridge sets this bit in the level, to distinguish its connection from a
// client's.
constexpr std::uint8_t kBridgeBit = 0x80;

constexpr auto kLevel311 = static_cast<std::uint8_t>(Version::k311);
constexpr auto kLevel5 = static_cast<std::uint8_t>(Version::k5);

// The name and the level are at the same place in all versions, so that a
// server can answer clients of versions that it does not know (section
// 3.1.2.2).
Version ReadVersion(Reader& reader) noexcept {
  const std::string_view name = reader.Binary();
  const std::uint8_t level = reader.Byte();
  const Version version =
      (level & ~kBridgeBit) < kLevel5 ? Version::k311 : Version::k5;
  // MQTT 3.1, whose clients read 3.1.1's answer.
  if (name == "MQIsdp") reader.set_version(Version::k311);
  if (name != "MQTT") {
    reader.Fail(ReasonCode::kUnsupportedProtocolVersion,
                "the protocol is not MQTT 3.1.1 or 5.0");
    return version;
  }
  reader.set_version(version);
  if (level != kLevel311 && level != kLevel5) {
    reader.Fail(ReasonCode::kUnsupportedProtocolVersion,
                "the version is not MQTT 3.1.1 or 5.0");
  }
  return version;
}

// Sections 3.1.2.3 to 3.1.2.9 of either version. Only 5.0 allows a password
// without a user name.
void CheckConnectFlags(Version version, std::uint8_t flags,
                       Reader& reader) noexcept {
  const auto has = [flags](unsigned bits) { return (flags & bits) != 0; };
  if (has(kReservedFlag)) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "CONNECT: the reserved flag is set");
  }
  if (!has(kWillFlag) && has(kWillQoSFlags | kWillRetainFlag)) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "CONNECT: flags of a will without a will");
  }
  if ((flags & kWillQoSFlags) == kWillQoSFlags) {
    reader.Fail(ReasonCode::kMalformedPacket, "CONNECT: the will has QoS 3");
  }
  if (version == Version::k311 && has(kPasswordFlag) && !has(kUserNameFlag)) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "CONNECT: a password without a user name");
  }
}

Publish ReadWill(Version version, std::uint8_t flags, Reader& reader) noexcept {
  Publish will;
  will.qos = static_cast<QoS>((flags & kWillQoSFlags) >> kWillQoSShift);
  will.is_retained = (flags & kWillRetainFlag) != 0;
  if (version == Version::k5) {
    will.properties = ReadProperties(kInWill, reader);
  }
  will.topic = reader.Text();
  will.payload = reader.Binary();
  // The topic is checked now: the will is published later, when nobody is left
  // to be told of a fault.
  if (!protocol::IsTopicName(will.topic)) {
    reader.Fail(ReasonCode::kTopicNameInvalid,
                "CONNECT: the will's topic is no topic");
  }
  return will;
}

// Reads the protocol's name and level first: once the level is known, errors
// have the version to answer in.
Connect ReadConnect(Reader& reader) noexcept {
  Connect connect;
  connect.version = ReadVersion(reader);
  if (reader.error()) return connect;
  const std::uint8_t flags = reader.Byte();
  CheckConnectFlags(connect.version, flags, reader);
  connect.is_clean_start = (flags & kCleanStartFlag) != 0;
  connect.keep_alive_seconds = reader.TwoByteInteger();
  if (connect.version == Version::k5) {
    connect.properties = ReadProperties(In(PacketType::kConnect), reader);
  }
  connect.client_id = reader.Text();
  if ((flags & kWillFlag) != 0) {
    connect.will = ReadWill(connect.version, flags, reader);
  }
  if ((flags & kUserNameFlag) != 0) connect.user_name = reader.Text();
  if ((flags & kPasswordFlag) != 0) connect.password = reader.Binary();
  return connect;
}

// An empty topic is allowed if a topic alias of 5.0 is there. Only the
// connection knows whether the alias is set.
void CheckTopic(Version version, const Publish& publish,
                Reader& reader) noexcept {
  if (publish.topic.empty() && version == Version::k5) {
    if (!publish.properties.topic_alias) {
      reader.Fail(ReasonCode::kProtocolError,
                  "PUBLISH: neither a topic nor a topic alias");
    }
  } else if (!protocol::IsTopicName(publish.topic)) {
    reader.Fail(ReasonCode::kTopicNameInvalid,
                "PUBLISH: a topic is not empty and has no wildcards");
  }
}

Publish ReadPublish(Version version, std::uint8_t flags,
                    Reader& reader) noexcept {
  Publish publish;
  publish.is_duplicate = (flags & kDuplicateFlag) != 0;
  publish.qos =
      static_cast<QoS>((flags & kPublishQoSFlags) >> kPublishQoSShift);
  publish.is_retained = (flags & kRetainFlag) != 0;
  publish.topic = reader.Text();
  if (publish.qos != QoS::kAtMostOnce) publish.packet_id = ReadPacketId(reader);
  if (version == Version::k5) {
    publish.properties = ReadProperties(In(PacketType::kPublish), reader);
  }
  publish.payload = reader.TakeRest();
  CheckTopic(version, publish, reader);
  if (publish.properties.subscription_identifier) {
    reader.Fail(ReasonCode::kProtocolError,
                "PUBLISH: a client names no subscription");
  }
  return publish;
}

// Returns the reasons that a client may send: tables 3-4 to 3-7, 3-10 and 3-11.
std::span<const ReasonCode> ReasonsOf(PacketType type) noexcept {
  using enum ReasonCode;
  static constexpr std::array kOfReceipt = {
      kSuccess,       kNoMatchingSubscribers, kUnspecifiedError,
      kNotAuthorized, kTopicNameInvalid,      kImplementationSpecificError,
      kPacketIdInUse, kQuotaExceeded,         kPayloadFormatInvalid};
  static constexpr std::array kOfRelease = {kSuccess, kPacketIdNotFound};
  static constexpr std::array kOfDisconnect = {kSuccess,
                                               kDisconnectWithWill,
                                               kUnspecifiedError,
                                               kMalformedPacket,
                                               kProtocolError,
                                               kImplementationSpecificError,
                                               kTopicNameInvalid,
                                               kReceiveMaximumExceeded,
                                               kTopicAliasInvalid,
                                               kPacketTooLarge,
                                               kMessageRateTooHigh,
                                               kQuotaExceeded,
                                               kAdministrativeAction,
                                               kPayloadFormatInvalid};
  static constexpr std::array kOfAuthenticate = {kContinueAuthentication,
                                                 kReauthenticate};
  switch (type) {
    case PacketType::kPublishAcknowledgement:
    case PacketType::kPublishReceived:
      return kOfReceipt;
    case PacketType::kDisconnect:
      return kOfDisconnect;
    case PacketType::kAuthenticate:
      return kOfAuthenticate;
    default:
      return kOfRelease;
  }
}

struct ReasonAndProperties {
  ReasonCode reason = ReasonCode::kSuccess;
  Properties properties;
};

// The reason and the properties may both be omitted at the end of a packet: the
// reason is then kSuccess (sections 3.4.2.1 and 3.14.2.1). A code that only
// servers may send is refused like an unknown one.
ReasonAndProperties ReadReason(PacketType type, Reader& reader) noexcept {
  const std::span<const ReasonCode> allowed = ReasonsOf(type);
  ReasonAndProperties read;
  if (!reader.empty()) read.reason = static_cast<ReasonCode>(reader.Byte());
  if (std::ranges::find(allowed, read.reason) == allowed.end()) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "the reason code is none that a client gives here");
  }
  if (!reader.empty()) read.properties = ReadProperties(In(type), reader);
  return read;
}

Acknowledgement ReadAcknowledgement(Version version, PacketType type,
                                    Reader& reader) noexcept {
  Acknowledgement acknowledgement;
  acknowledgement.type = type;
  acknowledgement.packet_id = ReadPacketId(reader);
  if (version == Version::k311) return acknowledgement;
  const ReasonAndProperties read = ReadReason(type, reader);
  acknowledgement.reason = read.reason;
  acknowledgement.properties = read.properties;
  return acknowledgement;
}

Disconnect ReadDisconnect(Version version, Reader& reader) noexcept {
  if (version == Version::k311) return {};
  const ReasonAndProperties read = ReadReason(PacketType::kDisconnect, reader);
  if (read.properties.server_reference) {
    reader.Fail(ReasonCode::kProtocolError,
                "DISCONNECT: a client names no other server");
  }
  return {.reason = read.reason, .properties = read.properties};
}

Authenticate ReadAuthenticate(Version version, Reader& reader) noexcept {
  if (version == Version::k311) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "MQTT 3.1.1 has no packets of type 15");
    return {};
  }
  const ReasonAndProperties read =
      ReadReason(PacketType::kAuthenticate, reader);
  if (!read.properties.authentication_method) {
    reader.Fail(ReasonCode::kProtocolError,
                "AUTH: there is no authentication method");
  }
  return {.reason = read.reason, .properties = read.properties};
}

// ReadFrame has refused the types that only servers send. They are listed here
// so that the compiler warns when a type is left out.
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

// Fails if the packet continues after its last field.
void CheckAtEnd(Reader& reader) noexcept {
  if (!reader.empty()) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "the packet goes on after its last field");
  }
}

}  // namespace

// The header is checked before the body has arrived, so that an unacceptable
// packet is refused before memory is taken for it.
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
  // If the length did not fit the fields, the two ends would disagree about
  // where the next packet begins.
  CheckAtEnd(reader);
  if (reader.error()) return *reader.error();
  return packet;
}

PacketId ReadPacketId(Reader& reader) noexcept {
  const PacketId packet_id = reader.TwoByteInteger();
  if (packet_id == 0) {
    reader.Fail(ReasonCode::kMalformedPacket, "the packet id is 0");
  }
  return packet_id;
}

}  // namespace answerbox::daemon::mqtt
