#include "tests/daemon/protocol/mqtt/codec/client_decoder.h"

#include <stdexcept>

namespace answerbox::daemon::mqtt {
namespace {

class ClientInput {
 public:
  explicit ClientInput(std::string_view bytes) : bytes_(bytes) {}

  std::string Next(std::size_t count) {
    if (bytes_.size() < count) throw std::runtime_error("packet cut short");
    const std::string taken(bytes_.substr(0, count));
    bytes_.remove_prefix(count);
    return taken;
  }
  unsigned Number(std::size_t bytes) {
    unsigned number = 0;
    for (const char byte : Next(bytes)) {
      number = number * 256 + static_cast<unsigned char>(byte);
    }
    return number;
  }
  unsigned Variable() {
    unsigned number = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
      const unsigned byte = Number(1);
      number |= (byte % 128) << shift;
      if (byte < 128) return number;
    }
    throw std::runtime_error("length of more than four bytes");
  }
  std::string String() { return Next(Number(2)); }
  std::string Rest() { return Next(bytes_.size()); }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

// The bytes of a property's value: MQTT 5.0, table 2-4.
std::string PropertyBytes(unsigned id, ClientInput& list) {
  switch (id) {
    case 0x01:
    case 0x17:
    case 0x19:
    case 0x24:
    case 0x25:
    case 0x28:
    case 0x29:
    case 0x2A:
      return list.Next(1);
    case 0x13:
    case 0x21:
    case 0x22:
    case 0x23:
      return list.Next(2);
    case 0x02:
    case 0x11:
    case 0x18:
    case 0x27:
      return list.Next(4);
    case 0x0B:
      return std::to_string(list.Variable());
    case 0x26: {
      const std::string name = list.String();
      return name + "=" + list.String();
    }
    case 0x03:
    case 0x08:
    case 0x09:
    case 0x12:
    case 0x15:
    case 0x16:
    case 0x1A:
    case 0x1C:
    case 0x1F:
      return list.String();
    default:
      throw std::runtime_error("no such property");
  }
}

void ReadPropertyList(ClientInput& body, ServerPacket& packet) {
  const std::string bytes = body.Next(body.Variable());
  ClientInput list(bytes);
  while (!list.empty()) {
    const unsigned id = list.Variable();
    packet.properties.emplace_back(id, PropertyBytes(id, list));
  }
}

void ReadPublishOfServer(Version version, ClientInput& body,
                         ServerPacket& packet) {
  packet.topic = body.String();
  if ((packet.first_byte & 6) != 0) packet.packet_id = body.Number(2);
  if (version == Version::k5) ReadPropertyList(body, packet);
  packet.payload = body.Rest();
}

void ReadOptionalReason(ClientInput& body, ServerPacket& packet) {
  if (!body.empty()) packet.codes.push_back(body.Number(1));
  if (!body.empty()) ReadPropertyList(body, packet);
}

}  // namespace

ServerPacket ReadAsClient(Version version, std::string_view bytes) {
  ClientInput all(bytes);
  ServerPacket packet;
  packet.first_byte = all.Number(1);
  const std::string body_bytes = all.Next(all.Variable());
  if (!all.empty()) throw std::runtime_error("more than a packet");
  ClientInput body(body_bytes);
  const bool is_version_5 = version == Version::k5;
  switch (packet.first_byte >> 4) {
    case 2:
      packet.is_session_present = body.Number(1) == 1;
      packet.codes.push_back(body.Number(1));
      if (is_version_5) ReadPropertyList(body, packet);
      break;
    case 3:
      ReadPublishOfServer(version, body, packet);
      break;
    case 4:
    case 5:
    case 6:
    case 7:
      packet.packet_id = body.Number(2);
      if (is_version_5) ReadOptionalReason(body, packet);
      break;
    case 9:
    case 11:
      packet.packet_id = body.Number(2);
      if (is_version_5) ReadPropertyList(body, packet);
      while (!body.empty()) packet.codes.push_back(body.Number(1));
      break;
    case 13:
      break;
    case 14:
      ReadOptionalReason(body, packet);
      break;
    default:
      throw std::runtime_error("no packet of a server");
  }
  if (!body.empty()) throw std::runtime_error("bytes after the last field");
  return packet;
}

}  // namespace answerbox::daemon::mqtt
