#include "tests/daemon/protocol/mqtt/broker/client_packets.h"

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

std::string Number(unsigned value, unsigned bytes) {
  std::string encoded;
  while (bytes > 0) {
    --bytes;
    encoded += static_cast<char>(value >> (8 * bytes));
  }
  return encoded;
}

std::string Properties5(Version version, std::string_view properties) {
  if (version == Version::k311) return {};
  return Length(properties.size()).append(properties);
}

unsigned ConnectFlags(const ConnectFields& fields) {
  unsigned flags = fields.is_clean ? 2 : 0;
  if (!fields.user.empty()) flags |= 0x80;
  if (fields.will) {
    flags |= 4 | fields.will->qos << 3;
    if (fields.will->is_retained) flags |= 0x20;
  }
  return flags;
}

}  // namespace

std::string Property1(unsigned id, unsigned value) {
  return Number(id, 1) + Number(value, 1);
}

std::string Property2(unsigned id, unsigned value) {
  return Number(id, 1) + Number(value, 2);
}

std::string Property4(unsigned id, unsigned value) {
  return Number(id, 1) + Number(value, 4);
}

std::string PropertyText(unsigned id, std::string_view value) {
  return Number(id, 1) + Text(value);
}

ConnectFields Lasting(Version version, const std::string& properties) {
  return {.version = version,
          .client_id = "reader",
          .is_clean = false,
          .properties =
              version == Version::k5 ? Property4(0x11, 1000) + properties : ""};
}

std::string ConnectPacket(const ConnectFields& fields) {
  std::string body =
      Text("MQTT") + Number(static_cast<unsigned>(fields.version), 1) +
      Number(ConnectFlags(fields), 1) + Number(fields.keep_alive, 2) +
      Properties5(fields.version, fields.properties) + Text(fields.client_id);
  if (fields.will) {
    body += Properties5(fields.version, fields.will->properties) +
            Text(fields.will->topic) + Text(fields.will->payload);
  }
  if (!fields.user.empty()) body += Text(fields.user);
  return Packet(0x10, body);
}

std::string PublishPacket(Version version, const PublishFields& fields) {
  std::string body = Text(fields.topic);
  if (fields.qos > 0) body += Number(fields.id, 2);
  body += Properties5(version, fields.properties) + fields.payload;
  return Packet(0x30 | fields.qos << 1 | (fields.is_retained ? 1 : 0) |
                    (fields.is_duplicate ? 8 : 0),
                body);
}

std::string SubscribePacket(Version version, unsigned id,
                            std::string_view filter, unsigned options,
                            std::string_view properties) {
  return Packet(0x82, Number(id, 2) + Properties5(version, properties) +
                          Text(filter) + Number(options, 1));
}

std::string UnsubscribePacket(Version version, unsigned id,
                              std::string_view filter) {
  return Packet(0xA2, Number(id, 2) + Properties5(version, {}) + Text(filter));
}

std::string AcknowledgementPacket(PacketType type, unsigned id,
                                  unsigned reason) {
  const unsigned flags = type == PacketType::kPublishRelease ? 2 : 0;
  return Packet(static_cast<unsigned>(type) << 4 | flags,
                Number(id, 2) + (reason == 0 ? "" : Number(reason, 1)));
}

std::string PingPacket() { return Packet(0xC0, ""); }

std::string DisconnectPacket(unsigned reason, std::string_view properties) {
  if (reason == 0 && properties.empty()) return Packet(0xE0, "");
  return Packet(
      0xE0, Number(reason, 1) + Length(properties.size()).append(properties));
}

}  // namespace answerbox::daemon::mqtt
