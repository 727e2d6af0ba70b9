#include "daemon/protocol/mqtt/codec/reader.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

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

}  // namespace

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

}  // namespace answerbox::daemon::mqtt
